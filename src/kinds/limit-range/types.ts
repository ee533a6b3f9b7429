import type {ResourceList} from '../../machinery/quantity/resource-list.js'
import type {KubeObject} from '../kind.js'

/** The limits for one type of object: for each container, pod or claim of the namespace. */
export interface LimitRangeItem {
  readonly type?: string
  readonly max?: ResourceList
  readonly min?: ResourceList
  /** Limits for containers that have none. */
  readonly default?: ResourceList
  /** Requests for containers that have none. */
  readonly defaultRequest?: ResourceList
  readonly maxLimitRequestRatio?: ResourceList
}

export interface LimitRange extends KubeObject {
  readonly spec?: {readonly limits?: readonly LimitRangeItem[] | null}
}

/** The lists of resources of an item, in the order of kubectl's table. */
export const itemLists = ['min', 'max', 'defaultRequest', 'default', 'maxLimitRequestRatio'] as const

export const itemsOf = ({spec}: LimitRange): readonly LimitRangeItem[] => spec?.limits ?? []
