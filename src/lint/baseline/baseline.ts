import {compareText} from '../../machinery/go/text.js'
import type {Diagnostic} from '../diagnostic.js'

/** A known finding, independent of its line. */
export interface BaselineEntry {
  readonly rule: string
  /** Relative to the file of the baseline, with slashes. */
  readonly path: string
  /** The object that it is about: `v1 LimitRange dev/limits`. */
  readonly object?: string
  readonly field?: string
  readonly message: string
  /** The number of equal findings. */
  readonly count: number
}

/** Findings that are known already, sorted. */
export interface Baseline {
  readonly version: 1
  readonly findings: readonly BaselineEntry[]
}

/** The path under which a baseline knows a file. */
export type BaselinePath = (path: string) => string

/** Returns a baseline of findings. */
export function baselineOf(diagnostics: readonly Diagnostic[], pathOf: BaselinePath): Baseline {
  const entries = new Map<string, BaselineEntry>()
  for (const diagnostic of diagnostics) {
    const entry = entryOf(diagnostic, pathOf)
    const key = keyOf(entry)
    entries.set(key, {...entry, count: (entries.get(key)?.count ?? 0) + 1})
  }
  return {version: 1, findings: [...entries.values()].sort(compareEntries)}
}

/** Findings compared with a baseline. */
export interface Compared {
  readonly fresh: readonly Diagnostic[]
  /** The number of findings in the baseline. */
  readonly known: number
  /** Baseline entries that were not found again, with their numbers. */
  readonly stale: readonly BaselineEntry[]
}

/**
 * Separates the findings in a baseline from new ones. Of several equal findings, the first match the baseline.
 *
 * @param isLinted false for a file that was not linted: its baseline entries are not stale
 */
export function compareToBaseline(
  diagnostics: readonly Diagnostic[], {findings}: Baseline, pathOf: BaselinePath, isLinted: (path: string) => boolean,
): Compared {
  const left = new Map<string, number>()
  for (const entry of findings) left.set(keyOf(entry), (left.get(keyOf(entry)) ?? 0) + entry.count)
  const fresh = diagnostics.filter((diagnostic) => {
    const key = keyOf(entryOf(diagnostic, pathOf))
    const count = left.get(key) ?? 0
    if (count > 0) left.set(key, count - 1)
    return count === 0
  })
  const stale = findings.flatMap((entry) => {
    const count = Math.min(entry.count, left.get(keyOf(entry)) ?? 0)
    return count > 0 && isLinted(entry.path) ? [{...entry, count}] : []
  })
  return {fresh, known: diagnostics.length - fresh.length, stale}
}

/** If positions in an embedded text cannot be mapped to the file, the message contains them. */
const inWords = / \(line \d+, column \d+ of this text\)$/

function entryOf({ruleId, file, object, field, message}: Diagnostic, pathOf: BaselinePath): BaselineEntry {
  return {
    rule: ruleId, path: pathOf(file.path), ...object !== undefined && {object: nameOf(object)}, ...field !== '' && {field}, message: message.replace(inWords, ''), count: 1,
  }
}

const nameOf = ({apiVersion, kind, namespace, name}: NonNullable<Diagnostic['object']>): string =>
  `${apiVersion} ${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`

const keyOf = ({rule, path, object, field, message}: BaselineEntry): string => JSON.stringify([rule, path, object ?? '', field ?? '', message])

const compareEntries = (a: BaselineEntry, b: BaselineEntry): number =>
  compareText(a.path, b.path) || compareText(a.rule, b.rule) || compareText(a.object ?? '', b.object ?? '')
  || compareText(a.field ?? '', b.field ?? '') || compareText(a.message, b.message)
