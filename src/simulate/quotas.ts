import {resourceQuotaPlugin} from '../admission/plugins/resource-quota/index.js'
import type {Cluster} from '../cluster/cluster.js'
import {resourceQuota} from '../kinds/resource-quota/index.js'
import type {ResourceQuota} from '../machinery/api/core-v1.js'
import {Quantity} from '../machinery/quantity/quantity.js'
import {noResources, type ResourceList, resourceNames} from '../machinery/quantity/resource-list.js'
import {objectKey} from './object-key.js'
import type {PolicyReport} from './policies.js'
import type {UsageSource} from './quota-usage.js'
import type {StaleHard} from './recorded-status.js'

/** A quota of a cluster, with the source of its usage. */
export interface CountedQuota {
  readonly quota: ResourceQuota
  readonly usageFrom: UsageSource
  /**
   * The recorded `status.hard`, if it differs from `spec.hard`. Admission compares with the recorded bounds
   * if the usage is from the status, else with those of the spec.
   */
  readonly stale?: StaleHard
}

/** The bounds that admission used at the start of the simulation. */
export const boundsOf = ({quota: {spec}, usageFrom, stale}: CountedQuota): ResourceList =>
  stale !== undefined && usageFrom === 'status' ? stale.recorded : spec?.hard ?? noResources

/** A quota after a simulation. */
export interface QuotaChange extends CountedQuota {
  /** The usage before. */
  readonly usedBefore: ResourceList
}

/**
 * All quotas of a cluster that are in force, by namespace and name: none if the plugin ResourceQuota is off. New
 * quotas count the existing objects.
 */
export function quotasOf(cluster: Cluster, {usage, stale}: PolicyReport): CountedQuota[] {
  if (!cluster.hasPlugin(resourceQuotaPlugin.name)) return []
  return cluster.namespacesWith(resourceQuota).flatMap((namespace) => cluster.list(resourceQuota, namespace)).map((quota) => {
    const key = objectKey({...quota})
    const recorded = stale.get(key)
    return {quota, usageFrom: usage.get(key) ?? 'recomputed', ...recorded && {stale: recorded}}
  })
}

/** The present quotas, each with its usage before. */
export function quotaChanges(before: readonly CountedQuota[], after: readonly CountedQuota[]): QuotaChange[] {
  const used = new Map(before.map(({quota}) => [objectKey({...quota}), quota.status?.used]))
  return after.map((counted) => ({...counted, usedBefore: used.get(objectKey({...counted.quota})) ?? noResources}))
}

/** The usage of a resource of a quota before and after; undefined if the quota does not track the resource. */
export interface UsageDifference {
  readonly resource: string
  readonly hard: Quantity
  readonly usage?: {readonly before: Quantity, readonly after: Quantity, readonly change: Quantity}
}

/** Returns the difference of each resource that a quota bounds. */
export function usageDifferences({quota: {status}, usedBefore}: Pick<QuotaChange, 'quota' | 'usedBefore'>): UsageDifference[] {
  const {hard = noResources, used = noResources} = status ?? {}
  return resourceNames(hard).map((resource): UsageDifference => {
    const [bound, before, after] = [hard[resource] ?? Quantity.zero, usedBefore[resource] ?? Quantity.zero, used[resource]]
    return {resource, hard: bound, ...after && {usage: {before, after, change: after.sub(before)}}}
  })
}
