import {isSingleTypo} from '../../manifests/suggestion.js'

/** Shorter parts of names are distinctions, not typing errors: `shard-a` and `shard-b`. */
const shortestPart = 3

/** Shorter names resemble too many others, unless something else confirms the target. */
const shortestSingle = 5

/**
 * Returns true if one name is a typing error of the other: they differ in case, in one letter, or in the order of two letters.
 * Ignores differences in numbers and in parts of one or two letters, which are distinctions.
 *
 * @param isConfirmed true if something else confirms that both names refer to the same object
 */
export function isTypo(name: string, other: string, isConfirmed: boolean): boolean {
  if (name === other || Math.abs(name.length - other.length) > 1) return false
  const [lower, otherLower] = [name.toLowerCase(), other.toLowerCase()]
  if (lower === otherLower) return true
  if (!sharesEnds(lower, otherLower)) return false
  const [parts, otherParts] = [partsOf(lower), partsOf(otherLower)]
  const different = parts.filter((part, i) => part !== otherParts[i])
  return parts.length === otherParts.length && different.length === 1 && different.every(({length}) => length >= shortestPart)
    && isSingleTypo(lower, otherLower, isConfirmed ? shortestPart : shortestSingle)
}

/** Fast path: true if two names of about the same length differ in at most two adjacent letters. */
function sharesEnds(name: string, other: string): boolean {
  const shorter = Math.min(name.length, other.length)
  let start = 0
  while (start < shorter && name.charCodeAt(start) === other.charCodeAt(start)) start++
  let end = 0
  while (end < shorter - start && name.charCodeAt(name.length - 1 - end) === other.charCodeAt(other.length - 1 - end)) end++
  return start + end >= shorter - 2
}

const partsOf = (name: string): string[] => name.split(/[-._/]/)
