import {parseInteger} from '../go/integer.js'
import {regexMessage} from '../meta/names.js'
import {type FieldError, invalid, NamedText, type Origin} from './error.js'
import {validateNotNegative} from './number-rules.js'
import type {FieldPath} from './path.js'

/** A number, or a text that says something in place of one: `2`, `25%` or the name of a port (intstr.IntOrString). */
export type IntOrString = number | string

const percentPattern = /^[0-9]+%$/

const percentMessage =
  regexMessage("a valid percent string must be a numeric string followed by an ending '%'", '[0-9]+%', '1%', '93%')

/** The rule for an amount that is a number or a percentage (apps validation `ValidatePositiveIntOrPercent`). */
export function validateIntOrPercent(value: IntOrString, path: FieldPath, origin: Origin): FieldError[] {
  if (typeof value !== 'string') return validateNotNegative(value, path, origin)
  return percentPattern.test(value) ? [] : [invalid(path, printedAmount(value), percentMessage, origin)]
}

/** The rule that a percentage is at most 100 % (apps validation `IsNotMoreThan100Percent`). */
export function validateAtMostWhole(value: IntOrString, path: FieldPath, origin: Origin): FieldError[] {
  if (typeof value !== 'string' || !percentPattern.test(value) || numberOf(value) <= 100) return []
  return [invalid(path, printedAmount(value), 'must not be greater than 100%', origin)]
}

/** An amount as messages show it: the JSON of its Go type. */
export const printedAmount = (value: IntOrString): number | NamedText => typeof value === 'string' ? new NamedText(value) : value

/**
 * True for `0` and `0%`, and for texts that are neither numbers nor percentages, which the server reads as 0 (apps validation
 * `getIntOrPercentValue`).
 */
export const isZeroAmount = (value: IntOrString): boolean => numberOf(value) === 0

/** An amount of a whole: a number as it is, a percentage of the whole rounded (intstr.GetScaledValueFromIntOrPercent). */
export function scaledAmount(value: IntOrString, whole: number, rounding: 'up' | 'down'): number {
  if (typeof value !== 'string') return value
  const part = numberOf(value) * whole / 100
  return rounding === 'up' ? Math.ceil(part) : Math.floor(part)
}

function numberOf(value: IntOrString): number {
  if (typeof value !== 'string') return value
  const number = parseInteger(percentPattern.test(value) ? value.slice(0, -1) : value)
  if (number.error === 'value out of range') return Infinity
  return number.error === undefined ? Number(number.value) : 0
}
