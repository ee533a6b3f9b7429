import {byResource, type IntervalEnd, minClaimAmount, minPodAmount, type Statement, type Statements} from '../../admission/plugins/limit-ranger/index.js'
import type {LimitRange} from '../../machinery/api/core-v1.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'

/** The least that any object uses under a key of a quota, in thousandths, and the statements of LimitRanges that make it so. */
export interface SmallestUsage {
  readonly what: 'pod' | 'claim'
  readonly amount: bigint
  readonly by: Statement
}

/** The least usage that LimitRanges allow to a pod or a claim, by the keys of quotas; keys without a minimum are left out. */
export const smallestUsage = (policies: readonly LimitRange[]): ReadonlyMap<string, SmallestUsage> => new Map(byResource(policies).flatMap(smallestUsageOf))

/** Returns the least usage under a key if it exceeds a bound, so that no pod or claim fits at all. */
export function smallestUsageAbove(hard: Quantity, key: string, minimum: ReadonlyMap<string, SmallestUsage>): SmallestUsage | undefined {
  const used = minimum.get(key)
  return used !== undefined && used.amount > hard.milliValue() ? used : undefined
}

function smallestUsageOf(resource: Statements): [string, SmallestUsage][] {
  const {name} = resource
  const ofClaim = name === 'storage' ? minClaimAmount(resource) : undefined
  if (ofClaim !== undefined) return named(['requests.storage'], 'claim', ofClaim)
  const minimum = minPodAmount(resource)
  if (minimum === undefined) return []
  const isExtended = name.includes('/')
  return [
    ...named([...isExtended ? [] : [name], `requests.${name}`], 'pod', minimum),
    // A pod may do without a limit where nothing asks for one.
    ...asksForLimit(resource) && !isExtended ? named([`limits.${name}`], 'pod', minimum) : [],
  ]
}

const named = (keys: readonly string[], what: SmallestUsage['what'], {amount, by}: IntervalEnd): [string, SmallestUsage][] =>
  by?.list !== 'min' ? [] : keys.map((key) => [key, {what, amount, by}])

const asksForLimit = (resource: Statements): boolean => resource.of('Container', 'default').length > 0
  || (['Container', 'Pod'] as const).some((type) => (['max', 'maxLimitRequestRatio'] as const).some((list) => resource.of(type, list).length > 0))
