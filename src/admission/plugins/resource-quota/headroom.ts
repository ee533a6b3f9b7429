import type {KubeObject} from '../../../kinds/kind.js'
import {distinctSelectorsOf} from '../../../kinds/resource-quota/scope-selector.js'
import type {ResourceQuota} from '../../../machinery/api/core-v1.js'
import {compareText} from '../../../machinery/go/text.js'
import {Quantity} from '../../../machinery/quantity/quantity.js'
import {noResources} from '../../../machinery/quantity/resource-list.js'
import type {Evaluator} from './evaluators/evaluator.js'

/** The number of further objects of a kind that fit into a quota, and the key that runs out first. */
export interface Headroom {
  readonly count: bigint
  readonly name: string
}

/** True if an object is in the scopes of a quota. */
export const isInScopes = (quota: ResourceQuota, object: KubeObject, evaluator: Evaluator): boolean =>
  distinctSelectorsOf(quota).every((selector) => evaluator.inScope?.(selector, object) === true)

/** The number of times that an object still fits into a quota; undefined if the quota does not bound the object. */
export function headroom(quota: ResourceQuota, object: KubeObject, evaluator: Evaluator): Headroom | undefined {
  const {hard = noResources, used = noResources} = quota.status ?? {}
  if (!isInScopes(quota, object, evaluator)) return undefined
  const room = Object.entries(evaluator.usage(object)).flatMap(([name, amount]): Headroom[] => {
    const bound = hard[name]
    if (bound === undefined || amount.sign() <= 0 || !evaluator.tracks(name)) return []
    const left = bound.sub(used[name] ?? Quantity.zero)
    return [{count: left.sign() > 0 ? left.quotient(amount) : 0n, name}]
  })
  return room.sort((a, b) => a.count < b.count ? -1 : a.count > b.count ? 1 : compareText(a.name, b.name))[0]
}
