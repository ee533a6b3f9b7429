/** Returns at most this number of items: of too many, first those with problems. Keeps their order. */
export function problemsFirst<T>(items: readonly T[], hasProblem: (item: T) => boolean, most: number): readonly T[] {
  if (items.length <= most) return items
  const isBad = new Map(items.map((item) => [item, hasProblem(item)]))
  const shown = new Set([...items.filter((item) => isBad.get(item) === true), ...items.filter((item) => isBad.get(item) === false)].slice(0, most))
  return items.filter((item) => shown.has(item))
}
