import type {Json, JsonObject} from '../../machinery/decode/encode.js'
import {textOf} from '../../machinery/go/json-value.js'
import {sortTexts} from '../../machinery/go/text.js'
import {goText, isList, isMap, jsonEqual, own} from '../../machinery/patch/json.js'
import {type PatchMeta, patchMeta, patchTypeOf, plainMeta} from '../../machinery/patch/patch-meta.js'
import {apiType, tableOfKind} from '../../machinery/schema/api-tables.js'
import type {FieldTable} from '../../machinery/schema/field-table.js'
import {lastApplied} from './last-applied.js'
import type {FieldDifference} from './object-change.js'

/** The values of a field: stored before, stored now, and sent. */
export interface Versions {
  readonly before: Json | undefined
  readonly after: Json | undefined
  readonly sent: Json | undefined
}

/** The place of a field. */
export interface FieldPlace {
  readonly field: string
  /** The path of the field in the object as stored now; an item that is no longer in a list is at -1. */
  readonly steps: readonly (string | number)[]
  /** The path of the field in the object as stored before. */
  readonly oldSteps: readonly (string | number)[]
  /** The merge strategy, which defines how list items are identified. */
  readonly meta: PatchMeta
  /** The type of the field, if known. */
  readonly table: Pick<FieldTable, 'shape' | 'type' | 'element'> | undefined
}

/** The place of the object itself. */
export function rootPlace(object: JsonObject): FieldPlace {
  const [apiVersion, kind] = [textOf(object['apiVersion']), textOf(object['kind'])]
  const type = tableOfKind(apiVersion, kind)
  return {field: '', steps: [], oldSteps: [], meta: {...plainMeta, type: patchTypeOf(apiVersion, kind)}, table: type === undefined ? undefined : {shape: 'struct', type}}
}

/** The object without metadata that users do not change. */
export function withoutServerMetadata(object: JsonObject): JsonObject {
  const metadata = own(object, 'metadata')
  if (!isMap(metadata)) return object
  const {generation: _generation, managedFields: _fields, resourceVersion: _version, annotations, ...rest} = metadata
  const {[lastApplied]: _applied, ...others} = isMap(annotations) ? annotations : {}
  return {...object, metadata: {...rest, ...Object.keys(others).length > 0 && {annotations: others}}}
}

/** A field that differs. */
export interface Difference {
  readonly place: FieldPlace
  readonly versions: Versions
}

/**
 * The fields that differ between two versions of an object, by name.
 *
 * @param isDeep true to return each field of a map that only one version has, instead of the map
 */
export function* differences(versions: Versions, place: FieldPlace, isDeep = false): Generator<Difference> {
  const {before, after, sent} = versions
  if (jsonEqual(before, after)) return
  const [old, now] = isDeep ? [before ?? emptyLike(after), after ?? emptyLike(before)] : [before, after]
  if (isMap(old) && isMap(now)) {
    for (const key of sortTexts([...new Set([...Object.keys(old), ...Object.keys(now)])])) {
      yield* differences({before: own(old, key), after: own(now, key), sent: isMap(sent) ? own(sent, key) : undefined}, below(place, key), isDeep)
    }
  } else if (isList(before) && isList(after) && [...before, ...after].every(isMap)) {
    yield* listDifferences({before, after, sent: isList(sent) ? sent : []}, place, isDeep)
  } else yield {place, versions}
}

/** An empty map in place of a map with fields that the other version lacks. */
const emptyLike = (value: Json | undefined): Json | undefined => isMap(value) && Object.keys(value).length > 0 ? {} : undefined

interface ListVersions {
  readonly before: readonly Json[]
  readonly after: readonly Json[]
  readonly sent: readonly Json[]
}

/** The differences between lists of maps: between items with the same key, else between items at the same position. */
function* listDifferences({before, after, sent}: ListVersions, place: FieldPlace, isDeep: boolean): Generator<Difference> {
  const {mergeKey, type} = place.meta
  const isKeyed = mergeKey !== '' && [before, after].every((list) => hasOwnKeys(list, mergeKey))
  const keyOf = (item: Json, position: number): string => isKeyed ? `${mergeKey}=${goText((item as JsonObject)[mergeKey])}` : String(position)
  const byKey = (list: readonly Json[]): ReadonlyMap<string, Json> => new Map(list.map((item, i) => [keyOf(item, i), item]))
  const [old, now, given] = [byKey(before), byKey(after), byKey(sent)]
  const [oldPositions, positions] = [positionsIn(old), positionsIn(now)]
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const item: FieldPlace = {field: `${place.field}[${key}]`, steps: [...place.steps, positions.get(key) ?? -1], oldSteps: [...place.oldSteps, oldPositions.get(key) ?? -1], meta: {...plainMeta, type}, table: place.table?.element}
    const versions = {before: old.get(key), after: now.get(key), sent: given.get(key)}
    // An item that only one version has is one difference.
    if (versions.before === undefined || versions.after === undefined) yield {place: item, versions}
    else yield* differences(versions, item, isDeep)
  }
}

const positionsIn = (items: ReadonlyMap<string, unknown>): ReadonlyMap<string, number> => new Map([...items.keys()].map((key, i) => [key, i]))

/** True if each item of a list has a unique key. */
function hasOwnKeys(list: readonly Json[], key: string): boolean {
  const keys = new Set(list.map((item) => isMap(item) ? own(item, key) : undefined))
  return keys.size === list.length && !keys.has(undefined)
}

function below({field, steps, oldSteps, meta, table}: FieldPlace, key: string): FieldPlace {
  const isEntry = table?.shape === 'map'
  const child = isEntry ? table.element : table?.type === undefined ? undefined : apiType(table.type)?.fields[key]
  const name = field === '' ? key : isEntry ? `${field}[${key}]` : `${field}.${key}`
  return {field: name, steps: [...steps, key], oldSteps: [...oldSteps, key], meta: patchMeta(meta.type, key), table: child}
}

/** True if one path contains the other. */
export const isWithin = (a: readonly (string | number)[], b: readonly (string | number)[]): boolean =>
  (a.length < b.length ? a : b).every((step, i) => a[i] === b[i] && step === b[i])

/** Masks a Secret's values in a change, like `kubectl diff`: equal and different values look the same. */
export function masked<T extends FieldDifference>({apiVersion, kind}: JsonObject, change: T): T {
  const isSecret = apiVersion === 'v1' && kind === 'Secret' && /^(data|stringData)\b/.test(change.field)
  if (!isSecret) return change
  const [before, after] = change.from === undefined || change.to === undefined ? ['***', '***'] : ['*** (before)', '*** (after)']
  return {...change, from: hidden(change.from, before), to: hidden(change.to, after)}
}

function hidden(value: Json | undefined, mask: string): Json | undefined {
  if (value === undefined) return undefined
  return isMap(value) ? Object.fromEntries(Object.keys(value).map((key) => [key, mask])) : mask
}
