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
 * `1Gi`, `640Mi`, `800Mi`. Never returns less than the amount; returns it unchanged if the result would exceed the numbers of servers.
 *
 * @param resource the resource or the key of a quota, which decides on the unit
 * @param headroom in hundredths of a per cent
 */
export function roundUp(amount: Quantity, resource: string, headroom = 0n): Quantity {
  const scale = scaleOf(resource)
  const units = unitsOf(amount, scale.unit)
  const enough = ceilDivide(units * (whole + headroom), whole)
  const rounded = mostReadable(scale.stepsFor(enough).map((step) => ceilDivide(enough, step) * step), enough)
  return rounded > maxUnits ? amount : scale.quantity(rounded)
}

/** Rounds a positive amount down to a number that is easy to read; undefined if nothing is left of it. */
export function roundDown(amount: Quantity, resource: string): Quantity | undefined {
  const scale = scaleOf(resource)
  const units = amount.quotient(scale.unit)
  const rounded = mostReadable(scale.stepsFor(units).map((step) => units / step * step), units)
  return rounded <= 0n || units > maxUnits ? undefined : scale.quantity(rounded)
}

/** Returns the number with the greatest suffix, as 6Gi is easier to read than 6000Mi; of several, the one that is nearest to the exact number. */
function mostReadable(numbers: readonly bigint[], exact: bigint): bigint {
  const distance = (number: bigint): bigint => number > exact ? number - exact : exact - number
  const suffix = (number: bigint): number => number === 0n || number % kibibyte !== 0n ? 0 : 1 + suffix(number / kibibyte)
  return numbers.reduce((best, next) => {
    const greater = suffix(next) - suffix(best)
    return greater > 0 || (greater === 0 && distance(next) < distance(best)) ? next : best
  })
}

interface Scale {
  readonly unit: Quantity
  /** The quantity of a number of units. */
  readonly quantity: (units: bigint) => Quantity
  /** The distances between readable numbers of about this size: one for each way to make a number readable. */
  readonly stepsFor: (units: bigint) => readonly bigint[]
}

function scaleOf(resource: string): Scale {
  const name = baseName(resource)
  const decimal = (units: bigint): bigint[] => [decimalStep(units)]
  if (name === 'cpu') return {unit: milli, quantity: (units) => Quantity.parse(`${units}m`), stepsFor: decimal}
  if (!isBytes(name)) return {unit: one, quantity: (units) => Quantity.fromInteger(units), stepsFor: decimal}
  const page = isHugePageResourceName(name) ? hugePageSize(name)?.value() ?? kibibyte : undefined
  const stepsFor = (units: bigint): bigint[] => page === undefined ? [binaryStep(units, kibibyte), roundStep(units)] : [binaryStep(units, page)]
  return {unit: one, quantity: (units) => Quantity.fromInteger(units, 'BinarySI'), stepsFor}
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

/** The step of decimal numbers with the greatest suffix of which a number of bytes has at least eight: 800Mi, 50Gi. */
function roundStep(units: bigint): bigint {
  let suffix = kibibyte
  while (units >= 8n * kibibyte * suffix) suffix *= kibibyte
  return suffix * decimalStep(ceilDivide(units, suffix))
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
