import type {Json, JsonObject} from '../decode/encode.js'
import {compareText} from '../go/text.js'

/** The kinds of values in Go's reflect, limited to those that patches distinguish. */
export type GoKind = 'nil' | 'map' | 'list' | 'string' | 'bool' | 'int64' | 'float64'

export function goKindOf(value: Json | undefined): GoKind {
  switch (typeof value) {
    case 'string': return 'string'
    case 'boolean': return 'bool'
    case 'bigint': return 'int64'
    case 'number': return Number.isInteger(value) ? 'int64' : 'float64'
    case 'object': return value === null ? 'nil' : Array.isArray(value) ? 'list' : 'map'
    default: return 'nil'
  }
}

export const isMap = (value: Json | undefined): value is JsonObject => goKindOf(value) === 'map'

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** A field of its own; undefined where it has none of that name. */
export const own = (object: JsonObject, key: string): Json | undefined => Object.hasOwn(object, key) ? object[key] : undefined

/** Equality of plain data (reflect.DeepEqual). */
export function jsonEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => jsonEqual(item, b[i]))
  if (!isMap(a) || !isMap(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && jsonEqual(a[key], b[key]))
}

/** The depth limit of printed values: longer ones are unreadable, and a hostile last-applied annotation must not exhaust the stack. */
const deepest = 500

/** Go's `%v` of plain data: maps with their keys sorted, and no quotes. */
export function goText(value: Json | undefined, depth = 0): string {
  if (value === null || value === undefined) return '<nil>'
  if (typeof value !== 'object') return String(value)
  if (depth > deepest) return '...'
  if (isList(value)) return `[${value.map((item) => goText(item, depth + 1)).join(' ')}]`
  const entries = Object.entries(value).sort(([a], [b]) => compareText(a, b))
  return `map[${entries.map(([key, item]) => `${key}:${goText(item, depth + 1)}`).join(' ')}]`
}
