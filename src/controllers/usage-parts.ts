import type {StatusWriter} from '../admission/plugin.js'
import type {EndReason, Evaluator, Evaluators} from '../admission/plugins/resource-quota/index.js'
import type {KubeObject} from '../kinds/kind.js'
import type {PodSum} from '../kinds/pod/resources/pod-sum.js'
import {distinctSelectorsOf} from '../kinds/resource-quota/scope-selector.js'
import type {ResourceQuota, ScopedResourceSelectorRequirement} from '../machinery/api/core-v1.js'
import {Quantity} from '../machinery/quantity/quantity.js'
import {mask, noResources, type ResourceList, resourceListOf, resourceNames, sum, times} from '../machinery/quantity/resource-list.js'

/** The contribution of equal objects to the usage of a quota. */
export interface Contribution {
  readonly object: KubeObject
  /** The number of objects that differ only in the random suffix of their names. */
  readonly count: number
  /** The scopes of the quota that the object is not in. */
  readonly unmatchedScopes: readonly ScopedResourceSelectorRequirement[]
  /** The usage of all these objects, by the keys of the quota; empty for an object that is not in its scopes. */
  readonly used: ResourceList
  /** Returns the sum that results in the usage of one object under a key; undefined if the usage is not a sum. */
  readonly sumOf: (name: string) => PodSum | undefined
  /** Why a pod uses nothing but count/pods. */
  readonly ended?: EndReason
}

/** The parts of the usage of a quota. */
export interface UsageParts {
  /** By kind of object, then by name. */
  readonly contributions: readonly Contribution[]
  /** The recorded usage beyond the stored objects: that of objects that are unknown. It is negative if more is stored than recorded. */
  readonly others: ResourceList
}

/**
 * Returns the contribution of each stored object to the usage of a quota: the terms that the controller adds up, for keys that the quota bounds.
 */
export function usageParts(quota: ResourceQuota, store: StatusWriter, evaluators: Evaluators): UsageParts {
  const {namespace = ''} = quota.metadata
  const contributions = evaluators.tracking(resourceNames(quota.spec?.hard ?? noResources)).flatMap(({evaluator, names}) => {
    const keys = new Set(names)
    return store.listCounted(evaluator.resource, namespace).map(({object, count}) => contributionOf(quota, evaluator, {object, count, keys}))
  })
  const counted = sum(contributions.map(({used}) => used))
  const others = Object.entries(quota.status?.used ?? noResources).map(([name, amount]) => [name, amount.sub(counted[name] ?? Quantity.zero)] as const)
  return {contributions, others: resourceListOf(others.filter(([, amount]) => !amount.isZero()))}
}

interface Counted {
  readonly object: KubeObject
  readonly count: number
  /** The keys of the quota that bound objects of this kind. There may be thousands: an object takes time for its own only. */
  readonly keys: ReadonlySet<string>
}

function contributionOf(quota: ResourceQuota, evaluator: Evaluator, {object, count, keys}: Counted): Contribution {
  const unmatchedScopes = distinctSelectorsOf(quota).filter((requirement) => evaluator.inScope?.(requirement, object) !== true)
  const ended = evaluator.endReason?.(object)
  const used = unmatchedScopes.length === 0 ? times(boundIn(evaluator.usage(object), keys), count) : noResources
  return {object, count, unmatchedScopes, used, sumOf: (name) => evaluator.sumOf?.(object, name), ...ended !== undefined && {ended}}
}

const boundIn = (usage: ResourceList, keys: ReadonlySet<string>): ResourceList => mask(usage, Object.keys(usage).filter((name) => keys.has(name)))
