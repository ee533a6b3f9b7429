import type {Json, JsonObject} from '../decode/encode.js'
import {goKindOf, isList, isMap, jsonEqual, own} from './json.js'
import {PatchError} from './patch-error.js'

/** An object as it was last applied, as it is to be, and as it is on the server. */
export interface ThreeWay {
  readonly original: JsonObject
  readonly modified: JsonObject
  readonly current: JsonObject
}

/**
 * The JSON merge patch with which `kubectl apply` changes a custom resource: what is new or another in `modified` than in
 * `current`, and without what was in `original` and is no longer (jsonmergepatch `CreateThreeWayJSONMergePatch`).
 *
 * @throws PatchError where one half of it takes away what the other one sets
 */
export function threeWayJsonPatch({original, modified, current}: ThreeWay): JsonObject {
  const changes = half(difference(current, modified), false)
  const deletions = half(difference(original, modified), true)
  if (areInConflict(changes, deletions)) throw new PatchError('patch conflicts with changes made from original to current')
  return overlaid(deletions, changes)
}

/** Applies a JSON merge patch (RFC 7386). */
export function mergeJson(original: JsonObject, patch: JsonObject): JsonObject {
  const result = new Map(Object.entries(original))
  for (const [key, value] of Object.entries(patch)) {
    const old = result.get(key)
    if (value === null) result.delete(key)
    else result.set(key, isMap(value) ? mergeJson(isMap(old) ? old : {}, value) : value)
  }
  return Object.fromEntries(result)
}

/** The JSON merge patch that leads from one object to another (json-patch `CreateMergePatch`). */
function difference(before: JsonObject, after: JsonObject): JsonObject {
  const patch = new Map<string, Json>()
  for (const [key, value] of Object.entries(after)) {
    const old = own(before, key)
    if (isMap(old) && isMap(value)) {
      const inner = difference(old, value)
      if (Object.keys(inner).length > 0) patch.set(key, inner)
    } else if (old === undefined || goKindOf(old) !== goKindOf(value) || !jsonEqual(old, value)) patch.set(key, value)
  }
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch.set(key, null)
  return Object.fromEntries(patch)
}

/** Only the nulls of a patch, or everything else; maps that become empty are dropped (`keepOrDeleteNullInObj`). */
function half(patch: JsonObject, keepsNulls: boolean): JsonObject {
  return Object.fromEntries(Object.entries(patch).flatMap(([key, value]): [string, Json][] => {
    if (value === null) return keepsNulls ? [[key, null]] : []
    if (!isMap(value) || Object.keys(value).length === 0) return keepsNulls ? [] : [[key, value]]
    const inner = half(value, keepsNulls)
    return Object.keys(inner).length === 0 ? [] : [[key, inner]]
  }))
}

/** True where two patches set one field to different values (mergepatch `HasConflicts`). */
function areInConflict(a: Json, b: Json): boolean {
  if (isMap(a) && isMap(b)) return Object.entries(a).some(([key, value]) => Object.hasOwn(b, key) && areInConflict(value, b[key] ?? null))
  if (isList(a) && isList(b)) return a.length !== b.length || a.some((item, i) => areInConflict(item, b[i] ?? null))
  return !jsonEqual(a, b)
}

/** One patch over another; its nulls stay. */
function overlaid(below: JsonObject, above: JsonObject): JsonObject {
  const result = new Map(Object.entries(below))
  for (const [key, value] of Object.entries(above)) {
    const old = result.get(key)
    result.set(key, isMap(old) && isMap(value) ? overlaid(old, value) : value)
  }
  return Object.fromEntries(result)
}
