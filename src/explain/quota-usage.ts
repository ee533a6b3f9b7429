import type {Cluster} from '../cluster/cluster.js'
import {TooMuchWorkError} from '../cluster/too-much-work-error.js'
import type {UsageParts} from '../controllers/usage-parts.js'
import {fewQuotas} from '../controllers/workload/charge-limit.js'
import type {KubeObject} from '../kinds/kind.js'
import {groupBy} from '../machinery/collections/group-by.js'
import type {PodSum} from '../kinds/pod/resources/pod-sum.js'
import type {Quantity} from '../machinery/quantity/quantity.js'
import {noResources, resourceNames} from '../machinery/quantity/resource-list.js'
import type {UsageSource} from '../simulate/quota-usage.js'
import type {CountedQuota} from '../simulate/quotas.js'

/** One term of the usage of a resource: the amount of an object, or of several equal ones. */
export interface UsageTerm {
  readonly object: KubeObject
  readonly count: number
  readonly amount: Quantity
  /** The sum from which the amount of a pod results, or that of each of several equal pods. */
  readonly sum?: PodSum
}

/** The usage of one resource of a quota, term by term. */
export interface ResourceUsage {
  readonly resource: string
  readonly terms: readonly UsageTerm[]
  /** The recorded usage of objects that are unknown; undefined if there is none. */
  readonly others?: Quantity
  readonly used: Quantity
  readonly hard: Quantity
}

/** Objects of a kind that a quota bounds, and that do not count. */
export interface UncountedObjects {
  readonly object: KubeObject
  readonly count: number
  /** The scopes that the object is not in, or the end of a pod. */
  readonly why: {readonly scopes: UsageParts['contributions'][number]['unmatchedScopes']} | {readonly ended: 'finished' | 'deleted'}
}

/** The usage of a quota, explained. */
export interface ExplainedQuota extends Pick<CountedQuota, 'quota'> {
  readonly usageFrom: UsageSource
  readonly resources: readonly ResourceUsage[]
  readonly leftOut: readonly UncountedObjects[]
}

/** Limit on the objects of the quotas beyond the first {@link fewQuotas}, each counted for each quota and resource. */
export const maxQuotaObjects = 1_000_000

/**
 * Explains the usage of quotas of a namespace.
 *
 * @throws TooMuchWorkError if they are too many for the number of objects
 */
export function explainQuotas(cluster: Cluster, quotas: readonly CountedQuota[]): ExplainedQuota[] {
  let objects = 0
  return quotas.map((quota, i) => {
    const explained = explainQuota(cluster, quota)
    if (i >= fewQuotas) objects += explained.resources.reduce((sum, {terms}) => sum + terms.length, explained.leftOut.length)
    if (objects > maxQuotaObjects) throw new TooMuchWorkError(tooManyText(i + 1, quotas.length))
    return explained
  })
}

const tooManyText = (count: number, quotas: number): string =>
  `the first ${count} of ${quotas} ResourceQuotas count more than ${maxQuotaObjects.toLocaleString('en')} objects together: name the quotas to explain`

/** Explains the usage of a quota of a cluster: which object contributes how much to each resource, and which objects are left out. */
export function explainQuota(cluster: Cluster, {quota, usageFrom}: CountedQuota): ExplainedQuota {
  const {contributions, others} = cluster.usageParts(quota) ?? {contributions: [], others: quota.status?.used ?? noResources}
  const {hard = noResources, used = noResources} = quota.status ?? {}
  const terms = groupBy(contributions.flatMap(termsOf), ({resource}) => resource)
  const resources = resourceNames(hard).flatMap((resource): ResourceUsage[] => {
    const [bound, total, rest] = [hard[resource], used[resource], others[resource]]
    if (bound === undefined || total === undefined) return []
    return [{resource, terms: (terms.get(resource) ?? []).map(({term}) => term), ...rest && {others: rest}, used: total, hard: bound}]
  })
  return {quota, usageFrom, resources, leftOut: leftOutOf(contributions)}
}

/** The terms of equal objects, for each resource that they use. */
const termsOf = ({object, count, used, sumOf}: UsageParts['contributions'][number]): {readonly resource: string, readonly term: UsageTerm}[] =>
  Object.entries(used).flatMap(([resource, amount]) => {
    if (amount.isZero()) return []
    const sum = sumOf(resource)
    return [{resource, term: {object, count, amount, ...sum && {sum}}}]
  })

/** The objects that are left out, each once. */
function leftOutOf(contributions: UsageParts['contributions']): UncountedObjects[] {
  const all = contributions.flatMap(({object, count, unmatchedScopes, ended}): UncountedObjects[] => {
    if (unmatchedScopes.length > 0) return [{object, count, why: {scopes: unmatchedScopes}}]
    return ended === undefined ? [] : [{object, count, why: {ended}}]
  })
  return [...groupBy(all, ({object}) => object).values()].flatMap(([first]) => first ?? [])
}
