import {quote} from '../machinery/go/text.js'
import type {Replacement} from '../source/edit.js'
import {contentOf, type Node, type ScalarNode} from '../source/node.js'
import {nodeAt, type Steps} from './locate.js'
import {nearest} from './nearest.js'
import {formerField, type UnknownField} from './former-api/fields.js'

/** A replacement: reported as a hint, and applied by `kadm lint --fix` if it is unambiguous. */
export interface Suggestion {
  readonly hint: string
  readonly fix?: Replacement
}

/**
 * The word that was probably meant by one that is not known.
 *
 * @param names those in the same map: no other one may be meant by the same word
 */
export function spelling(word: string, words: readonly string[], names: readonly string[] = []): Suggestion | undefined {
  const suggested = nearest(word, words)
  if (suggested === undefined || suggested === word) return undefined
  const isFree = names.length <= maxNames && names.every((other) => other === word || nearest(other, [suggested]) === undefined)
  return {hint: `write ${quote(suggested)}`, ...isFree && isCertain(word, suggested, words) && {fix: {from: word, to: suggested}}}
}

/**
 * Suggests a replacement for an unknown field: its current place, if an API once had it, or else the probably intended name.
 *
 * @param names of the other fields in the same map
 */
export function fieldSpelling(field: UnknownField, names: readonly string[]): Suggestion | undefined {
  const old = formerField(field)
  if (old === undefined) return spelling(field.name, field.known, names)
  const {from, to = '', hint, move} = old
  return {hint, ...move === 'rename' && !names.includes(to) && {fix: {from, to}}}
}

/** Suggests quotes around a scalar that YAML does not read as a text. */
export function quoted({style}: ScalarNode, raw: string): Suggestion {
  const hint = `quote it: ${quote(raw)}`
  return {hint, ...style === 'plain' && /^[\w.+:-]+$/.test(raw) && {fix: {from: raw, to: `"${raw}"`}}}
}

/** Suggests removing the quotes around a number or boolean. */
export function unquoted(value: string, raw: string): Suggestion {
  const isCertain = raw.slice(1, -1).toLowerCase() === value && /^(?:0|-?[1-9]\d*|true|false)$/.test(value)
  return {hint: `write ${value} without quotes`, ...isCertain && {fix: {from: raw, to: value}}}
}

/** In a map of more names nothing is certain. */
const maxNames = 100

/** The names in the map that has a key at an offset, as many as `spelling` needs; empty if there is no key. */
export function namesAtKey(node: Node, offset: number): readonly string[] {
  if (node.kind === 'sequence') return namesBelow(lastBefore(node.items, (item) => item.start, offset), offset)
  if (node.kind !== 'mapping') return []
  const entry = lastBefore(node.entries, ({key}) => key.start, offset)
  return entry?.key.start === offset ? node.entries.slice(0, maxNames + 1).map(({name}) => name) : namesBelow(entry?.value, offset)
}

const namesBelow = (node: Node | undefined, offset: number): readonly string[] => node === undefined ? [] : namesAtKey(node, offset)

/** The last of some things that does not begin behind an offset; they are in order. */
function lastBefore<T>(sorted: readonly T[], startOf: (entry: T) => number, offset: number): T | undefined {
  let low = 0
  for (let high = sorted.length; low < high;) {
    const middle = (low + high) >> 1
    if (startOf(sorted[middle] as T) <= offset) low = middle + 1
    else high = middle
  }
  return sorted[low - 1]
}

/** The names in the map of a place, as many as `spelling` needs. */
export function siblingNames(root: Node, steps: Steps): readonly string[] {
  const map = nodeAt(root, steps.slice(0, -1))
  const content = map && contentOf(map)
  return content?.kind === 'mapping' ? content.entries.slice(0, maxNames + 1).map(({name}) => name) : []
}

/** True if two spellings differ only in case, signs between words and a plural, or in one letter. No other word may be as near. */
export function isCertain(word: string, suggested: string, words: readonly string[]): boolean {
  const hasSameLetters = bare(word) === bare(suggested)
  const isNear = (other: string): boolean => hasSameLetters ? bare(word) === bare(other) : isSingleTypo(word.toLowerCase(), other.toLowerCase())
  return isNear(suggested) && words.filter(isNear).every((other) => other === suggested)
}

const bare = (word: string): string => word.toLowerCase().replace(/[-_\s]/g, '').replace(/s$/, '')

/** Words that are shorter have too many neighbours. */
const shortest = 5

/**
 * True if two words differ by one inserted or changed letter, or by two swapped adjacent letters.
 *
 * @param least the number of letters that both must have
 */
export function isSingleTypo(a: string, b: string, minimum = shortest): boolean {
  if (Math.min(a.length, b.length) < minimum) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const isSwapped = left.length === 2 && left === [...right].reverse().join('')
  return /^[a-z]*$/.test(left + right) && (isSwapped || (left.length <= 1 && right.length <= 1))
}
