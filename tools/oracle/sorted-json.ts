/** A value as JSON, the keys of its objects sorted. */
export const sortedJson = (value: unknown): string => JSON.stringify(value, (_key, item: unknown) =>
  typeof item === 'object' && item !== null && !Array.isArray(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => a < b ? -1 : 1)) : item)
