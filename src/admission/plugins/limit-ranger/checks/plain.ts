import {itemLists, itemsOf, type LimitRange, type LimitRangeItem} from '../../../../kinds/limit-range/types.js'
import {isOvercommitAllowed} from '../../../../kinds/shared/resource-names.js'
import {noResources, type ResourceList} from '../../../../machinery/quantity/resource-list.js'

/**
 * Fast path: true for a valid LimitRange that, alone in its namespace, can certainly be met: it states nothing for pods but a max
 * that is high enough for the defaults. Nearly all LimitRanges are like that, and skip the interval analysis.
 */
export function isPlain(policy: LimitRange): boolean {
  const items = itemsOf(policy)
  const {default: defaults = noResources} = items.find(({type}) => type === 'Container') ?? {}
  return items.every((item) => isPlainItem(item, defaults))
}

function isPlainItem(item: LimitRangeItem, defaults: ResourceList): boolean {
  if (item.type === 'PersistentVolumeClaim') return itemLists.every((list) => hasOnly(item[list], (name) => name === 'storage')) && !isNegative(item.max)
  if (item.maxLimitRequestRatio !== undefined || !itemLists.every((list) => hasOnly(item[list], isOvercommitAllowed))) return false
  if (item.type === 'Container') return !isNegative(item.defaultRequest)
  return item.type === 'Pod' && item.min === undefined && isHighEnough(item.max, defaults)
}

const hasOnly = (list: ResourceList | undefined, isFine: (name: string) => boolean): boolean => list === undefined || Object.keys(list).every(isFine)

const isNegative = (list: ResourceList | undefined): boolean => list !== undefined && Object.values(list).some((amount) => amount.sign() < 0)

const isHighEnough = (max: ResourceList | undefined, defaults: ResourceList): boolean => max === undefined || Object.entries(max).every(([name, most]) => {
  const limit = defaults[name]
  return limit !== undefined && limit.compare(most) <= 0
})
