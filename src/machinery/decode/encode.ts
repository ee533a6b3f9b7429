import {freezeAll, isShared, rememberShared, share} from '../collections/shared.js'
import {Quantity} from '../quantity/quantity.js'

/** Plain JSON data. Integers beyond 2^53 are bigints, so that none loses digits. */
export type Json = string | number | bigint | boolean | null | readonly Json[] | {readonly [key: string]: Json}

export type JsonObject = Readonly<Record<string, Json>>

/** The plain JSON form of a decoded object: quantities as texts, fields that are undefined left out. */
export function encode(object: object): JsonObject {
  return encodeFields(object)
}

function encodeFields(object: object): JsonObject {
  const result: Record<string, Json> = {}
  // Hot: Object.entries would make a list for each field.
  for (const key of Object.keys(object)) {
    const value = (object as Readonly<Record<string, unknown>>)[key]
    if (value === undefined) continue
    // Assignment to this one name would set the prototype.
    if (key === '__proto__') Object.defineProperty(result, key, {value: encodeValue(value), enumerable: true, configurable: true, writable: true})
    else result[key] = encodeValue(value)
  }
  return result
}

const encodeShared = rememberShared((value: object) => share(freezeAll(encodeFields(value))))

function encodeValue(value: unknown): Json {
  if (typeof value !== 'object' || value === null) return value as Json
  if (value instanceof Quantity) return value.toString()
  if (Array.isArray(value)) return value.map(encodeValue)
  return isShared(value) ? encodeShared(value) : encodeFields(value)
}
