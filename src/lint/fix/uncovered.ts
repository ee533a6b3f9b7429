import type {Edit} from '../../source/edit.js'
import type {SourceFile, Span} from '../../source/source-file.js'
import {compareDiagnostics, type Diagnostic} from '../diagnostic.js'
import type {Round} from './fix-sources.js'
import {originalSpan} from './original-span.js'

interface Found {
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Everything that is wrong in files: what is found at first, and what comes to light once that is fixed, at its place in the
 * files as they are. `fix` is left only to findings that are fixed.
 *
 * @param rounds those of `fixSources`
 */
export function uncovered(rounds: readonly Round<Found>[]): readonly Diagnostic[] {
  const [first] = rounds
  const last = rounds.at(-1)
  if (first === undefined || last === undefined) return []
  if (first === last) return inOriginal(first, [])
  const inRounds = rounds.map((round, i) => inOriginal(round, rounds.slice(0, i)))
  const final = new Set(inRounds.at(-1)?.map(keyOf))
  const known = new Set<string>()
  const told = new ToldFindings()
  for (const [i, diagnostics] of inRounds.entries()) {
    const fresh = diagnostics.filter((diagnostic) => {
      const key = keyOf(diagnostic)
      if (known.has(key)) return false
      if (i === 0) return diagnostic.ruleId !== 'suppression/unused' || final.has(key)
      return diagnostic.fix !== undefined || final.has(key)
    })
    for (const diagnostic of diagnostics) known.add(keyOf(diagnostic))
    told.add(fresh, diagnostics)
  }
  return told.all.sort(compareDiagnostics)
}

/** The findings of one sort of one field, by their positions. */
interface Told {
  readonly indexes: number[]
  /** So many of them, the first ones, have a fix. */
  fixed: number
}

/** What is reported of all rounds. */
class ToldFindings {
  private readonly byField = new Map<string, Told>()

  readonly all: Diagnostic[] = []

  /**
   * Adds what is new in a round. A fix that moves a field moves what is found in it: that is not new where no more of its sort are
   * found than before.
   *
   * @param found all that is found in the round
   */
  add(fresh: readonly Diagnostic[], found: readonly Diagnostic[]): void {
    const counts = countsOf(found)
    const isFresh = new Set(fresh)
    for (const diagnostic of found) {
      const key = fieldKeyOf(diagnostic)
      const told = this.byField.get(key) ?? {indexes: [], fixed: 0}
      if (isFresh.has(diagnostic) && told.indexes.length < (counts.get(key) ?? 0)) {
        told.indexes.push(this.all.length)
        this.byField.set(key, told)
        this.all.push(diagnostic)
      } else this.fix(told, diagnostic)
    }
  }

  /** What is fixed in its new place is fixed. */
  private fix(told: Told, {fix}: Diagnostic): void {
    if (fix === undefined) return
    while (this.all[told.indexes[told.fixed] ?? -1]?.fix !== undefined) told.fixed++
    const at = told.indexes[told.fixed]
    const diagnostic = at === undefined ? undefined : this.all[at]
    if (at !== undefined && diagnostic !== undefined) this.all[at] = {...diagnostic, fix: {...diagnostic.span, text: fix.text}}
  }
}

function countsOf(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const diagnostic of diagnostics) counts.set(fieldKeyOf(diagnostic), (counts.get(fieldKeyOf(diagnostic)) ?? 0) + 1)
  return counts
}

/** The same wherever a finding is in its file. */
const fieldKeyOf = ({file: {path}, ruleId, field, message}: Diagnostic): string => JSON.stringify([path, ruleId, field, message])

const keyOf = ({file: {path}, span: {start}, ruleId, field, message}: Diagnostic): string =>
  JSON.stringify([path, start, ruleId, field === '' ? message : field])

/** The findings of a round, at their places in the first one. */
function inOriginal({sources, report, made}: Round<Found>, earlier: readonly Round<Found>[]): readonly Diagnostic[] {
  const indexes = new Map(sources.map((file, i) => [file, i]))
  const fixes = made.map((edits) => new Set(edits.map(textOf)))
  const isMade = (file: SourceFile, fix: Edit): boolean => fixes[indexes.get(file) ?? -1]?.has(textOf(fix)) === true
  const original = (file: SourceFile, span: Span): {readonly file: SourceFile, readonly span: Span} => {
    const i = indexes.get(file)
    if (i === undefined) return {file, span}
    return {file: earlier[0]?.sources[i] ?? file, span: earlier.reduceRight((at, round) => originalSpan(at, round.made[i] ?? []), span)}
  }
  return report.diagnostics.map(({fix, ...diagnostic}) => ({
    ...diagnostic, ...original(diagnostic.file, diagnostic.span),
    related: diagnostic.related.map((other) => ({...other, ...original(other.file, other.span)})),
    ...fix !== undefined && isMade(diagnostic.file, fix) && {fix: originalEdit(fix, original(diagnostic.file, fix).span)},
  }))
}

const originalEdit = ({text}: Edit, {start, end}: Span): Edit => ({start, end, text})

const textOf = ({start, end, text}: Edit): string => `${start} ${end} ${text}`
