import type {Json, JsonObject} from '../decode/encode.js'

/**
 * The stored object of another request: each value that differs between the two requests is replaced. The requests differ in
 * nothing but a number in their texts.
 *
 * @param stored what the server made of the request `from`; it may have more fields and more items
 */
export const renumbered = (stored: JsonObject, from: JsonObject, to: JsonObject): JsonObject => replace(stored, from, to) as JsonObject

function replace(stored: Json, from: Json, to: Json): Json {
  if (from === to) return stored
  if (typeof from !== 'object' || typeof to !== 'object' || from === null || to === null) return stored === from ? to : stored
  if (typeof stored !== 'object' || stored === null) return stored
  const result = (Array.isArray(stored) ? [...stored as readonly Json[]] : {...stored}) as Record<string, Json>
  // Admission appends to lists: the items of the request keep their places.
  for (const key of Object.keys(result)) {
    const [before, after] = [own(from, key), own(to, key)]
    if (before !== undefined && after !== undefined && before !== after) result[key] = replace(result[key] as Json, before, after)
  }
  return result
}

const own = (object: object, key: string): Json | undefined => Object.hasOwn(object, key) ? (object as JsonObject)[key] : undefined
