// Pods of one template have equal specs, which are decoded to one shared object. Functions of a spec remember their results
// for shared values only, because WeakMap entries for millions of values that never repeat would be expensive.

const shared = new WeakSet()

/** Marks an immutable value as shared: several objects hold it. */
export function share<T extends object>(value: T): T {
  shared.add(value)
  return value
}

/** Freezes plain data and everything in it. */
export function freezeAll<T>(data: T): T {
  if (typeof data !== 'object' || data === null) return data
  for (const item of Object.values(data)) freezeAll<unknown>(item)
  return Object.freeze(data)
}

/** True for a shared value. */
export const isShared = (value: object): boolean => shared.has(value)

/** Marks a value as shared if the value that it is computed from is. */
export const shareWith = <T extends object>(source: object, value: T): T => shared.has(source) ? share(value) : value

/**
 * Returns a function that remembers its results for shared values.
 *
 * @param compute a pure function whose results are immutable
 */
export function rememberShared<K extends object, T>(compute: (value: K) => T): (value: K) => T {
  const known = new WeakMap<K, {readonly result: T}>()
  return (value) => {
    const entry = known.get(value)
    if (entry !== undefined) return entry.result
    const result = compute(value)
    if (shared.has(value)) known.set(value, {result})
    return result
  }
}

/** Like rememberShared, for a function of two values: it remembers the result for the last second value. */
export function rememberSharedWith<K extends object, O, T>(
  compute: (value: K, other: O) => T, isSame: (a: O, b: O) => boolean = Object.is,
): (value: K, other: O) => T {
  const known = new WeakMap<K, {readonly other: O, readonly result: T}>()
  return (value, other) => {
    const entry = known.get(value)
    if (entry !== undefined && isSame(entry.other, other)) return entry.result
    const result = compute(value, other)
    if (shared.has(value)) known.set(value, {other, result})
    return result
  }
}

/** Like rememberShared, for a function whose results for shared values are shared, too. */
export const deriveShared = <T extends object>(compute: (value: T) => T): (value: T) => T =>
  rememberShared((value) => shareWith(value, compute(value)))
