import type {Json, JsonObject} from '../decode/encode.js'
import {interleaved, positions} from './element-order.js'
import {goKindOf, goText, isList, isMap, jsonEqual, own} from './json.js'
import {elementKind, keyOf, listOf, mapOf, PatchError} from './patch-error.js'
import {patchMeta} from './patch-meta.js'

/** The merging side: a client merges one patch into another, the server a patch into an object. */
export type MergeSide = 'client' | 'server'

const deletionPrefix = '$deleteFromPrimitiveList'

const orderPrefix = '$setElementOrder'

/**
 * Merges a strategic merge patch into an object, or into another patch (strategicpatch `mergeMap`).
 *
 * @param type the type of the object, by which its lists are merged
 * @throws PatchError for a patch that cannot be merged
 */
export function mergeMaps(original: JsonObject, patch: JsonObject, type: string, side: MergeSide): JsonObject {
  const directive = own(patch, '$patch')
  if (directive === 'replace') return without(patch, '$patch')
  if (directive === 'delete') return {}
  if (directive !== undefined) throw new PatchError(`unknown patch type: ${goText(directive)} in map: ${goText(patch)}`)
  const merging: Merging = {result: new Map(Object.entries(original)), rest: new Map(Object.entries(patch)), type, side}
  applyRetainedKeys(merging)
  mergeOrderedLists(merging)
  for (const [key, value] of merging.rest) mergeField(merging, key, value)
  return Object.fromEntries(merging.result)
}

/** A merge on its way. */
interface Merging {
  readonly result: Map<string, Json>
  /** The part of the patch that is not merged yet. */
  readonly rest: Map<string, Json>
  readonly type: string
  readonly side: MergeSide
}

function without(object: JsonObject, key: string): JsonObject {
  const {[key]: _gone, ...rest} = object
  return rest
}

const isDirective = (key: string): boolean => key.startsWith(deletionPrefix) || key.startsWith(orderPrefix)

function applyRetainedKeys({result, rest, side}: Merging): void {
  const retained = rest.get('$retainKeys')
  if (retained === undefined) return
  rest.delete('$retainKeys')
  if (side === 'client') {
    const other = result.get('$retainKeys')
    if (other !== undefined && !jsonEqual(other, retained)) {
      throw new PatchError(`${goText(other)} and ${goText(retained)} are not deep equal: this may happen when calculating the 3-way diff patch`)
    }
    result.set('$retainKeys', retained)
    return
  }
  const kept = new Set(isList(retained) ? retained : [])
  const isKnown = ([key, value]: [string, Json]): boolean => value === null || isDirective(key) || kept.has(key)
  if (!isList(retained) || ![...rest].every(isKnown)) throw new PatchError('invalid patch format of retainKeys')
  for (const key of [...result.keys()]) if (!kept.has(key)) result.delete(key)
}

/** Merges the lists that the patch orders, and removes them from the rest (`mergePatchIntoOriginal`). */
function mergeOrderedLists(merging: Merging): void {
  const {result, rest, side} = merging
  for (const [directive, order] of [...rest]) {
    if (!directive.startsWith(orderPrefix)) continue
    if (side === 'client') keepOrder(result, directive, order)
    rest.delete(directive)
    const [, ...names] = directive.split('/')
    const key = names.join('/')
    const [list, items] = [result.get(key), rest.get(key)]
    if (list === undefined && items === undefined) continue
    result.set(key, orderedList(merging, key, {list: maybeList(list), items: maybeList(items), order: listOf(order)}))
    rest.delete(key)
  }
}

function keepOrder(result: Map<string, Json>, directive: string, order: Json): void {
  const other = result.get(directive)
  if (other !== undefined && !jsonEqual(other, order)) throw new PatchError('invalid patch format of setElementOrder list')
  result.set(directive, order)
}

const maybeList = (value: Json | undefined): readonly Json[] | undefined => value === undefined ? undefined : listOf(value)

interface ListPatch {
  readonly list: readonly Json[] | undefined
  readonly items: readonly Json[] | undefined
  readonly order: readonly Json[]
}

function orderedList({type, side}: Merging, key: string, {list, items, order}: ListPatch): Json[] {
  const meta = patchMeta(type, key)
  const {mergeKey} = meta
  rejectOrder(items ?? [], order, mergeKey)
  elementKind(list ?? [], items ?? [])
  if (items === undefined || list === undefined) {
    const merged = list ?? withoutDirectives(items ?? [])
    return interleaved(merged, {patchOrder: order, serverOrder: list ?? [], mergeKey})
  }
  if (meta.strategy !== 'merge') return interleaved(items, {patchOrder: order, serverOrder: list, mergeKey})
  const {merged, serverOrder} = mergeLists(list, items, meta, side)
  return interleaved(merged, {patchOrder: order, serverOrder, mergeKey})
}

/** The items of a patch must be in the order that the patch gives, each at a place of its own (`validatePatchWithSetOrderList`). */
function rejectOrder(items: readonly Json[], order: readonly Json[], mergeKey: string): void {
  const kept = mergeKey === '' ? items : items.filter((item) => !Object.hasOwn(mapOf(item), '$patch'))
  const identity = (item: Json | undefined): Json | undefined => mergeKey === '' ? item : keyOf(item, mergeKey)
  let next = 0
  for (const place of order) if (next < kept.length && identity(kept[next]) === identity(place)) next++
  if (order.length > 0 && next < kept.length) {
    throw new PatchError(`The order in patch list:\n${goText(items)}\n doesn't match ${orderPrefix} list:\n${goText(order)}\n`)
  }
}

