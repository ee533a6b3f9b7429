import {Quantity} from '../../machinery/quantity/quantity.js'
import type {JsonValue} from '../../source/json-value.js'

/** The quantities just above and just below an amount, nearest first. */
export interface Neighbours {
  readonly up: readonly string[]
  readonly down: readonly string[]
}

/** The numbers that an amount can be: thousandths, whole numbers, or ratios, of which a test cannot reach thousandths. */
type Counting = 'milli' | 'whole' | 'ratio'

/** The suffixes of the two formats, by size. */
const suffixes = {DecimalSI: ['m', '', 'k', 'M', 'G', 'T', 'P', 'E'], BinarySI: ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']} as const

/**
 * Returns the neighbours of an amount at the distance that a test of its boundary should notice: one unit of its suffix (500Mi and
 * 501Mi), or of the next smaller one for numbers below 100 (1Gi and 1025Mi, 2 and 2001m). The other ones are for whole numbers.
 *
 * @returns undefined for a value that is no quantity
 */
export function neighbours(value: JsonValue | undefined, counting: Counting): Neighbours | undefined {
  const amount = quantityOf(value)
  if (amount === undefined) return undefined
  const steps = stepsFor(amount, counting)
  return {up: steps.map((step) => String(amount.add(step))), down: steps.map((step) => String(amount.sub(step)))}
}

/** Returns the quantity of a JSON value, which is a text or a number; undefined for anything else. */
const quantityOf = (value: unknown): Quantity | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? Quantity.tryParse(String(value)) : undefined

/** Returns one unit of the last digit for large numbers, which is at most a hundredth of them. */
function stepsFor(amount: Quantity, counting: Counting): Quantity[] {
  if (counting === 'ratio') return [amount.isInteger() ? Quantity.one : Quantity.parse('100m')]
  const [, number = '', suffix = ''] = /^(.*?)([A-Za-z]*)$/.exec(String(amount)) ?? []
  const list: readonly string[] = suffixes[amount.format === 'BinarySI' ? 'BinarySI' : 'DecimalSI']
  const own = list.indexOf(suffix)
  const unit = list[/^[0-9]{3,}$/.test(number) ? own : Math.max(own - 1, 0)] ?? ''
  const finest = unit === 'm' && counting === 'whole' ? '' : unit
  return [...new Set([finest, ''])].map((text) => Quantity.parse(`1${text}`))
}

/** The resources that Kubernetes counts in thousandths. */
const fractional: ReadonlySet<string> = new Set(['cpu', 'requests.cpu', 'limits.cpu'])

export const countingOf = (resource: string): Counting => fractional.has(resource) ? 'milli' : 'whole'
