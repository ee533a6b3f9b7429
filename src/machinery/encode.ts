import {Quantity} from './quantity.js'
import {isShared, rememberShared, share} from './shared.js'

/** Plain JSON data. Integers beyond 2^53 are bigints, so that none loses digits. */
export type Json = string | number | bigint | boolean | null | readonly Json[] | {readonly [key: string]: Json}

export type JsonObject = Readonly<Record<string, Json>>

/** The plain JSON form of a decoded object: quantities as texts, fields that are undefined left out. */
export function encode(object: object): JsonObject {
  return encodeFields(object, encodePart)
}

function encodeFields(object: object, encodeField = encodeValue): JsonObject {
  const result: Record<string, Json> = {}
  for (const [key, value] of Object.entries(object) as [string, unknown][]) {
    if (value === undefined) continue
    // Assignment to this one name would set the prototype.
    if (key === '__proto__') Object.defineProperty(result, key, {value: encodeField(value), enumerable: true, configurable: true, writable: true})
    else result[key] = encodeField(value)
  }
  return result
}

/** Encodes a field of the object itself: its spec may be shared. */
const encodePart = (value: unknown): Json => typeof value === 'object' && value !== null && isShared(value) ? encodeShared(value) : encodeValue(value)

const encodeShared = rememberShared((value: object) => share(encodeFields(value)))

function encodeValue(value: unknown): Json {
  if (typeof value !== 'object' || value === null) return value as Json
  if (value instanceof Quantity) return value.toString()
  return Array.isArray(value) ? value.map(encodeValue) : encodeFields(value)
}
