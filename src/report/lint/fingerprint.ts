import type {Diagnostic} from '../../lint/diagnostic.js'
import {textHash} from '../../machinery/text-hash.js'
import {relativePath} from './plain.js'

/**
 * Marks by which findings are recognized in the next run, one for each: made of the file, the rule, the object, the field and the
 * message. Lines are no part of them, so that what is written above a finding does not make it a new one; the second of
 * two that are otherwise alike is told from the first by its number.
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

/** YAML's own messages name lines. */
const withoutLines = (message: string): string => message.replace(/\bline \d+(?:, column \d+)?/g, 'line')

const hex = (text: string): string => [textHash(text), textHash('', text)].map((hash) => hash.toString(16).padStart(14, '0')).join('')
