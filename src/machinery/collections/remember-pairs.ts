/** Limit on the cached pairs, to bound memory; only malicious input has more. */
const maxRemembered = 1000

/**
 * Returns a function of two texts, such as an apiVersion and a kind, that caches its results, except undefined: most objects are of
 * few kinds. Uses nested maps, because one map would need a concatenated key at each call.
 *
 * @param find always returns the same for the same texts
 */
export function rememberPairs<T>(find: (first: string, second: string) => T): (first: string, second: string) => T {
  const known = new Map<string, Map<string, T>>()
  let remembered = 0
  return (first, second) => {
    const found = known.get(first)?.get(second)
    if (found !== undefined) return found
    const value = find(first, second)
    if (value !== undefined && remembered < maxRemembered) {
      remembered++
      const others = known.get(first)
      if (others === undefined) known.set(first, new Map([[second, value]]))
      else others.set(second, value)
    }
    return value
  }
}
