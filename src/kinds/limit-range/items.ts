import type {LimitRange, LimitRangeItem} from '../../machinery/api/core-v1.js'

/** The lists of resources of an item, in the order of kubectl's table. */
export const itemLists = ['min', 'max', 'defaultRequest', 'default', 'maxLimitRequestRatio'] as const

export const itemsOf = ({spec}: LimitRange): readonly LimitRangeItem[] => spec?.limits ?? []
