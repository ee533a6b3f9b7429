import type {Json} from '../decode/encode.js'
import {own} from './json.js'
import {keyOf, mapOf} from './patch-error.js'

/** The identity of a list item: the value of the merge key, or the item itself without a merge key. */
const identity = (item: Json | undefined, mergeKey: string): Json | undefined => mergeKey === '' ? item : own(mapOf(item), mergeKey)

/** The position of each item in a list by identity; the first position for equal ones. */
export function positions(list: readonly Json[], mergeKey: string): ReadonlyMap<Json | undefined, number> {
  const places = new Map<Json | undefined, number>()
  for (const [place, item] of list.entries()) {
    const key = identity(item, mergeKey)
    if (!places.has(key)) places.set(key, place)
  }
  return places
}

/** The items in the order of another list, followed by those that are to be deleted (`normalizeSliceOrder`). */
export function inOrderOf(items: readonly Json[], order: readonly Json[], mergeKey: string): Json[] {
  if (mergeKey !== '') for (const item of [...items, ...order]) keyOf(item, mergeKey)
  const places = positions(order, mergeKey)
  const placeOf = (item: Json): number => places.get(identity(item, mergeKey)) ?? -1
  const isDeletion = (item: Json): boolean => mergeKey !== '' && own(mapOf(item), '$patch') === 'delete'
  return [...items.filter((item) => !isDeletion(item)).sort((a, b) => placeOf(a) - placeOf(b)), ...items.filter(isDeletion)]
}

/** In what order the items of a merged list are to be. */
interface Orders {
  readonly patchOrder: readonly Json[]
  readonly serverOrder: readonly Json[]
  readonly mergeKey: string
}

/**
 * Items of a patch in the order of the patch, among those that only the server has in the order of the server
 * (`normalizeElementOrder`): an item of the server precedes the first item of the patch that follows it in the server's list.
 */
export function interleaved(merged: readonly Json[], {patchOrder, serverOrder, mergeKey}: Orders): Json[] {
  const inPatch = positions(patchOrder, mergeKey)
  const isOfPatch = (item: Json): boolean => inPatch.has(identity(item, mergeKey))
  const patch = inOrderOf(merged.filter(isOfPatch), patchOrder, mergeKey)
  const server = inOrderOf(merged.filter((item) => !isOfPatch(item)), serverOrder, mergeKey)
  const places = positions(serverOrder, mergeKey)
  const result: Json[] = []
  let next = 0
  for (const item of patch) {
    const place = places.get(identity(item, mergeKey)) ?? -1
    while (next < server.length && (places.get(identity(server[next], mergeKey)) ?? Infinity) < place) result.push(server[next++] ?? null)
    result.push(item)
  }
  return [...result, ...server.slice(next)]
}
