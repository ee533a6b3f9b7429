import type {Diagnostic} from '../../lint/diagnostic.js'
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

/** A separator that no text contains. */
const separator = 0xffff

/** Returns a number of 53 bits for a text, or for two. Different texts practically never have the same number. */
export function textHash(first: string, second = ''): number {
  const {length} = first
  let high = 0x811c9dc5
  let low = 0x9e3779b9
  for (let i = 0; i <= length + second.length; i++) {
    const code = i < length ? first.charCodeAt(i) : i === length ? separator : second.charCodeAt(i - length - 1)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ code, 0x85ebca6b)
    low ^= low >>> 15
  }
  return (high >>> 0) * 0x20_0000 + (low >>> 11)
}
