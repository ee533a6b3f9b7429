import {itemLists, itemsOf} from '../../../kinds/limit-range/items.js'
import type {LimitRange, LimitRangeItem} from '../../../machinery/api/core-v1.js'
import {compareText} from '../../../machinery/go/text.js'

/** The head of kubectl's table of limits. */
export const limitColumns = ['Type', 'Resource', 'Min', 'Max', 'Default Request', 'Default Limit', 'Max Limit/Request Ratio']

/** The rows of kubectl's table for a LimitRange: items in order, their resources sorted by name (spec limitranger 6.1). */
export const limitRows = (limitRange: LimitRange): string[][] => itemsOf(limitRange).flatMap(itemRows)

function itemRows(item: LimitRangeItem): string[][] {
  const names = [...new Set(itemLists.flatMap((list) => Object.keys(item[list] ?? {})))].sort(compareText)
  return names.map((name) => [item.type ?? '', name, ...itemLists.map((list) => String(item[list]?.[name] ?? '-'))])
}
