import {quote} from '../../machinery/go/text.js'
import {nearest} from '../../manifests/nearest.js'
import {originPlace} from '../at-origin.js'
import type {Diagnostic, Severity} from '../diagnostic.js'
import {isPattern} from './directive.js'
import type {Suppressions} from './read-suppressions.js'
import {type Suppression, SuppressionIndex} from './suppression.js'

/** Returns the severity that overrides that of a rule in a file; undefined for no override. */
export type SeverityOf = (ruleId: string, path: string) => Severity | 'off' | undefined

/** The findings that are not suppressed, and the number of suppressed ones. */
export interface SuppressResult {
  readonly diagnostics: readonly Diagnostic[]
  readonly suppressed: number
}

/** Options that affect the reported findings besides suppressions. */
export interface SuppressOptions {
  readonly severityOf?: SeverityOf | undefined
  /** The ids of all rules; without them, unknown names count as unused suppressions. */
  readonly ruleIds?: readonly string[] | undefined
}

/** The suppressions of a run. */
export interface AllSuppressions extends Suppressions {
  readonly foreign: readonly Suppression[]
}

/**
 * Removes suppressed findings, and adds findings about unused and unknown suppressions.
 *
 * @param reading the suppressions of a run; those of foreign files apply, but are never reported
 */
export function suppress(
  found: readonly Diagnostic[], {suppressions, problems, foreign}: AllSuppressions, {severityOf, ruleIds}: SuppressOptions,
): SuppressResult {
  const index = new SuppressionIndex()
  for (const each of [suppressions, foreign]) index.add(each)
  const diagnostics: Diagnostic[] = []
  let suppressed = 0
  const report = (diagnostic: Diagnostic): void => {
    const {ruleId, severity} = diagnostic
    const {file: {path}} = originPlace(diagnostic)
    const isCovered = index.covers(diagnostic)
    const wanted = severityOf?.(ruleId, path) ?? severity
    if (wanted === 'off') return
    if (isCovered) suppressed++
    else diagnostics.push(wanted === severity ? diagnostic : {...diagnostic, severity: wanted})
  }
  for (const diagnostic of [...found, ...problems]) report(diagnostic)
  const known = ruleIds && knownPatterns(ruleIds)
  const idle = suppressions.filter((suppression) => !index.isUsed(suppression))
  for (const each of idle) if (known?.has(each.pattern) === false) report(unknownRule(each, ruleIds ?? []))
  // Findings about suppressions can be suppressed, too; such suppressions are never reported as unused.
  const isAboutSuppressions = ({pattern}: Suppression): boolean => pattern.startsWith('suppression/')
  for (const each of idle) if (known?.has(each.pattern) !== false && !isAboutSuppressions(each)) report(unused(each))
  return {diagnostics, suppressed}
}

/** Returns all names and patterns of rules. */
export const knownPatterns = (ruleIds: readonly string[]): ReadonlySet<string> =>
  new Set(['*', ...ruleIds, ...ruleIds.map((id) => `${id.slice(0, id.indexOf('/'))}/*`)])

/** Suggests a rule for an unknown name: `did you mean limit-range/type?`. */
export function ruleHint(pattern: string, ruleIds: readonly string[]): string {
  const suggested = isPattern(pattern) ? nearest(pattern, [...knownPatterns(ruleIds)]) : undefined
  return suggested === undefined ? '"kadm rules" lists all rules' : `did you mean ${suggested}?`
}

const unknownRule = ({pattern, file, span}: Suppression, ruleIds: readonly string[]): Diagnostic => ({
  ruleId: 'suppression/unknown-rule', severity: 'warning', message: `there is no rule ${quote(pattern)}`, hint: ruleHint(pattern, ruleIds), field: '', file, span, related: [],
})

const unused = ({pattern, file, span}: Suppression): Diagnostic => ({
  ruleId: 'suppression/unused', severity: 'warning', message: `${quote(pattern)} suppresses nothing here`, hint: 'leave it out', field: '', file, span, related: [],
})
