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
  if (name === other) return false
  const [lower, otherLower] = [name.toLowerCase(), other.toLowerCase()]
  if (lower === otherLower) return true
  const [parts, otherParts] = [partsOf(lower), partsOf(otherLower)]
  const different = parts.filter((part, i) => part !== otherParts[i])
  return parts.length === otherParts.length && different.length === 1 && different.every(({length}) => length >= shortestPart)
    && isOneSlip(lower, otherLower, isConfirmed ? shortestPart : shortestAlone)
}

const partsOf = (name: string): string[] => name.split(/[-._/]/)
