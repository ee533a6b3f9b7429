import {itemLists, itemsOf} from '../../../../kinds/limit-range/items.js'
import type {LimitRange, LimitRangeItem} from '../../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../../machinery/field/path.js'
import {isEmpty} from '../../../../machinery/quantity/resource-list.js'
import type {PolicyFinding} from '../../../policy-check.js'

const limits = FieldPath.of('spec', 'limits')

const common = {ruleId: 'limit-range/no-bounds', severity: 'warning', related: []} as const

/** Reports LimitRanges and items that the server accepts although they bound nothing. */
export const checkNoBounds = (policies: readonly LimitRange[]): PolicyFinding[] => policies.flatMap((policy) => {
  const items = itemsOf(policy)
  if (items.length === 0) return [{...common, policy, field: limits, message: 'this LimitRange has no effect: it has no limits', hint: 'write an item, such as {type: Container, max: {cpu: "1"}}'}]
  return items.flatMap((item, i) => hasNothing(item) ? [{...common, policy, field: limits.index(i), message: emptyText(item), hint: 'write a bound or a default, or remove the item'}] : [])
})

const hasNothing = (item: LimitRangeItem): boolean => itemLists.every((list) => item[list] === undefined || isEmpty(item[list]))

const emptyText = ({type = ''}: LimitRangeItem): string => `this item of type ${type} has no effect: it has neither a bound nor a default`
