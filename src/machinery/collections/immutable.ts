// Changing values that are never edited in place: what does not change is shared, and what changes nothing is given back as it is.

/** The object with some fields replaced; the object itself when it holds these very values already. */
export function assign<T extends object>(object: T, changes: Partial<T>): T {
  for (const key in changes) {
    if (object[key] !== changes[key]) return {...object, ...changes}
  }
  return object
}

/** The list with each item replaced; the list itself when every item is given back as it is. */
export function mapItems<T>(items: readonly T[], change: (item: T, position: number) => T): readonly T[] {
  const results = items.map(change)
  return results.every((result, i) => result === items[i]) ? items : results
}
