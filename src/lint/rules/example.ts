import type {Rule} from '../../machinery/field/rule.js'
import {SourceFile} from '../../source/source-file.js'
import {notServedRules} from '../check-not-served.js'
import type {LintOptions, LintReport} from '../lint.js'
import {lint} from '../lint-all.js'
import {rules} from './index.js'

/** Returns the file name of the example of a rule. */
export const exampleName = ({example}: Rule): string => example.startsWith('{\n') ? 'example.json' : 'example.yaml'

/** Returns the command that checks the example of a rule. */
export const exampleCommand = (rule: Rule): string =>
  `kadm lint ${exampleName(rule)}${rule.namespace === undefined ? '' : ` --namespace ${rule.namespace}`}`

/** Lints the example of a rule, without {@link omittedRules}. */
export const lintExample = (rule: Rule): LintReport => lintWith(rule, {severityOf: (id) => isOmitted(id, rule) ? 'off' : undefined})

/** Returns the ids of other rules that report every example of this kind, because no API server serves it. */
export const omittedRules = (rule: Rule): string[] =>
  [...new Set(lintWith(rule, {}).diagnostics.map(({ruleId}) => ruleId))].filter((id) => isOmitted(id, rule))

const isOmitted = (id: string, rule: Rule): boolean => id !== rule.id && notServedRules.has(id)

function lintWith(rule: Rule, options: LintOptions): LintReport {
  const {example, namespace, unreadable} = rule
  const ruleIds = rules.map(({id}) => id)
  const given = namespace === undefined ? {} : {namespace, isNamespaceGiven: true}
  return lint([new SourceFile(exampleName(rule), example, unreadable)], {ruleIds, ...given, ...options})
}

const longestLine = 100

const maxLines = 30

/** Returns the example of a rule for output: with symbols for control characters, and truncated if it is large. */
export function shownExample({example}: Rule): string {
  const head = example.slice(0, maxLines * longestLine).split('\n').map(shownLine)
  return head.length > maxLines ? `${head.slice(0, 4).join('\n')}\n...\n` : head.join('\n')
}

function shownLine(line: string): string {
  const shown = line.replace(/[\u0000-\u001f]/g, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0)))
  return shown.length > longestLine ? `${shown.slice(0, longestLine).trimEnd()}...` : shown
}