function mergeField(merging: Merging, name: string, value: Json): void {
  const {result, type, side} = merging
  const isDeletion = name.startsWith(deletionPrefix)
  if (isDeletion && side === 'client') {
    result.set(name, value)
    return
  }
  const key = isDeletion ? name.slice(deletionPrefix.length + 1) : name
  if (value === null) {
    result.delete(key)
    if (side === 'server') return
  }
  const old = result.get(key)
  if (old !== undefined && goKindOf(old) === goKindOf(value)) result.set(key, mergedField({old, value, isDeletion}, patchMeta(type, key), side))
  else if (!isDeletion) take(result, key, side === 'server' ? withoutNulls(value) : value)
}

/** Copies a value of a patch without its merge directives. */
function take(result: Map<string, Json>, key: string, value: Json): void {
  if (isMap(value) && Object.hasOwn(value, '$patch')) result.delete(key)
  else result.set(key, withoutDirectives(value))
}

interface FieldPatch {
  readonly old: Json
  readonly value: Json
  readonly isDeletion: boolean
}

function mergedField({old, value, isDeletion}: FieldPatch, meta: ListMeta, side: MergeSide): Json {
  if (isMap(value)) return meta.strategy === 'replace' ? value : mergeMaps(mapOf(old), value, meta.type, side)
  if (!isList(value)) return value
  if (isDeletion) {
    const removed = new Set(value)
    return listOf(old).filter((item) => !removed.has(item))
  }
  return meta.strategy === 'merge' ? mergeLists(listOf(old), value, meta, side).ordered : value
}

type ListMeta = ReturnType<typeof patchMeta>

interface MergedList {
  readonly merged: readonly Json[]
  /** The order to merge with the patch's order, if it has one. */
  readonly serverOrder: readonly Json[]
  /** The items in the order of the patch, if it has no explicit order. */
  readonly ordered: readonly Json[]
}

/** Merges the items of a patch into a list (`mergeSlice`). */
function mergeLists(original: readonly Json[], patch: readonly Json[], meta: ListMeta, side: MergeSide): MergedList {
  if (original.length === 0 && patch.length === 0) return {merged: original, serverOrder: original, ordered: original}
  if (elementKind(original, patch) === 'map') return mergeMapItems(original, patch, meta, side)
  const merged = [...new Set([...original, ...patch])]
  return {merged, serverOrder: original, ordered: interleaved(merged, {patchOrder: patch, serverOrder: original, mergeKey: ''})}
}

function mergeMapItems(original: readonly Json[], patch: readonly Json[], meta: ListMeta, side: MergeSide): MergedList {
  const {mergeKey} = meta
  if (mergeKey === '') throw new PatchError('cannot merge lists without merge key for map')
  const {kept, items} = withoutDeleted(original, patch, mergeKey)
  const merged = [...kept]
  const places = new Map(positions(kept, mergeKey))
  for (const item of items) {
    const key = keyOf(item, mergeKey)
    const place = places.get(key)
    if (place !== undefined) merged[place] = mergeMaps(mapOf(merged[place]), mapOf(item), meta.type, side)
    else {
      places.set(key, merged.length)
      merged.push(item)
    }
  }
  return {
    merged,
    // Go appends to the list in the places of what was deleted from it, so that those items are found in it afterwards.
    serverOrder: merged.slice(0, original.length),
    ordered: interleaved(merged, {patchOrder: items, serverOrder: kept, mergeKey}),
  }
}

/** Does what items of a patch say that are there to direct the merge (`mergeSliceWithSpecialElements`). */
function withoutDeleted(original: readonly Json[], patch: readonly Json[], mergeKey: string): {kept: readonly Json[], items: readonly Json[]} {
  const items = patch.filter((item) => !Object.hasOwn(mapOf(item), '$patch'))
  const removed = new Set<Json>()
  let isReplaced = false
  for (const item of patch.map(mapOf)) {
    const directive = own(item, '$patch')
    if (directive === 'delete') removed.add(keyOf(item, mergeKey))
    else if (directive === 'replace') isReplaced = true
    else if (directive === 'merge') throw new PatchError('merging lists cannot yet be specified in the patch')
    else if (directive !== undefined) throw new PatchError(`unknown patch type: ${goText(directive)} in map: ${goText(item)}`)
  }
  if (isReplaced) return {kept: items, items: []}
  return {kept: removed.size === 0 ? original : original.filter((item) => !removed.has(own(mapOf(item), mergeKey) ?? null)), items}
}

function withoutNulls(value: Json): Json {
  if (isList(value)) return value.map(withoutNulls)
  if (!isMap(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null).map(([key, item]) => [key, withoutNulls(item)]))
}

function withoutDirectives<T extends Json>(value: T): T
function withoutDirectives(value: Json): Json {
  const isKept = (item: Json): boolean => !isMap(item) || !Object.hasOwn(item, '$patch')
  if (isList(value)) return value.filter(isKept).map((item) => withoutDirectives(item))
  if (!isMap(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, item]) => isKept(item)).map(([key, item]) => [key, withoutDirectives(item)]))
}
