import type {JsonValue} from '../source/json-value.js'

/** True for a list. */
export const isArray = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value)

/** OpenAPI's names for the types of JSON values. */
export type OpenApiKind = 'array' | 'map' | 'string' | 'boolean' | 'integer' | 'number'

/** OpenAPI's name for the type of a value. Integers are those in 64 bits, which excludes all unsafe numbers. */
export function openApiKind(value: Exclude<JsonValue, null>): OpenApiKind {
  if (typeof value === 'object') return isArray(value) ? 'array' : 'map'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? 'integer' : 'number'
}
