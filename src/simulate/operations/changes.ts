import type {Json, JsonObject} from '../../machinery/decode/encode.js'
import {textOf} from '../../machinery/go/json-value.js'
import {sortTexts} from '../../machinery/go/text.js'
import {goText, isList, isMap, jsonEqual, own} from '../../machinery/patch/json.js'
import {type PatchMeta, patchMeta, patchTypeOf, plainMeta} from '../../machinery/patch/patch-meta.js'
import {apiFields, type FieldTable, tableOfKind} from '../../machinery/schema/api-tables.js'
import type {ManifestReview} from '../manifest-review.js'
import {lastApplied} from './last-applied.js'
import type {FieldDifference, ObjectChange} from './object-change.js'

/** The values of a field: stored before, stored now, and sent. */
interface Versions {
  readonly before: Json | undefined
  readonly after: Json | undefined
  readonly sent: Json | undefined
}

/** The place of a field. */
interface Place {
  readonly field: string
  /** The path of the field in the object as stored now. */
  readonly steps: readonly (string | number)[]
  /** The merge strategy, which defines how list items are identified. */
  readonly meta: PatchMeta
  /** The type of the field, if known. */
  readonly table: Pick<FieldTable, 'shape' | 'type' | 'element'> | undefined
}

/** The fields that an update changed in the stored object, sorted by name; none without an update. */
export function changesOf(review: ManifestReview): ObjectChange[] {
  const {operation, allowed, before, object, sent} = review
  if (operation !== 'UPDATE' || !allowed || before === undefined || object === undefined) return []
  const found = [...differences({before: shown(before), after: shown(object), sent: withData(shown(sent ?? object))}, rootOf(object))]
  return found.map(({place, versions}) => masked(object, {field: place.field, from: versions.before, to: versions.after, by: author(review, place, versions)}))
}

/** The fields in which two versions of an object differ, sorted by name. The values of a Secret are masked. */
export const differencesOf = (before: JsonObject, after: JsonObject): FieldDifference[] =>
  [...differences({before, after, sent: undefined}, rootOf(after))]
    .map(({place: {field}, versions}) => masked(after, {field, from: versions.before, to: versions.after}))

function rootOf(object: JsonObject): Place {
  const [apiVersion, kind] = [textOf(object['apiVersion']), textOf(object['kind'])]
  const type = tableOfKind(apiVersion, kind)
  return {field: '', steps: [], meta: {...plainMeta, type: patchTypeOf(apiVersion, kind)}, table: type === undefined ? undefined : {shape: 'struct', type}}
}

/** The object without metadata that users do not change. */
function shown(object: JsonObject): JsonObject {
  const metadata = own(object, 'metadata')
  if (!isMap(metadata)) return object
  const {generation: _generation, managedFields: _fields, resourceVersion: _version, annotations, ...rest} = metadata
  const {[lastApplied]: _applied, ...others} = isMap(annotations) ? annotations : {}
  return {...object, metadata: {...rest, ...Object.keys(others).length > 0 && {annotations: others}}}
}

/** Merges a Secret's text fields into its other data, as they are stored. */
function withData(object: JsonObject): JsonObject {
  const {kind, data, stringData} = object
  return kind === 'Secret' && isMap(stringData) ? {...object, data: {...isMap(data) ? data : {}, ...stringData}} : object
}

interface Difference {
  readonly place: Place
  readonly versions: Versions
}

function* differences(versions: Versions, place: Place): Generator<Difference> {
  const {before, after, sent} = versions
  if (jsonEqual(before, after)) return
  if (isMap(before) && isMap(after)) {
    for (const key of sortTexts([...new Set([...Object.keys(before), ...Object.keys(after)])])) {
      yield* differences({before: own(before, key), after: own(after, key), sent: isMap(sent) ? own(sent, key) : undefined}, below(place, key))
    }
  } else if (isList(before) && isList(after) && [...before, ...after].every(isMap)) {
    yield* listDifferences({before, after, sent: isList(sent) ? sent : []}, place)
  } else yield {place, versions}
}

