import {FieldPath} from '../../machinery/field/path.js'
import type {LimitRange, LimitRangeItem} from '../../machinery/api/core-v1.js'
import type {itemLists} from '../../kinds/limit-range/items.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import {resourceListOf} from '../../machinery/quantity/resource-list.js'
import type {JsonObject} from '../../source/json-value.js'
import type {Reason, SuggestedAmount} from '../types.js'

export type ItemType = 'Container' | 'Pod' | 'PersistentVolumeClaim'

/** One number of a suggested LimitRange. */
export interface LimitEntry {
  readonly type: ItemType
  readonly list: typeof itemLists[number]
  readonly resource: string
  readonly value: Quantity
  readonly reasons: readonly Reason[]
}

const types: readonly ItemType[] = ['Container', 'Pod', 'PersistentVolumeClaim']

/** The lists of an item in the order in which they are printed. */
const lists = ['default', 'defaultRequest', 'max', 'maxLimitRequestRatio', 'min'] as const

/** The number of an entry's item, as only types with entries have an item. */
const itemsOf = (entries: readonly LimitEntry[]): ItemType[] => types.filter((type) => entries.some((entry) => entry.type === type))

/** The field of an entry among others. */
export const fieldOf = ({type, list, resource}: LimitEntry, entries: readonly LimitEntry[]): FieldPath =>
  FieldPath.of('spec', 'limits').index(itemsOf(entries).indexOf(type)).child(list).key(resource)

/** The entries with their fields. */
export const amountsOf = (entries: readonly LimitEntry[]): SuggestedAmount[] =>
  entries.map((entry) => ({field: fieldOf(entry, entries), value: entry.value, reasons: entry.reasons}))

/** A LimitRange with these entries. */
export function limitRangeOf(entries: readonly LimitEntry[], metadata: LimitRange['metadata']): LimitRange {
  const limits = itemsOf(entries).map((type): LimitRangeItem => {
    const own = lists.map((list) => [list, entries.filter((entry) => entry.type === type && entry.list === list)] as const)
    const filled = own.filter(([, amounts]) => amounts.length > 0)
      .map(([list, amounts]) => [list, resourceListOf(amounts.map(({resource, value}) => [resource, value]))])
    return {type, ...Object.fromEntries(filled) as Partial<LimitRangeItem>}
  })
  return {apiVersion: 'v1', kind: 'LimitRange', metadata, spec: {limits}}
}

/** A LimitRange as a manifest. */
export const bodyOf = (limitRange: LimitRange): JsonObject => JSON.parse(JSON.stringify(limitRange)) as JsonObject
