import {quote} from '../../machinery/go/text.js'
import {nearest} from '../../manifests/nearest.js'
import type {Span} from '../../source/source-file.js'
import {excerpt} from '../../source/source-problem.js'

/** The scope of a comment. */
export type SuppressionScope = 'line' | 'next-line' | 'document'

/** The rules that a text names, and where in the text: an id, `kind/*` for all rules of a kind, or `*` for all. */
export interface NamedRules extends Span {
  readonly pattern: string
}

/** Why a text names no rules. */
export interface InvalidDirective {
  readonly message: string
  readonly hint: string
}

/** The suppressions of a comment. */
export interface Directive {
  readonly reach: SuppressionScope
  readonly rules: readonly NamedRules[]
}

/** Prefix of all comments for kadm. */
export const directivePrefix = 'kadm-'

const reaches: ReadonlyMap<string, SuppressionScope> = new Map([
  ['kadm-disable', 'document'], ['kadm-disable-line', 'line'], ['kadm-disable-next-line', 'next-line'],
])

const form = 'write "# kadm-disable-next-line RULE, RULE -- reason"'

/**
 * Parses a comment such as `kadm-disable-next-line limit-range/type, resources/* -- reason`.
 *
 * @param text begins with `kadm-`
 * @param isAlone true for a comment on a line of its own
 * @returns undefined for a comment that is no suppression
 */
export function parseDirective(text: string, isOwnLine: boolean): Directive | InvalidDirective | undefined {
  const [word = ''] = /^[^\s:,]*/.exec(text) ?? []
  const reach = reaches.get(word)
  if (reach === undefined) {
    const suggested = nearest(word, [...reaches.keys()])
    return suggested === undefined ? undefined : {message: `there is no comment ${quote(word)}`, hint: `write ${quote(suggested)}`}
  }
  if (reach !== 'line' && !isOwnLine) {
    return {message: `${quote(word)} has a line of its own`, hint: 'for the line that the comment ends, write "kadm-disable-line"'}
  }
  const rules = parseRules(text, word.length)
  return 'message' in rules ? rules : {reach, rules}
}

/**
 * The rules that a text names, with commas between them; the reason follows `--`.
 *
 * @param from where in the text to begin
 */
export function parseRules(text: string, from = 0): readonly NamedRules[] | InvalidDirective {
  const reason = /(?:^|\s)--(?:\s|$)/.exec(text.slice(from))
  const end = reason === null ? text.length : from + reason.index
  const rules: NamedRules[] = []
  for (let start = from; start <= end;) {
    const comma = text.indexOf(',', start)
    const to = comma === -1 || comma > end ? end : comma
    const raw = text.slice(start, to)
    const pattern = raw.trim()
    const at = start + raw.length - raw.trimStart().length
    if (!isPattern(pattern)) return notRules(pattern)
    rules.push({pattern, start: at, end: at + pattern.length})
    start = to + 1
  }
  return rules
}

function notRules(text: string): InvalidDirective {
  if (text === '') return {message: 'a rule is missing here', hint: form}
  return {message: `${excerpt(text)} is not the id of a rule`, hint: /\s/.test(text) ? `${form}: commas between rules, and -- before the reason` : form}
}

/** The syntax of a rule pattern: an id, `kind/*` for all rules of a kind, or `*` for all rules. */
export const rulePattern = /^(?=.{1,100}$)(?:[A-Za-z0-9-]+\/(?:[A-Za-z0-9-]+|\*)|\*)$/

/** True for a rule pattern. */
export const isPattern = (text: string): boolean => rulePattern.test(text)

/** The patterns that a rule is meant by, the closest first. */
export const patternsFor = (ruleId: string): readonly [id: string, kind: string, all: string] => [ruleId, `${ruleId.slice(0, ruleId.indexOf('/'))}/*`, '*']
