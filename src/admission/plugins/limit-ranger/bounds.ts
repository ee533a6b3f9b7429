import {itemsOf} from '../../../kinds/limit-range/items.js'
import type {LimitRange, LimitRangeItem} from '../../../machinery/api/core-v1.js'
import {remember} from '../../../machinery/collections/remember.js'
import {FieldPath} from '../../../machinery/field/path.js'
import type {Quantity} from '../../../machinery/quantity/quantity.js'
import {noResources, resourceNames} from '../../../machinery/quantity/resource-list.js'
import type {PolicyPlace} from '../../plugin.js'
import {type Constraint, limitRequestRatioConstraint, maxConstraint, maxRequestConstraint, minConstraint, type Usage} from './constraints.js'

/** Something that an item is enforced on, with the place of its resources in the object. */
export interface Subject {
  readonly usage: Usage
  readonly path: FieldPath
}

/** Returns what items of a type are enforced on in an object. */
export type SubjectsOf = (type: string) => readonly Subject[]

/** An amount that an item enforces, and where it says so. */
export interface Bound {
  readonly list: CheckedList
  readonly name: string
  readonly amount: Quantity
  readonly constraint: Constraint
  readonly cause: PolicyPlace
}

/** All that an item enforces on objects of its type. */
export interface Bounds {
  readonly type: string
  readonly bounds: readonly Bound[]
}

type CheckedList = 'min' | 'max' | 'maxLimitRequestRatio'

type Checks = readonly (readonly [list: CheckedList, constraint: Constraint])[]

const podChecks: Checks = [['min', minConstraint], ['max', maxConstraint], ['maxLimitRequestRatio', limitRequestRatioConstraint]]

const claimChecks: Checks = [['min', minConstraint], ['max', maxRequestConstraint]]

/** Returns what each item of a LimitRange enforces, which is the same for many objects. */
export const boundsOf = remember((limitRange: LimitRange): readonly Bounds[] =>
  itemsOf(limitRange).map((item, i) => boundsIn(item, FieldPath.of('spec', 'limits').index(i), limitRange)))

function boundsIn(item: LimitRangeItem, path: FieldPath, policy: LimitRange): Bounds {
  const {type = ''} = item
  const checks = type === 'PersistentVolumeClaim' ? claimChecks : podChecks
  const bounds = checks.flatMap(([list, constraint]) => {
    const amounts = item[list] ?? noResources
    return resourceNames(amounts).flatMap((name): Bound[] => {
      const amount = amounts[name]
      return amount === undefined ? [] : [{list, name, amount, constraint, cause: {policy, field: path.child(list).key(name)}}]
    })
  })
  return {type, bounds}
}
