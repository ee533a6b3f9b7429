// Changes to values that are never edited in place: unchanged parts are shared, and a change without effect returns the same value.

/** The object with some fields replaced; the object itself when it has these values already. */
export function assign<T extends object>(object: T, changes: Partial<T>): T {
  for (const key in changes) {
    if (object[key] !== changes[key]) return {...object, ...changes}
  }
  return object
}

/** The list with each item replaced; the list itself when no item changes. */
export function mapItems<T>(items: readonly T[], change: (item: T, position: number) => T): readonly T[] {
  const results = items.map(change)
  return results.every((result, i) => result === items[i]) ? items : results
}
