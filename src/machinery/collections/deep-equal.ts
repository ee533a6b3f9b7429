/** True for equal values: the same primitives, or lists and objects of one prototype with equal content. Reads no maps and sets. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isObject(a) || !isObject(b) || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && a['length'] === b['length'] && keys.every((key) => Object.hasOwn(b, key) && isDeepEqual(a[key], b[key]))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
