import type {Diagnostic} from '../../lint/diagnostic.js'
import {textHash} from '../../machinery/collections/text-hash.js'
import {relativePath} from './plain.js'

/**
 * Identifiers by which findings are recognized in the next run, computed from the file, the rule, the object, the field and the
 * message. Line numbers are not included, so that a finding keeps its identifier when lines are added above it. Findings that are
 * otherwise equal are numbered.
 */
export function fingerprints(diagnostics: readonly Diagnostic[], workingDirectory: string): string[] {
  const seen = new Map<string, number>()
  return diagnostics.map(({file, ruleId, object, field, message}) => {
    const {apiVersion, kind, namespace, name} = object ?? {}
    const identity = JSON.stringify([relativePath(file.path, workingDirectory), ruleId, apiVersion, kind, namespace, name, field, withoutLines(message)])
    const number = (seen.get(identity) ?? 0) + 1
    seen.set(identity, number)
    return hex(`${number} ${identity}`)
  })
}

/** YAML's own messages contain line numbers. */
const withoutLines = (message: string): string => message.replace(/\bline \d+(?:, column \d+)?/g, 'line')

const hex = (text: string): string => [textHash(text), textHash('', text)].map((hash) => hash.toString(16).padStart(14, '0')).join('')
