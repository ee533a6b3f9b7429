import type {LimitRangeItem} from '../../machinery/api/core-v1.js'
import {allErrors, type FieldError, invalid} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {fixed, sortTexts} from '../../machinery/go/text.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {isOvercommitAllowed} from '../shared/resource-names.js'
import {itemLists} from './items.js'

/** The amounts of an item for one resource. */
type Amounts = Partial<Record<typeof itemLists[number], Quantity>>

/** The rules between the amounts of an item for each resource (spec limitranger 4, row 9). */
export function validateItemAmounts(item: LimitRangeItem, path: FieldPath): FieldError[] {
  const names = sortTexts([...new Set(itemLists.flatMap((list) => Object.keys(item[list] ?? {})))])
  return names.flatMap((name) => {
    const amounts: Amounts = {}
    for (const list of itemLists) {
      const amount = item[list]?.[name]
      if (amount !== undefined) amounts[list] = amount
    }
    return allErrors(validateOrder(amounts, name, path), validateRatio(amounts, name, path), validateEqual(amounts, name, path))
  })
}

/** Pairs of amounts of which the first must not exceed the second, with the field and amount of the error, and the rule's id. */
const order = [
  {low: 'min', high: 'max', field: 'min', shown: 'min', lowName: 'min', highName: 'max', origin: 'limit-range/min-not-above-max'},
  {
    low: 'min', high: 'defaultRequest', field: 'defaultRequest', shown: 'defaultRequest', lowName: 'min', highName: 'default request',
    origin: 'limit-range/min-not-above-default-request',
  },
  {
    low: 'defaultRequest', high: 'max', field: 'defaultRequest', shown: 'defaultRequest', lowName: 'default request', highName: 'max',
    origin: 'limit-range/default-request-not-above-max',
  },
  {
    low: 'defaultRequest', high: 'default', field: 'defaultRequest', shown: 'defaultRequest', lowName: 'default request', highName: 'default limit',
    origin: 'limit-range/default-request-not-above-default',
  },
  {low: 'min', high: 'default', field: 'default', shown: 'min', lowName: 'min', highName: 'default', origin: 'limit-range/min-not-above-default'},
  {low: 'default', high: 'max', field: 'default', shown: 'max', lowName: 'default', highName: 'max', origin: 'limit-range/default-not-above-max'},
] as const

const validateOrder = (amounts: Amounts, name: string, path: FieldPath): FieldError[] => order.filter((rule) => isBroken(rule, amounts)).map((rule) => {
  const detail = `${rule.lowName} value ${amounts[rule.low]} is greater than ${rule.highName} value ${amounts[rule.high]}`
  return invalid(path.child(rule.field).key(name), amounts[rule.shown], detail, rule.origin)
})

function isBroken({low, high}: typeof order[number], amounts: Amounts): boolean {
  const limit = amounts[high]
  return limit !== undefined && (amounts[low]?.compare(limit) ?? 0) > 0
}

const one = Quantity.fromInteger(1n)

function validateRatio({maxLimitRequestRatio: ratio, min, max}: Amounts, name: string, parent: FieldPath): FieldError[] {
  if (ratio === undefined) return []
  const path = parent.child('maxLimitRequestRatio').key(name)
  const errors = ratio.compare(one) < 0 ? [invalid(path, ratio, `ratio ${ratio} is less than 1`, 'limit-range/ratio-at-least-one')] : []
  if (min === undefined || max === undefined) return errors
  const possible = largestRatio(ratio, min, max)
  if (possible.requested > possible.largest) {
    const detail = `ratio ${ratio} is greater than max/min = ${fixed(possible.largest)}`
    errors.push(invalid(path, ratio, detail, 'limit-range/ratio-not-above-max-by-min'))
  }
  return errors
}

/** The largest number whose thousandths fit an int64 (`resource.MaxMilliValue`). */
const maxMilliValue = 9223372036854775n

/** Returns the configured ratio and max divided by min, as floating-point numbers computed as upstream does. */
function largestRatio(ratio: Quantity, min: Quantity, max: Quantity): {requested: number, largest: number} {
  const isSmall = [ratio, min, max].every((amount) => amount.int64Value() < maxMilliValue)
  if (!isSmall) return {requested: Number(ratio.int64Value()), largest: Number(max.int64Value()) / Number(min.int64Value())}
  return {requested: Number(ratio.int64MilliValue()) / 1000, largest: Number(max.int64MilliValue()) / Number(min.int64MilliValue())}
}

function validateEqual({default: limit, defaultRequest: request}: Amounts, name: string, path: FieldPath): FieldError[] {
  if (isOvercommitAllowed(name) || limit === undefined || request === undefined || limit.equals(request)) return []
  const detail = `default value ${limit} must equal to defaultRequest value ${request} in ${name}`
  return [invalid(path.child('defaultRequest').key(name), request, detail, 'limit-range/default-equals-default-request')]
}
