import {resourceQuotaPlugin} from '../admission/plugins/resource-quota/index.js'
import {resourceQuota} from '../admission/plugins/resource-quota/kind.js'
import type {ResourceQuota} from '../admission/plugins/resource-quota/types.js'
import type {Cluster} from '../cluster/cluster.js'
import {noResources, type ResourceList} from '../machinery/resource-list.js'
import {objectKey} from './object-key.js'
import type {PolicyReport} from './policies.js'
import type {UsageSource} from './quota-usage.js'
import type {StaleHard} from './recorded-status.js'

/** A quota of a cluster, with where its usage is from. */
export interface CountedQuota {
  readonly quota: ResourceQuota
  readonly usageFrom: UsageSource
  /**
   * What its manifest records in `status.hard`, where that differs from `spec.hard`. Admission compares with the recorded bounds
   * where the usage is from the status, else with those of the spec.
   */
  readonly stale?: StaleHard
}

/** The bounds that admission compared with when the simulation began. */
export const boundsOf = ({quota: {spec}, usageFrom, stale}: CountedQuota): ResourceList =>
  stale !== undefined && usageFrom === 'status' ? stale.recorded : spec?.hard ?? noResources

/** A quota after a simulation. */
export interface QuotaChange extends CountedQuota {
  /** What was used before. */
  readonly usedBefore: ResourceList
}

/**
 * All quotas of a cluster that are in force, by namespace and name: none where the plugin ResourceQuota is off. Those that were not
 * there before count the objects that they find.
 */
export function quotasOf(cluster: Cluster, {usage, stale}: PolicyReport): CountedQuota[] {
  if (!cluster.hasPlugin(resourceQuotaPlugin.name)) return []
  return cluster.namespacesWith(resourceQuota).flatMap((namespace) => cluster.list(resourceQuota, namespace)).map((quota) => {
    const key = objectKey({...quota})
    const recorded = stale.get(key)
    return {quota, usageFrom: usage.get(key) ?? 'recomputed', ...recorded && {stale: recorded}}
  })
}

/** The quotas as they are now, each with what was used of it before. */
export function quotaChanges(before: readonly CountedQuota[], after: readonly CountedQuota[]): QuotaChange[] {
  const used = new Map(before.map(({quota}) => [objectKey({...quota}), quota.status?.used]))
  return after.map((counted) => ({...counted, usedBefore: used.get(objectKey({...counted.quota})) ?? noResources}))
}
