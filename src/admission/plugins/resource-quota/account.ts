import {scopesText} from '../../../kinds/resource-quota/scope-selector.js'
import type {ResourceQuota} from '../../../machinery/api/core-v1.js'
import {groupBy} from '../../../machinery/collections/group-by.js'
import {remember} from '../../../machinery/collections/remember.js'
import type {Quantity} from '../../../machinery/quantity/quantity.js'
import {noResources, type ResourceList, resourceListOf} from '../../../machinery/quantity/resource-list.js'

/** Quotas of one namespace that count the same objects and resources and have the same usage: every request charges all of them alike. */
export interface Account {
  /** The quotas in the order of evaluation. Their own usage may be out of date. */
  readonly quotas: readonly [ResourceQuota, ...ResourceQuota[]]
  /** The least bound of each resource. */
  readonly hard: ResourceList
  /** For each quota, the least bounds of it and of those before it. */
  readonly leastOf: readonly ResourceList[]
  readonly used: ResourceList
}

/** Returns the accounts of the quotas of a namespace, each in the place of its first quota. */
export function accountsOf(quotas: readonly ResourceQuota[]): Account[] {
  const groups = quotas.length < 2 ? [quotas] : groupBy(quotas, countingOf).values()
  return [...groups].flatMap(([first, ...others]) => first === undefined ? [] : [accountOf([first, ...others])])
}

function accountOf(quotas: Account['quotas']): Account {
  const [{status: {hard: bounds = noResources, used = noResources} = {}}, ...others] = quotas
  let hard = bounds
  const leastOf = [hard, ...others.map(({status}) => hard = minOf(hard, status?.hard ?? noResources))]
  return {quotas, hard, leastOf, used}
}

/** A text that is the same for quotas that count the same and have the same usage. A namespace that gets many quotas reads all of them for each. */
const countingOf = remember((quota: ResourceQuota): string => {
  const {hard = noResources, used = noResources} = quota.status ?? {}
  return JSON.stringify([scopesText(quota), Object.keys(hard), Object.entries(used).map(([name, amount]) => [name, amount.toString()])])
})

/** The lesser amount of each resource, of lists with the same names. */
const minOf = (a: ResourceList, b: ResourceList): ResourceList =>
  resourceListOf(Object.entries(a).map(([name, amount]) => [name, minimum(amount, b[name] ?? amount)]))

const minimum = (a: Quantity, b: Quantity): Quantity => b.compare(a) < 0 ? b : a
