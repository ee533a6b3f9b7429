import type {Rule} from '../../machinery/rule.js'
import {SourceFile} from '../../source/source-file.js'
import {lint, type LintReport} from '../lint.js'
import {rules} from './index.js'

/** The name that the example of a rule has as a file. */
export const exampleName = ({example}: Rule): string => example.startsWith('{\n') ? 'example.json' : 'example.yaml'

/** The command that checks the example of a rule. */
export const exampleCommand = (rule: Rule): string =>
  `kadm lint ${exampleName(rule)}${rule.namespace === undefined ? '' : ` --namespace ${rule.namespace}`}`

/** What kadm says to the example of a rule. */
export function lintExample(rule: Rule): LintReport {
  const {example, namespace, unreadable} = rule
  const ruleIds = rules.map(({id}) => id)
  return lint([new SourceFile(exampleName(rule), example, unreadable)], namespace === undefined ? {ruleIds} : {ruleIds, namespace, isNamespaceGiven: true})
}

const longestLine = 100

const mostLines = 30

/** The example of a rule as it can be shown: with pictures for control characters, and cut where it is as large as its rule wants it. */
export function shownExample({example}: Rule): string {
  const head = example.slice(0, mostLines * longestLine).split('\n').map(shownLine)
  return head.length > mostLines ? `${head.slice(0, 4).join('\n')}\n...\n` : head.join('\n')
}

function shownLine(line: string): string {
  const shown = line.replace(/[\u0000-\u001f]/g, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0)))
  return shown.length > longestLine ? `${shown.slice(0, longestLine).trimEnd()}...` : shown
}
