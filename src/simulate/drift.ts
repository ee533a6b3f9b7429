import {resourceQuota} from '../kinds/resource-quota/index.js'
import type {ResourceQuota} from '../machinery/api/core-v1.js'
import {mask, noResources, type ResourceList, resourceListOf, resourceNames} from '../machinery/quantity/resource-list.js'
import type {Manifest} from '../manifests/manifest.js'
import {objectKey} from './object-key.js'
import {recordedStatus, type StaleHard} from './recorded-status.js'
import type {Simulation} from './simulate.js'

/** A quota whose recorded status differs from what the quota controller would write. */
export interface QuotaDrift {
  /** The quota with the status that the quota controller would write. */
  readonly quota: ResourceQuota
  readonly manifest: Manifest
  /** The recorded usage. */
  readonly recorded: ResourceList
  /** The sorted keys whose amounts differ or are missing. */
  readonly names: readonly string[]
  /** The recorded `status.hard`, if it differs from `spec.hard`. */
  readonly stale?: StaleHard
}

/** A quota whose manifest records no usage, so that there is nothing to compare. */
export interface UnrecordedQuota {
  readonly quota: ResourceQuota
  readonly manifest: Manifest
}

/** The total number of quotas, those whose recorded status is wrong, and those that record no usage. */
export interface DriftReport {
  readonly quotas: number
  readonly drifts: readonly QuotaDrift[]
  readonly notRecorded: readonly UnrecordedQuota[]
}

/**
 * Compares the recorded status of every quota with what the quota controller would write: `spec.hard`, and the sum of the existing
 * objects. A quota that records no usage (neither `status.used` nor a ResourceQuotaUsage document) has not drifted.
 *
 * @param simulation a simulation of no objects, with `recountsAll`
 */
export function findDrift({cluster, policies}: Pick<Simulation, 'cluster' | 'policies'>): DriftReport {
  const quotas = cluster.namespacesWith(resourceQuota).flatMap((namespace) => cluster.list(resourceQuota, namespace))
  const drifts: QuotaDrift[] = []
  const notRecorded: UnrecordedQuota[] = []
  for (const counted of quotas) {
    const key = objectKey({...counted})
    const manifest = policies.manifests.get(key)
    if (manifest === undefined) continue
    const {used} = recordedStatus(policies.usageDocuments.get(key) ?? manifest)
    const stale = policies.stale.get(key)
    const recorded = used ?? noResources
    const quota = settled(counted, recorded)
    const names = used === undefined ? [] : differingNames(recorded, quota.status?.used ?? noResources)
    if (names.length > 0 || stale !== undefined) drifts.push({quota, manifest, recorded, names, ...stale && {stale}})
    else if (used === undefined) notRecorded.push({quota, manifest})
  }
  return {quotas: quotas.length, drifts, notRecorded}
}

/** The quota with the controller's status; untracked keys keep their recorded amounts. */
function settled(quota: ResourceQuota, recorded: ResourceList): ResourceQuota {
  const {hard = noResources, used = noResources} = quota.status ?? {}
  return {...quota, status: {hard, used: resourceListOf([...Object.entries(mask(recorded, Object.keys(hard))), ...Object.entries(used)])}}
}

/** A line for each quota that records usage although no objects are given, which the user has probably forgotten. */
export const driftHints = ({drifts}: DriftReport): string[] => drifts
  .filter(({quota, recorded}) => isNothing(quota.status?.used) && !isNothing(recorded))
  .map(({quota: {metadata: {name = '', namespace = ''}}}) =>
    `Hint: no objects that the quota ${name} in ${namespace} counts were given. Name existing objects with --existing.`)

const isNothing = (list: ResourceList = noResources): boolean => Object.values(list).every((amount) => amount.isZero())

const differingNames = (recorded: ResourceList, counted: ResourceList): string[] =>
  resourceNames({...recorded, ...counted}).filter((name) => {
    const [before, after] = [recorded[name], counted[name]]
    return before === undefined || after === undefined || before.compare(after) !== 0
  })
