/** The maximum number of items of all lists together, and how many each list shows if there are more. */
const [maxListed, fewListed] = [100_000, 10]

/** Returns a list of a report as a field in JSON. If all lists are too long together, `moreObjects` is the number of the `objects` that are left out. */
export type BoundedLists = <T>(name: string, list: readonly T[], toJson?: (item: T) => unknown) => object

/** Returns a function that shortens lists whose items are too many together for one text. */
export function boundedLists(lists: Iterable<readonly unknown[]>): BoundedLists {
  let listed = 0
  for (const {length} of lists) listed += length
  const maximum = listed <= maxListed ? Infinity : fewListed
  return (name, list, toJson = (item): unknown => item) => ({
    [name]: list.slice(0, maximum).map(toJson),
    ...list.length > maximum && {[`more${name.charAt(0).toUpperCase()}${name.slice(1)}`]: list.length - maximum},
  })
}
