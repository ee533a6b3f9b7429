import {isOneSlip} from '../../manifests/suggestion.js'

/** Parts of names that are shorter tell things apart: `shard-a` and `shard-b`. */
const shortestPart = 3

/** Names that are shorter have too many neighbours, unless something else says which one is meant. */
const shortestAlone = 5

/**
 * True of two names of which one can only be a slip of the other: they differ in case, in one letter, or in the order of two letters.
 * Numbers and parts of one or two letters do not count: they tell things apart.
 *
 * @param isConfirmed true where something else says that the same thing is meant
 */
export function isSlip(name: string, other: string, isConfirmed: boolean): boolean {
  if (name === other || Math.abs(name.length - other.length) > 1) return false
  const [lower, otherLower] = [name.toLowerCase(), other.toLowerCase()]
  if (lower === otherLower) return true
  if (!sharesEnds(lower, otherLower)) return false
  const [parts, otherParts] = [partsOf(lower), partsOf(otherLower)]
  const different = parts.filter((part, i) => part !== otherParts[i])
  return parts.length === otherParts.length && different.length === 1 && different.every(({length}) => length >= shortestPart)
    && isOneSlip(lower, otherLower, isConfirmed ? shortestPart : shortestAlone)
}

/** True of names of one length, or nearly, that differ in no more than two letters side by side; nearly all others are told apart here. */
function sharesEnds(name: string, other: string): boolean {
  const shorter = Math.min(name.length, other.length)
  let start = 0
  while (start < shorter && name.charCodeAt(start) === other.charCodeAt(start)) start++
  let end = 0
  while (end < shorter - start && name.charCodeAt(name.length - 1 - end) === other.charCodeAt(other.length - 1 - end)) end++
  return start + end >= shorter - 2
}

const partsOf = (name: string): string[] => name.split(/[-._/]/)
