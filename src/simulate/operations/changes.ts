import type {JsonObject} from '../../machinery/decode/encode.js'
import {isMap, jsonEqual} from '../../machinery/patch/json.js'
import type {ManifestReview} from '../manifest-review.js'
import {differences, type FieldPlace, isWithin, masked, rootPlace, type Versions, withoutServerMetadata} from './differences.js'
import type {FieldDifference, ObjectChange} from './object-change.js'

/** The fields that an update changed in the stored object, sorted by name; none without an update. */
export function changesOf(review: ManifestReview): ObjectChange[] {
  const {operation, allowed, before, object, sent} = review
  if (operation !== 'UPDATE' || !allowed || before === undefined || object === undefined) return []
  const versions = {before: withoutServerMetadata(before), after: withoutServerMetadata(object), sent: withData(withoutServerMetadata(sent ?? object))}
  const found = [...differences(versions, rootPlace(object))]
  return found.map(({place, versions}) => masked(object, {field: place.field, from: versions.before, to: versions.after, by: author(review, place, versions)}))
}

/** The fields in which two versions of an object differ, sorted by name. The values of a Secret are masked. */
export const differencesOf = (before: JsonObject, after: JsonObject): FieldDifference[] =>
  [...differences({before, after, sent: undefined}, rootPlace(after))]
    .map(({place: {field}, versions}) => masked(after, {field, from: versions.before, to: versions.after}))

/** Merges a Secret's text fields into its other data, as they are stored. */
function withData(object: JsonObject): JsonObject {
  const {kind, data, stringData} = object
  return kind === 'Secret' && isMap(stringData) ? {...object, data: {...isMap(data) ? data : {}, ...stringData}} : object
}

function author({steps: done}: ManifestReview, place: FieldPlace, {before, after, sent}: Versions): string {
  const plugins = new Set(done.filter(({changes}) => changes.some((change) => isWithin(change.field.steps(), place.steps))).map(({plugin}) => plugin))
  const isByUser = after === undefined ? sent === undefined : sent !== undefined && !jsonEqual(sent, before)
  if (plugins.size > 0) return [...isByUser && isWider(done, place) ? ['user'] : [], ...plugins].join(', ')
  if (isByUser) return 'user'
  return after === undefined || place.steps[0] === 'status' ? 'server' : 'defaults'
}

/** True if plugins set only a part of what changed. */
const isWider = (done: ManifestReview['steps'], place: FieldPlace): boolean =>
  done.every(({changes}) => changes.every(({field}) => !isWithin(field.steps(), place.steps) || field.steps().length > place.steps.length))
