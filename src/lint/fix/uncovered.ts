import type {Edit} from '../../source/edit.js'
import type {SourceFile, Span} from '../../source/source-file.js'
import {compareDiagnostics, type Diagnostic} from '../diagnostic.js'
import {limitFindings} from '../finding-limit.js'
import {originalSpan} from './edits.js'
import type {Round} from './fix-sources.js'

export interface Found {
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Returns all findings in files: those of the first round, and those that appear only after fixes, at their places in the
 * original files. Only fixed findings keep their `fix`. Of each file, there are as many as {@link limitFindings} keeps.
 *
 * @param rounds the rounds of `fixSources`
 */
export function uncovered(rounds: readonly Round<Found>[]): readonly Diagnostic[] {
  const [first] = rounds
  const last = rounds.at(-1)
  if (first === undefined || last === undefined) return []
  if (first === last) return inOriginal(first, [])
  const inRounds = rounds.map((round, i) => inOriginal(round, rounds.slice(0, i)))
  const final = new Set(inRounds.at(-1)?.map(keyOf))
  const known = new Set<string>()
  const reported = new ReportedFindings()
  for (const [i, diagnostics] of inRounds.entries()) {
    const fresh = diagnostics.filter((diagnostic) => {
      const key = keyOf(diagnostic)
      if (known.has(key)) return false
      if (i === 0) return diagnostic.ruleId !== 'suppression/unused' || final.has(key)
      if (isRejected(diagnostic, inRounds[0])) return false
      return diagnostic.fix !== undefined || final.has(key)
    })
    for (const diagnostic of diagnostics) known.add(keyOf(diagnostic))
    reported.add(fresh, diagnostics)
  }
  return limitFindings(reported.all.sort(compareDiagnostics))
}

/** Returns true for a count of denied pods if all pods of the workload are rejected before fixes: the counts would contradict. */
const isRejected = ({ruleId, file, object}: Diagnostic, original: readonly Diagnostic[] = []): boolean =>
  ruleId === 'workload/refused-pods' && original.some((other) => other.ruleId === 'pod-security/enforce' && other.file.path === file.path
    && other.object?.kind === object?.kind && other.object?.namespace === object?.namespace && other.object?.name === object?.name)

/** The reported findings with the same field, rule and message. */
interface FieldFindings {
  /** Their indexes among all reported findings. */
  readonly indexes: number[]
  /** The number of findings, from the first one, that have a fix. */
  fixed: number
}

/** The reported findings of all rounds. */
class ReportedFindings {
  private readonly byField = new Map<string, FieldFindings>()

  readonly all: Diagnostic[] = []

  /**
   * Adds the new findings of a round. If a fix moves a field, its findings move, too: they are new only if the round has more
   * findings of the same field, rule and message than before.
   *
   * @param found all findings of the round
   */
  add(fresh: readonly Diagnostic[], found: readonly Diagnostic[]): void {
    const counts = countsOf(found)
    const isFresh = new Set(fresh)
    for (const diagnostic of found) {
      const key = fieldKeyOf(diagnostic)
      const known = this.byField.get(key) ?? {indexes: [], fixed: 0}
      if (isFresh.has(diagnostic) && known.indexes.length < (counts.get(key) ?? 0)) {
        known.indexes.push(this.all.length)
        this.byField.set(key, known)
        this.all.push(diagnostic)
      } else this.fix(known, diagnostic)
    }
  }

  /** Marks a reported finding as fixed if the same finding, in its new place, has a fix. */
  private fix(known: FieldFindings, {fix}: Diagnostic): void {
    if (fix === undefined) return
    while (this.all[known.indexes[known.fixed] ?? -1]?.fix !== undefined) known.fixed++
    const at = known.indexes[known.fixed]
    const diagnostic = at === undefined ? undefined : this.all[at]
    if (at !== undefined && diagnostic !== undefined) this.all[at] = {...diagnostic, fix: {...diagnostic.span, text: fix.text}}
  }
}

function countsOf(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const diagnostic of diagnostics) counts.set(fieldKeyOf(diagnostic), (counts.get(fieldKeyOf(diagnostic)) ?? 0) + 1)
  return counts
}

/** Returns a key that does not depend on the position of a finding in its file. */
const fieldKeyOf = ({file: {path}, ruleId, field, message}: Diagnostic): string => JSON.stringify([path, ruleId, field, message])

const keyOf = ({file: {path}, span: {start}, ruleId, field, message}: Diagnostic): string =>
  JSON.stringify([path, start, ruleId, field === '' ? message : field])

/** Returns the findings of a round, at their places in the original files. */
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
