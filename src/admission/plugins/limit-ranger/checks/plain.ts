import {isOvercommitAllowed} from '../../../../kinds/resource-names.js'
import {noResources, type ResourceList} from '../../../../machinery/resource-list.js'
import {itemLists, itemsOf, type LimitRange, type LimitRangeItem} from '../types.js'

/**
 * True of a valid LimitRange of which, if it is the only one of its namespace, a glance shows that it can be met: of pods it states
 * nothing but a max that is high enough for the defaults. So is nearly every one, and none needs be reasoned about.
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
