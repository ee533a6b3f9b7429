import type {Quantity} from '../machinery/quantity/quantity.js'
import {percentText} from './readable.js'
import type {Reason} from './types.js'

/** Anything with a name and a place in a file. */
type Named = Required<Pick<Reason, 'text' | 'place'>>

/** An amount, and the object that has it. */
export interface FoundAmount {
  readonly of: Named
  readonly amount: Quantity
}

/** Lists the amounts of things that have one. */
export const found = <T extends Named>(parts: readonly T[], amountOf: (part: T) => Quantity | undefined): FoundAmount[] => parts.flatMap((part) => {
  const amount = amountOf(part)
  return amount === undefined ? [] : [{of: part, amount}]
})

/** The first of the largest amounts. */
export const largest = (all: readonly FoundAmount[]): FoundAmount | undefined =>
  all.reduce<FoundAmount | undefined>((best, next) => best === undefined || next.amount.compare(best.amount) > 0 ? next : best, undefined)

/** The first of the smallest amounts. */
export const smallest = (all: readonly FoundAmount[]): FoundAmount | undefined =>
  all.reduce<FoundAmount | undefined>((best, next) => best === undefined || next.amount.compare(best.amount) < 0 ? next : best, undefined)

/** The median; of two in the middle the smaller one. */
export const median = (all: readonly FoundAmount[]): FoundAmount | undefined =>
  all.toSorted((a, b) => a.amount.compare(b.amount))[Math.floor((all.length - 1) / 2)]

/** States what was found: `largest limit: container app of Deployment web`. */
export const reasonOf = (what: string, {of: {text, place}, amount}: FoundAmount, headroom = 0n): Reason =>
  ({text: `${what}: ${text}`, amount, place, ...headroom > 0n && {margin: `+ ${percentText(headroom)}`}})
