import {quote} from '../../machinery/go-text.js'
import {nearest} from '../../manifests/nearest.js'
import {originPlace} from '../at-origin.js'
import type {Diagnostic, Severity} from '../diagnostic.js'
import {isPattern} from './directive.js'
import type {Suppressions} from './read-suppressions.js'
import {type Suppression, SuppressionIndex} from './suppression.js'

/** What the user wants of the findings of a rule in a file; undefined leaves them as they are. */
export type SeverityOf = (ruleId: string, path: string) => Severity | 'off' | undefined

/** What is left of findings, and how many of them a file itself keeps from being told. */
export interface Told {
  readonly diagnostics: readonly Diagnostic[]
  readonly suppressed: number
}

/** What has a say in what is told, beside suppressions. */
export interface SuppressOptions {
  readonly severityOf?: SeverityOf | undefined
  /** The ids of all rules; without them, names that no rule has count as names that suppress nothing. */
  readonly ruleIds?: readonly string[] | undefined
}

/** The suppressions of a run. */
export interface AllSuppressions extends Suppressions {
  readonly foreign: readonly Suppression[]
}

/**
 * Takes the findings away that are not to be told, and adds what is to be said of suppressions.
 *
 * @param reading the suppressions of a run; those of foreign files count, but nothing is said of them
 */
export function suppress(
  found: readonly Diagnostic[], {suppressions, problems, foreign}: AllSuppressions, {severityOf, ruleIds}: SuppressOptions,
): Told {
  const index = new SuppressionIndex()
  for (const each of [suppressions, foreign]) index.add(each)
  const diagnostics: Diagnostic[] = []
  let suppressed = 0
  const tell = (diagnostic: Diagnostic): void => {
    const {ruleId, severity} = diagnostic
    const {file: {path}} = originPlace(diagnostic)
    const isCovered = index.covers(diagnostic)
    const wanted = severityOf?.(ruleId, path) ?? severity
    if (wanted === 'off') return
    if (isCovered) suppressed++
    else diagnostics.push(wanted === severity ? diagnostic : {...diagnostic, severity: wanted})
  }
  for (const diagnostic of [...found, ...problems]) tell(diagnostic)
  const known = ruleIds && knownPatterns(ruleIds)
  const idle = suppressions.filter((suppression) => !index.isUsed(suppression))
  for (const each of idle) if (known?.has(each.pattern) === false) tell(unknownRule(each, ruleIds ?? []))
  // What is said of suppressions can be suppressed too; nobody is told that there was no need to.
  const isAboutSuppressions = ({pattern}: Suppression): boolean => pattern.startsWith('suppression/')
  for (const each of idle) if (known?.has(each.pattern) !== false && !isAboutSuppressions(each)) tell(unused(each))
  return {diagnostics, suppressed}
}

/** Everything by which rules can be named. */
export const knownPatterns = (ruleIds: readonly string[]): ReadonlySet<string> =>
  new Set(['*', ...ruleIds, ...ruleIds.map((id) => `${id.slice(0, id.indexOf('/'))}/*`)])

/** The rules that were probably meant by a name that none has: `did you mean limit-range/type?`. */
export function ruleHint(pattern: string, ruleIds: readonly string[]): string {
  const meant = isPattern(pattern) ? nearest(pattern, [...knownPatterns(ruleIds)]) : undefined
  return meant === undefined ? '"kadm rules" lists all rules' : `did you mean ${meant}?`
}

const unknownRule = ({pattern, file, span}: Suppression, ruleIds: readonly string[]): Diagnostic => ({
  ruleId: 'suppression/unknown-rule', severity: 'warning', message: `there is no rule ${quote(pattern)}`, hint: ruleHint(pattern, ruleIds), field: '', file, span, related: [],
})

const unused = ({pattern, file, span}: Suppression): Diagnostic => ({
  ruleId: 'suppression/unused', severity: 'warning', message: `${quote(pattern)} suppresses nothing here`, hint: 'leave it out', field: '', file, span, related: [],
})