interface ListVersions {
  readonly before: readonly Json[]
  readonly after: readonly Json[]
  readonly sent: readonly Json[]
}

/** The differences between lists of maps: between items with the same key, else between items at the same position. */
function* listDifferences({before, after, sent}: ListVersions, place: Place): Generator<Difference> {
  const {mergeKey, type} = place.meta
  const isKeyed = mergeKey !== '' && [before, after].every((list) => hasOwnKeys(list, mergeKey))
  const keyOf = (item: Json, position: number): string => isKeyed ? `${mergeKey}=${goText((item as JsonObject)[mergeKey])}` : String(position)
  const byKey = (list: readonly Json[]): ReadonlyMap<string, Json> => new Map(list.map((item, i) => [keyOf(item, i), item]))
  const [old, now, given] = [byKey(before), byKey(after), byKey(sent)]
  const positions = new Map([...now.keys()].map((key, i) => [key, i]))
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const item: Place = {field: `${place.field}[${key}]`, steps: [...place.steps, positions.get(key) ?? -1], meta: {...plainMeta, type}, table: place.table?.element}
    yield* differences({before: old.get(key), after: now.get(key), sent: given.get(key)}, item)
  }
}

/** True if each item of a list has a unique key. */
function hasOwnKeys(list: readonly Json[], key: string): boolean {
  const keys = new Set(list.map((item) => isMap(item) ? own(item, key) : undefined))
  return keys.size === list.length && !keys.has(undefined)
}

function below({field, steps, meta, table}: Place, key: string): Place {
  const isEntry = table?.shape === 'map'
  const child = isEntry ? table.element : table?.type === undefined ? undefined : apiFields().types[table.type]?.fields[key]
  const name = field === '' ? key : isEntry ? `${field}[${key}]` : `${field}.${key}`
  return {field: name, steps: [...steps, key], meta: patchMeta(meta.type, key), table: child}
}

function author({steps: done}: ManifestReview, place: Place, {before, after, sent}: Versions): string {
  const plugins = new Set(done.filter(({changes}) => changes.some((change) => isWithin(change.field.steps(), place.steps))).map(({plugin}) => plugin))
  const isByUser = after === undefined ? sent === undefined : sent !== undefined && !jsonEqual(sent, before)
  if (plugins.size > 0) return [...isByUser && isWider(done, place) ? ['user'] : [], ...plugins].join(', ')
  if (isByUser) return 'user'
  return after === undefined || place.steps[0] === 'status' ? 'server' : 'defaults'
}

/** True if one path contains the other. */
const isWithin = (a: readonly (string | number)[], b: readonly (string | number)[]): boolean =>
  (a.length < b.length ? a : b).every((step, i) => a[i] === b[i] && step === b[i])

/** True if plugins set only a part of what changed. */
const isWider = (done: ManifestReview['steps'], place: Place): boolean =>
  done.every(({changes}) => changes.every(({field}) => !isWithin(field.steps(), place.steps) || field.steps().length > place.steps.length))

/** Masks a Secret's values in a change, like `kubectl diff`: equal and different values look the same. */
function masked<T extends FieldDifference>({apiVersion, kind}: JsonObject, change: T): T {
  const isSecret = apiVersion === 'v1' && kind === 'Secret' && /^(data|stringData)\b/.test(change.field)
  if (!isSecret) return change
  const [before, after] = change.from === undefined || change.to === undefined ? ['***', '***'] : ['*** (before)', '*** (after)']
  return {...change, from: hidden(change.from, before), to: hidden(change.to, after)}
}

function hidden(value: Json | undefined, mask: string): Json | undefined {
  if (value === undefined) return undefined
  return isMap(value) ? Object.fromEntries(Object.keys(value).map((key) => [key, mask])) : mask
}
