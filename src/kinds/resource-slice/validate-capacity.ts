import type {CapacityRequestPolicy, CapacityRequestPolicyRange, Device} from '../../machinery/api/resource-v1.js'
import {allErrors, type FieldError, forbidden, invalid, required} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {validateDistinct} from '../resource-claim/validate-request.js'
import {validateByName} from './validate-attributes.js'

const origin = 'resource-slice/request-policy'

const maxOptions = 10

/** The rules for the capacities of a device (resource validation `validateMultiAllocatableDeviceCapacity`, `validateSingleAllocatableDeviceCapacity`). */
export const validateCapacities = (capacities: NonNullable<Device['capacity']>, isShared: boolean, path: FieldPath): FieldError[] =>
  validateByName(capacities, path, ({value = Quantity.zero, requestPolicy}, at) => {
    const place = at.child('requestPolicy')
    if (requestPolicy === undefined) return []
    return isShared ? validatePolicy(requestPolicy, value, place) : [forbidden(place, 'allowMultipleAllocations must be true', origin)]
  })

/** The rules for the amounts that can be requested of a capacity (resource validation `validateRequestPolicy`). */
function validatePolicy({default: standard, validValues = [], validRange}: CapacityRequestPolicy, capacity: Quantity, path: FieldPath): FieldError[] {
  if (validValues.length > 0 && validRange !== undefined) {
    return [forbidden(path, 'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time', origin)]
  }
  const field = validValues.length > 0 ? 'validValues' : 'validRange'
  if (validValues.length === 0 && validRange === undefined) return []
  if (standard === undefined) return [required(path.child('default'), `required when ${field} is defined`, origin)]
  const place = path.child(field)
  return validRange === undefined ? validateValues(validValues, standard, capacity, place) : validateRange(validRange, standard, capacity, place)
}

function validateValues(values: readonly Quantity[], standard: Quantity, capacity: Quantity, path: FieldPath): FieldError[] {
  const unsorted = values.flatMap((value, i) => i > 0 && (values[i - 1] as Quantity).compare(value) > 0
    ? [invalid(path.index(i), String(value), 'values must be sorted in ascending order', origin)] : [])
  const isListed = values.length <= maxOptions && values.some((value) => value.compare(standard) === 0)
  return allErrors(
    unsorted,
    validateDistinct(values, maxOptions, (value, at) => value.compare(capacity) > 0
      ? [invalid(at, String(value), `option is larger than capacity value: ${capacity}`, origin)] : [], (value) => String(value.value()), path, origin),
    isListed ? [] : [invalid(path, String(standard), 'default value is not valid according to the requestPolicy', origin)],
  )
}

function validateRange({min, max, step}: CapacityRequestPolicyRange, standard: Quantity, capacity: Quantity, path: FieldPath): FieldError[] {
  if (min === undefined) return [required(path.child('min'), 'required when validRange is defined', origin)]
  const unless = (isValid: boolean, field: string, value: Quantity, detail: string): FieldError[] =>
    isValid ? [] : [invalid(path.child(field), String(value), detail, origin)]
  return allErrors(
    unless(min.compare(capacity) <= 0, 'min', min, `min is larger than capacity value: ${capacity}`),
    unless(standard.compare(min) >= 0, 'min', standard, `default is less than min: ${min}`),
    max === undefined ? [] : allErrors(
      unless(min.compare(max) <= 0, 'max', min, `min is larger than max: ${max}`),
      unless(max.compare(capacity) <= 0, 'max', max, `max is larger than capacity value: ${capacity}`),
      unless(standard.compare(max) <= 0, 'max', standard, `default is more than max: ${max}`),
    ),
    step === undefined ? [] : allErrors(
      unless(min.add(step).compare(capacity) <= 0, 'step', step, `one step ${min.add(step)} is larger than capacity value: ${capacity}`),
      [standard, ...max === undefined ? [] : [max]].flatMap((value) =>
        unless(isMultiple(value, min, step), 'step', value, `value is not a multiple of a given step (${step}) from (${min})`)),
    ),
  )
}

/** True for a step of 0, with which the server fails. */
const isMultiple = (value: Quantity, min: Quantity, step: Quantity): boolean => step.value() === 0n || (value.value() - min.value()) % step.value() === 0n
