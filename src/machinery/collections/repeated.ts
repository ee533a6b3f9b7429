/** Returns for each key whether an earlier one is the same. Texts and numbers are compared by value. */
export function repeated(keys: readonly unknown[]): boolean[] {
  const known = new Set<unknown>()
  return keys.map((key) => known.size === known.add(key).size)
}
