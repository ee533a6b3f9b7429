/**
 * Returns a function of an object that computes each result once, and keeps it as long as the object.
 *
 * @param compute a pure function; a result of undefined is computed again
 */
export function remember<K extends object, T>(compute: (value: K) => T): (value: K) => T {
  const known = new WeakMap<K, T>()
  return (value) => {
    let result = known.get(value)
    if (result === undefined) known.set(value, result = compute(value))
    return result
  }
}
