import type {Json, JsonObject} from '../decode/encode.js'
import {compareText} from '../go/text.js'
import {inOrderOf} from './element-order.js'
import {goKindOf, goText, isList, isMap, jsonEqual, own} from './json.js'
import {elementKind, keyOf, mapOf} from './patch-error.js'
import {patchMeta} from './patch-meta.js'

/** The two halves of a diff: additions and changes, and deletions. */
type DiffSide = 'changes' | 'deletions'

/** The half of a diff to compute, and options. */
interface DiffOptions {
  readonly side: DiffSide
  /** True to list the remaining fields. */
  readonly retainsKeys?: boolean
}

/**
 * Returns one half of the strategic merge patch from one object to another (strategicpatch `diffMaps`).
 *
 * @param type the type of the objects, by which their lists are merged
 * @throws PatchError for lists that cannot be merged item by item
 */
export function diffMaps(original: JsonObject, modified: JsonObject, type: string, {side, retainsKeys = false}: DiffOptions): JsonObject {
  const patch = new Map<string, Json>()
  for (const [key, value] of Object.entries(modified)) {
    const old = own(original, key)
    if (old === undefined || goKindOf(old) !== goKindOf(value)) {
      if (side === 'changes') patch.set(key, value)
    } else if (isMap(value)) diffMap(patch, key, {old: mapOf(old), value, type, side})
    else if (isList(value) && isList(old)) diffList(patch, key, {old, value, type, side})
    else if (side === 'changes' && !jsonEqual(old, value)) patch.set(key, value)
  }
  if (side === 'deletions') for (const key of Object.keys(original)) if (!Object.hasOwn(modified, key)) patch.set(key, null)
  if (retainsKeys) retainKeys(patch, original, modified)
  return Object.fromEntries(patch)
}

/** Lists the remaining fields in a patch that changes something, so that all others are removed. */
function retainKeys(patch: Map<string, Json>, original: JsonObject, modified: JsonObject): void {
  const retained = Object.keys(modified).filter((key) => modified[key] !== null)
  const isRemoved = (key: string): boolean => original[key] !== null && !Object.hasOwn(modified, key)
  if (retained.length > 0 && (patch.size > 0 || Object.keys(original).some(isRemoved))) patch.set('$retainKeys', retained.sort(compareText))
}

interface FieldChange<T> {
  readonly old: T
  readonly value: T
  /** The type of the field. */
  readonly type: string
  readonly side: DiffSide
}

function diffMap(patch: Map<string, Json>, key: string, {old, value, type, side}: FieldChange<JsonObject>): void {
  const meta = patchMeta(type, key)
  if (meta.strategy === 'replace') {
    if (side === 'changes') patch.set(key, value)
    return
  }
  const inner = diffMaps(old, value, meta.type, {side, retainsKeys: meta.retainsKeys})
  if (Object.keys(inner).length > 0) patch.set(key, inner)
}

function diffList(patch: Map<string, Json>, key: string, {old, value, type, side}: FieldChange<readonly Json[]>): void {
  const meta = patchMeta(type, key)
  if (meta.strategy !== 'merge') {
    if (side === 'changes' && !jsonEqual(old, value)) patch.set(key, value)
    return
  }
  const {items, deleted = [], order = []} = diffItems(old, value, meta, side)
  if (items.length > 0) patch.set(key, items)
  if (deleted.length > 0) patch.set(`$deleteFromPrimitiveList/${key}`, deleted)
  if (order.length > 0) patch.set(`$setElementOrder/${key}`, order)
}

interface ListDiff {
  readonly items: readonly Json[]
  /** The texts to delete; items to delete are among the items. */
  readonly deleted?: readonly Json[]
  /** The order of the items. */
  readonly order?: readonly Json[]
}

type ListMeta = ReturnType<typeof patchMeta>

function diffItems(original: readonly Json[], modified: readonly Json[], meta: ListMeta, side: DiffSide): ListDiff {
  if (original.length === 0) return {items: side === 'changes' ? modified : []}
  return elementKind(original, modified) === 'map' ? diffMapItems(original, modified, meta, side) : diffScalars(original, modified, side)
}

