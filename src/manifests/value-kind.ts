import type {JsonObject, JsonValue} from '../source/json-value.js'

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isArray = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value)

/** A value as kubectl reads names and the like: what is not a text counts as none. */
export const textOf = (value: JsonValue | undefined): string => typeof value === 'string' ? value : ''

/** What a value is in the words of Go's encoding/json. */
export function goKind(value: JsonValue): string {
  if (typeof value === 'object') return isArray(value) ? 'array' : 'object'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'string' ? 'string' : 'number'
}

/** What OpenAPI calls the values that JSON has. */
export type OpenApiKind = 'array' | 'map' | 'string' | 'boolean' | 'integer' | 'number'

/** What a value is in the words of OpenAPI. An integer is what fits into 64 bits, which no unsafe number does. */
export function openApiKind(value: Exclude<JsonValue, null>): OpenApiKind {
  if (typeof value === 'object') return isArray(value) ? 'array' : 'map'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? 'integer' : 'number'
}
