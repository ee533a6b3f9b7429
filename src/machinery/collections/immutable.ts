// Changes to values that are never edited in place: unchanged parts are shared, and a change without effect returns the same value.

/** The object with some fields replaced; the object itself when it has these values already. */
export function assign<T extends object>(object: T, changes: Partial<T>): T {
  for (const key in changes) {
    if (object[key] !== changes[key]) return merge(object, changes)
  }
  return object
}

/**
 * Returns a copy of the object with some fields replaced or added, for hot paths. With Node.js 20, each object that `{...object, added}` makes gets its
 * own hidden class: that takes ten times as long and 300 bytes, and slows down every access. Literals that replace fields (`{...object, known}`) or begin with the added ones
 * (`{added, ...object}`) are fast. The objects that Object.assign makes share classes, but it sets the prototype for a key `__proto__`.
 */
export function merge<T extends object, C extends object>(object: T, changes: C): T & C {
  if (Object.hasOwn(object, '__proto__') || Object.hasOwn(changes, '__proto__')) return {...object, ...changes}
  return Object.assign({}, object, changes)
}

/** The list with each item replaced; the list itself when no item changes. */
export function mapItems<T>(items: readonly T[], change: (item: T, position: number) => T): readonly T[] {
  const results = items.map(change)
  return results.every((result, i) => result === items[i]) ? items : results
}
