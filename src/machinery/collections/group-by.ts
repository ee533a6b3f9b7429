/** Groups items by a key, in the order of the first item of each key. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T, i: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const [i, item] of items.entries()) {
    const key = keyOf(item, i)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
