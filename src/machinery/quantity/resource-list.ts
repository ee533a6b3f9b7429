// Arithmetic on resource lists, named as in Kubernetes' pkg/quota/v1/resources.go. Lists are immutable.

import {type Dictionary, emptyDictionary} from '../collections/dictionary.js'
import {compareText, sortTexts} from '../go/text.js'
import {Quantity} from './quantity.js'

/**
 * Amounts by resource name (core/v1 ResourceList). Names come from untrusted manifests, so lists have no prototype:
 * `list['toString']` is undefined, and `__proto__` is a name like any other. Create lists with `resourceListOf`; an
 * object literal inherits names and must not be passed to the functions below.
 */
export type ResourceList = Readonly<Record<string, Quantity>>

/** The list without any resource. */
export const noResources: ResourceList = Object.freeze(emptyDictionary<Quantity>())

/** Creates a list from entries; the last entry with a name overrides others. */
export function resourceListOf(entries: Iterable<readonly [name: string, amount: Quantity]>): Dictionary<Quantity> {
  const list = emptyDictionary<Quantity>()
  for (const [name, amount] of entries) list[name] = amount
  return list
}

/** The names of the resources, sorted by their bytes. */
export const resourceNames = (list: ResourceList): string[] => sortTexts(Object.keys(list))

/** Returns true for an empty list. */
export const isEmpty = (list: ResourceList): boolean => Object.keys(list).length === 0

/** Adds missing entries from another list; returns the list itself if none is missing. */
export function withMissing(list: ResourceList, others: ResourceList): ResourceList {
  const missing = Object.keys(others).filter((name) => list[name] === undefined)
  return missing.length === 0 ? list : Object.assign(emptyDictionary<Quantity>(), list, mask(others, missing))
}

/** Returns the names in both lists, without duplicates, sorted by their bytes. */
export function intersection(a: readonly string[], b: readonly string[]): string[] {
  const others = new Set(b)
  return [...new Set(a)].filter((name) => others.has(name)).sort(compareText)
}

/** Returns true if both lists have the same names with the same numbers. */
export function equals(a: ResourceList, b: ResourceList): boolean {
  const entries = Object.entries(a)
  return entries.length === Object.keys(b).length && entries.every(([name, amount]) => b[name]?.equals(amount) === true)
}

/** True if no amount in `a` is greater than the one in `b`. Names that are in only one list do not count. */
export function lessThanOrEqual(a: ResourceList, b: ResourceList): boolean {
  for (const name in a) if (isGreater(a[name], b[name])) return false
  return true
}

/** Returns the names, sorted, whose amount in `a` is greater than the one in `b`. */
export const exceededNames = (a: ResourceList, b: ResourceList): string[] => sortTexts(Object.keys(a).filter((name) => isGreater(a[name], b[name])))

const isGreater = (amount?: Quantity, limit?: Quantity): boolean => amount !== undefined && limit !== undefined && amount.compare(limit) > 0

/** Returns the sum for each resource. Amounts in only one list keep their text. */
export const add = (a: ResourceList, b: ResourceList): ResourceList => merge(a, b, (left, right) => left.add(right))

/** Returns the sum of all lists, as adding one after another does. */
export function sum(lists: readonly ResourceList[]): ResourceList {
  const result = emptyDictionary<Quantity>()
  for (const list of lists) {
    for (const name in list) {
      const [left, right] = [result[name], list[name]]
      if (right !== undefined) result[name] = left === undefined ? right : left.add(right)
    }
  }
  return result
}

/** Multiplies each amount; returns the list itself for 1. */
export const times = (list: ResourceList, count: number): ResourceList =>
  count === 1 ? list : resourceListOf(Object.entries(list).map(([name, amount]) => [name, amount.times(BigInt(count))]))

/** Returns the greater amount for each resource; of equal ones that of `b`, whose format and text may differ. */
export const max = (a: ResourceList, b: ResourceList): ResourceList =>
  merge(a, b, (left, right) => left.compare(right) <= 0 ? right : left)

/** Returns the other list itself if one is `noResources`. */
function merge(a: ResourceList, b: ResourceList, combine: (left: Quantity, right: Quantity) => Quantity): ResourceList {
  if (a === noResources) return b
  if (b === noResources) return a
  const result = Object.assign(emptyDictionary<Quantity>(), a)
  for (const name in b) {
    const [left, right] = [a[name], b[name]]
    if (right !== undefined) result[name] = left === undefined ? right : combine(left, right)
  }
  return result
}

/** Returns the difference for each resource of either list; decimal zero instead of results that are not positive. */
export function subtractWithNonNegativeResult(a: ResourceList, b: ResourceList): ResourceList {
  const result = emptyDictionary<Quantity>()
  for (const name of Object.keys(b)) result[name] = Quantity.zero
  for (const [name, amount] of Object.entries(a)) {
    const less = b[name]
    const difference = less === undefined ? amount : amount.sub(less)
    result[name] = difference.sign() > 0 ? difference : Quantity.zero
  }
  return result
}

/** The resources of the list that have one of these names. */
export function mask(list: ResourceList, names: readonly string[]): ResourceList {
  const result = emptyDictionary<Quantity>()
  for (const name of names) {
    const amount = list[name]
    if (amount !== undefined) result[name] = amount
  }
  return result
}

/** The resources of the list that are not zero. */
export const removeZeros = (list: ResourceList): ResourceList =>
  Object.values(list).every((amount) => !amount.isZero()) ? list : resourceListOf(Object.entries(list).filter(([, amount]) => !amount.isZero()))

/** The names of the resources that are negative, sorted by their bytes. */
export const isNegative = (list: ResourceList): string[] =>
  sortTexts(Object.keys(list).filter((name) => list[name]?.sign() === -1))

/**
 * Each amount rounded up, away from zero, to whole milli units, as API defaulting does with every resource list before
 * admission and storage (spec apimachinery 1.3). Returns the list itself if nothing changes.
 */
export function ceilMilli(list: ResourceList): ResourceList {
  if (Object.values(list).every((amount) => amount.ceilMilli() === amount)) return list
  return resourceListOf(Object.entries(list).map(([name, amount]) => [name, amount.ceilMilli()]))
}
