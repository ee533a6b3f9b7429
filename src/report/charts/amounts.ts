import type {Quantity} from '../../machinery/quantity/quantity.js'

/** Steps into which a scale is divided: more than a screen has points. */
const steps = 1_000_000n

/** Returns the greatest amount. */
export const greatestAmount = (amounts: readonly (Quantity | undefined)[]): Quantity | undefined =>
  amounts.reduce((greatest, amount) => greatest === undefined || (amount !== undefined && amount.compare(greatest) > 0) ? amount : greatest, undefined)

/**
 * A scale from zero to an amount.
 *
 * @returns a function from an amount to its place, from 0 to 1
 */
export function scaleTo(end: Quantity | undefined): (amount: Quantity) => number {
  if (end === undefined || end.sign() <= 0) return () => 0
  return (amount) => amount.sign() <= 0 ? 0 : amount.compare(end) >= 0 ? 1 : Number(amount.quotient(end, steps)) / Number(steps)
}

/** Returns a number that is close enough to an amount to draw it. */
export const numberOf = (amount: Quantity | number): number => typeof amount === 'number' ? amount : Number(amount.milliValue()) / 1000

/** The room at the ends of a logarithmic scale, as a factor. */
const endRoom = 1.25

/**
 * A logarithmic scale on which all these numbers have a place. Numbers that are not positive are at its start.
 *
 * @returns a function from a number to its place, from 0 to 1
 */
export function logarithmicScale(numbers: readonly number[]): (value: number) => number {
  const positive = numbers.filter((number) => number > 0 && Number.isFinite(number))
  if (positive.length === 0) return () => 0
  const least = Math.log(positive.reduce((a, b) => Math.min(a, b)) / endRoom)
  const most = Math.log(positive.reduce((a, b) => Math.max(a, b)) * endRoom)
  return (value) => value > 0 ? Math.min(1, Math.max(0, (Math.log(value) - least) / (most - least))) : 0
}
