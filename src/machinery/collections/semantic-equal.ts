import {Quantity} from '../quantity/quantity.js'

/**
 * Equality as the API server's validation sees it: quantities by their amount, and a field that is left out like one that
 * holds nothing (an empty text, list or map, zero, false). An empty struct differs from none, and in a map it counts which keys
 * there are (apiequality.Semantic.DeepEqual).
 */
export function semanticEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (isNothing(a)) return isNothing(b)
  if (a instanceof Quantity) return b instanceof Quantity && a.compare(b) === 0
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => semanticEqual(item, b[i]))
  return !Array.isArray(b) && hasEqualFields(a, b)
}

/** A map has no prototype, which distinguishes it from a struct. */
const isMap = (value: object): boolean => Object.getPrototypeOf(value) !== Object.prototype

/** True for the values that equal an absent one in a decoded object. */
function isNothing(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === undefined || value === null || value === '' || value === 0 || value === false
  return Array.isArray(value) ? value.length === 0 : isMap(value) && Object.keys(value).length === 0
}

function hasEqualFields(a: object, b: object): boolean {
  const [left, right] = [Object.keys(a), Object.keys(b)]
  if ((isMap(a) || isMap(b)) && (left.length !== right.length || left.some((key) => !Object.hasOwn(b, key)))) return false
  return left.every((key) => semanticEqual(valueOf(a, key), valueOf(b, key))) && right.every((key) => Object.hasOwn(a, key) || isNothing(valueOf(b, key)))
}

/** The value of an object's own field, which may have any name. */
const valueOf = (object: object, key: string): unknown => Object.hasOwn(object, key) ? (object as Readonly<Record<string, unknown>>)[key] : undefined
