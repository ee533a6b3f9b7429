import {hugePageSize, isHugePageResourceName} from '../kinds/shared/resource-names.js'
import {Quantity} from '../machinery/quantity/quantity.js'

/** 100 %, in the unit of a headroom: hundredths of a per cent. */
const whole = 10_000n

const [milli, one] = [Quantity.parse('1m'), Quantity.one]

/** The largest whole number of a quantity that servers compute with (int64). */
const maxUnits = 2n ** 63n - 1n

/** The name of a resource without the prefix of a quota's key: `memory` for `limits.memory`. */
const baseName = (resource: string): string => resource.replace(/^.*storageclass\.storage\.k8s\.io\//, '').replace(/^(?:requests|limits)\./, '')

const isBytes = (name: string): boolean => ['memory', 'storage', 'ephemeral-storage'].includes(name) || isHugePageResourceName(name)

/**
 * Adds a headroom to an amount and rounds the sum up to a number that is easy to read, at most an eighth above it: `500m`, `2`,
 * `1Gi`, `640Mi`. Never returns less than the amount; returns it unchanged if the result would exceed the numbers of servers.
 *
 * @param resource the resource or the key of a quota, which decides on the unit
 * @param headroom in hundredths of a per cent
 */
export function roundUp(amount: Quantity, resource: string, headroom = 0n): Quantity {
  const {unit, quantity, stepFor} = scaleOf(resource)
  const units = unitsOf(amount, unit)
  const enough = ceilDivide(units * (whole + headroom), whole)
  const step = stepFor(enough)
  const rounded = ceilDivide(enough, step) * step
  return rounded > maxUnits ? amount : quantity(rounded)
}

/** Rounds a positive amount down to a number that is easy to read; undefined if nothing is left of it. */
export function roundDown(amount: Quantity, resource: string): Quantity | undefined {
  const {unit, quantity, stepFor} = scaleOf(resource)
  const units = amount.quotient(unit)
  const step = stepFor(units)
  const rounded = units / step * step
  return rounded <= 0n || units > maxUnits ? undefined : quantity(rounded)
}

interface Scale {
  readonly unit: Quantity
  /** The quantity of a number of units. */
  readonly quantity: (units: bigint) => Quantity
  /** The distance between readable numbers of about this size. */
  readonly stepFor: (units: bigint) => bigint
}

function scaleOf(resource: string): Scale {
  const name = baseName(resource)
  if (name === 'cpu') return {unit: milli, quantity: (units) => Quantity.parse(`${units}m`), stepFor: decimalStep}
  if (!isBytes(name)) return {unit: one, quantity: (units) => Quantity.fromInteger(units), stepFor: decimalStep}
  const page = isHugePageResourceName(name) ? hugePageSize(name)?.value() ?? kibibyte : kibibyte
  return {unit: one, quantity: (units) => Quantity.fromInteger(units, 'BinarySI'), stepFor: (units) => binaryStep(units, page)}
}

const kibibyte = 1024n

const unitsOf = (amount: Quantity, unit: Quantity): bigint => {
  const units = amount.quotient(unit)
  return unit.times(units).compare(amount) < 0 ? units + 1n : units
}

const ceilDivide = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

/** The greatest power of two that is at most an eighth of a number, and not below the smallest step. */
function binaryStep(units: bigint, smallest: bigint): bigint {
  const eighth = units / 8n
  return eighth <= smallest ? smallest : 2n ** BigInt(eighth.toString(2).length - 1)
}

/** The greatest of 1, 5, 10, 25, 50, 100, 250, ... that is at most an eighth of a number. */
function decimalStep(units: bigint): bigint {
  const eighth = units / 8n
  const power = 10n ** BigInt(Math.max(eighth.toString().length - 1, 0))
  const steps = power >= 10n ? [power * 5n, power * 5n / 2n, power] : [power * 5n, power]
  return steps.find((step) => step <= eighth) ?? 1n
}

/** A headroom as people write it: `20 %`. */
export function percentText(headroom: bigint): string {
  const [units, hundredths] = [headroom / 100n, headroom % 100n]
  return `${units}${hundredths === 0n ? '' : `.${String(hundredths).padStart(2, '0').replace(/0$/, '')}`} %`
}
