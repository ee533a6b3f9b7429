/** The maximum number of items of all lists together, and how many each list shows if there are more. */
const [maxListed, fewListed] = [100_000, 10]

/** Shortens the list of a part of a report, if all lists are too long together. */
export type BoundedLists = <T extends {readonly objects: readonly unknown[]}>(part: T) => T & {readonly moreObjects?: number}

/** Returns a function that shortens lists whose items are too many together for one text: it adds the number of the others as `moreObjects`. */
export function boundedLists(lists: Iterable<readonly unknown[]>): BoundedLists {
  let listed = 0
  for (const {length} of lists) listed += length
  if (listed <= maxListed) return (part) => part
  return (part) => part.objects.length <= fewListed ? part
    : {...part, objects: part.objects.slice(0, fewListed), moreObjects: part.objects.length - fewListed}
}
