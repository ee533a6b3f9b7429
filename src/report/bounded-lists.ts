/** The maximum number of items of all lists together, and how many each list shows if there are more. */
const [maxListed, fewListed] = [100_000, 10]

/** The items of a list to show, and the number of the others. */
export interface BoundedList<T> {
  readonly shown: readonly T[]
  readonly more: number
}

/** Shortens a list of a report, if all lists are too long together. */
export type BoundedLists = <T>(list: readonly T[]) => BoundedList<T>

/** Returns a function that shortens lists whose items are too many together for one text. */
export function boundedLists(lists: Iterable<readonly unknown[]>): BoundedLists {
  let listed = 0
  for (const {length} of lists) listed += length
  const maximum = listed <= maxListed ? Infinity : fewListed
  return (list) => ({shown: list.slice(0, maximum), more: Math.max(0, list.length - maximum)})
}

/** Returns the list of objects of a part of a report as JSON. */
export function objectsJson(
  {objects}: {readonly objects: readonly unknown[]}, bounded: BoundedLists,
): {readonly objects: readonly unknown[], readonly moreObjects?: number} {
  const {shown, more} = bounded(objects)
  return {objects: shown, ...more > 0 && {moreObjects: more}}
}
