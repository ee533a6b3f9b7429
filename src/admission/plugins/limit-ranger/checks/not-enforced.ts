import {itemsOf} from '../../../../kinds/limit-range/items.js'
import type {LimitRange, LimitRangeItem} from '../../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../../machinery/field/path.js'
import type {PolicyFinding} from '../../../policy-check.js'

const enforcedTypes: readonly string[] = ['Container', 'Pod', 'PersistentVolumeClaim']

/** Reports items that the server accepts and never enforces (spec limitranger 3.1). */
export const checkNotEnforced = (policies: readonly LimitRange[]): PolicyFinding[] => policies.flatMap((policy) =>
  itemsOf(policy).flatMap((item, i) => notEnforced(item).map(({list, message}): PolicyFinding => {
    const path = FieldPath.of('spec', 'limits').index(i)
    return {policy, field: path.child(list), ruleId: 'limit-range/not-enforced', severity: 'warning', message, related: []}
  })))

const claimLists = ['default', 'defaultRequest', 'maxLimitRequestRatio'] as const

function notEnforced(item: LimitRangeItem): {readonly list: keyof LimitRangeItem, readonly message: string}[] {
  const {type = ''} = item
  if (!enforcedTypes.includes(type)) {
    return [{list: 'type', message: `type ${type} is not enforced: the server stores this item, but enforces only ${enforcedTypes.join(', ')}`}]
  }
  if (type !== 'PersistentVolumeClaim') return []
  return claimLists.filter((list) => Object.keys(item[list] ?? {}).length > 0)
    .map((list) => ({list, message: `${list} has no effect on claims: the server enforces only min and max of their requests`}))
}
