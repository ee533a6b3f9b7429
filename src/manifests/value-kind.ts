import type {JsonValue} from '../source/json-value.js'

/** True of a list. */
export const isArray = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value)

/** What OpenAPI calls the values that JSON has. */
export type OpenApiKind = 'array' | 'map' | 'string' | 'boolean' | 'integer' | 'number'

/** What a value is in the words of OpenAPI. An integer is what fits into 64 bits, which no unsafe number does. */
export function openApiKind(value: Exclude<JsonValue, null>): OpenApiKind {
  if (typeof value === 'object') return isArray(value) ? 'array' : 'map'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? 'integer' : 'number'
}