function diffMapItems(original: readonly Json[], modified: readonly Json[], meta: ListMeta, side: DiffSide): ListDiff {
  const {mergeKey} = meta
  const {changed, deleted} = pairItems(original, modified, meta, side)
  const items = [...inOrderOf(changed, modified, mergeKey), ...deleted]
  const isOrdered = items.length > 0 || (side === 'changes' && !isOrderSame(original, modified, mergeKey))
  return {items, ...isOrdered && {order: modified.map((item) => ({[mergeKey]: keyOf(item, mergeKey)}))}}
}

const isOrderSame = (original: readonly Json[], modified: readonly Json[], mergeKey: string): boolean =>
  original.length === modified.length && modified.every((item, i) => keyOf(original[i], mergeKey) === keyOf(item, mergeKey))

/** Walks two lists sorted by their merge key, as Go prints it, side by side (`diffListsOfMaps`). */
function pairItems(
  original: readonly Json[], modified: readonly Json[], {type, mergeKey, retainsKeys}: ListMeta, side: DiffSide,
): {changed: Json[], deleted: Json[]} {
  const [before, after] = [sortedByKey(original, mergeKey), sortedByKey(modified, mergeKey)]
  const changed: Json[] = []
  const deleted: Json[] = []
  for (let i = 0, j = 0; i < before.length || j < after.length;) {
    const [old, item] = [before[i], after[j]]
    const [oldKey, key] = [old && keyOf(old, mergeKey), item && keyOf(item, mergeKey)]
    const order = oldKey === undefined ? 1 : key === undefined ? -1 : compareText(goText(oldKey), goText(key))
    if (order === 0 && old !== undefined && item !== undefined) {
      const inner = diffMaps(old, item, type, {side, retainsKeys})
      if (Object.keys(inner).length > 0) changed.push({...inner, [mergeKey]: key ?? null})
    } else if (order > 0 && item !== undefined && side === 'changes') changed.push(item)
    else if (order < 0 && oldKey !== undefined && side === 'deletions') deleted.push({[mergeKey]: oldKey, $patch: 'delete'})
    if (order <= 0) i++
    if (order >= 0) j++
  }
  return {changed, deleted}
}

/** Maximum number of items that Go sorts by insertion sort. */
const inserted = 12

/** Emulates Go's sort.Sort with a comparison that treats equal items as smaller: it reverses them in short lists. */
function sortedByKey(list: readonly Json[], mergeKey: string): JsonObject[] {
  const items = list.map((item) => ({item: mapOf(item), text: goText(own(mapOf(item), mergeKey))}))
  return (items.length <= inserted ? items.reverse() : items).sort((a, b) => compareText(a.text, b.text)).map(({item}) => item)
}

function diffScalars(original: readonly Json[], modified: readonly Json[], side: DiffSide): ListDiff {
  const [before, after] = [sortedTexts(original), sortedTexts(modified)]
  const added: Json[] = []
  const deleted = new Set<Json>()
  for (let i = 0, j = 0; i < before.length || j < after.length;) {
    const [old, item] = [before[i], after[j]]
    const order = old === undefined ? 1 : item === undefined ? -1 : compareText(goText(old), goText(item))
    if (order > 0 && item !== undefined && side === 'changes') added.push(item)
    if (order < 0 && old !== undefined && side === 'deletions') deleted.add(old)
    if (order <= 0) i++
    if (order >= 0) j++
  }
  // The server's list is sorted at this point, so any other order counts as a change.
  const isOrdered = side === 'deletions' ? deleted.size > 0 : !jsonEqual(before, modified)
  return {items: inOrderOf(added, modified, ''), deleted: [...deleted], ...isOrdered && {order: modified}}
}

const sortedTexts = (list: readonly Json[]): Json[] => [...list].sort((a, b) => compareText(goText(a), goText(b)))
