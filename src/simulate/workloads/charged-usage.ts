import {chargedUsage, type Evaluator, isInScopes, timesThatFit, trackedNames} from '../../admission/plugins/resource-quota/index.js'
import type {KubeObject} from '../../kinds/kind.js'
import type {ResourceQuota} from '../../machinery/api/core-v1.js'
import {noResources, removeZeros, type ResourceList} from '../../machinery/quantity/resource-list.js'

/** Objects that are charged to quotas. */
export interface ChargedObjects {
  readonly object: KubeObject
  /** The usage of each. */
  readonly usage: ResourceList
  readonly evaluator: Evaluator
  readonly count: number
}

/** Returns the usage of a quota after further objects are created; undefined if they do not fit. */
export function usageWith(quota: ResourceQuota, objects: readonly ChargedObjects[]): ResourceList | undefined {
  const {hard = noResources, used: before = noResources} = quota.status ?? {}
  let used = before
  for (const {object, usage, evaluator, count} of objects) {
    if (trackedNames(evaluator, hard).length === 0 || !isInScopes(quota, object, evaluator)) continue
    const due = {account: {quotas: [quota], hard, used}, delta: removeZeros(usage)} as const
    if (timesThatFit([due]) < count) return undefined
    used = chargedUsage(due, count)
  }
  return used
}
