import {resourceQuota} from '../admission/plugins/resource-quota/kind.js'
import type {ResourceQuota} from '../admission/plugins/resource-quota/types.js'
import {mask, noResources, type ResourceList, resourceListOf, resourceNames} from '../machinery/resource-list.js'
import type {Manifest} from '../manifests/manifest.js'
import {objectKey} from './object-key.js'
import {recordedStatus, type StaleHard} from './recorded-status.js'
import type {Simulation} from './simulate.js'

/** A quota whose recorded status differs from what the quota controller would write. */
export interface QuotaDrift {
  /** The quota with the status that the quota controller would write. */
  readonly quota: ResourceQuota
  readonly manifest: Manifest
  /** What the quota records. */
  readonly recorded: ResourceList
  /** The keys whose amounts differ, sorted; one that has no amount differs from any. */
  readonly names: readonly string[]
  /** What it records in `status.hard`, where that differs from `spec.hard`. */
  readonly stale?: StaleHard
}

/** A quota whose manifest records no usage at all: there is nothing to compare. */
export interface UnrecordedQuota {
  readonly quota: ResourceQuota
  readonly manifest: Manifest
}

/** The quotas whose recorded status is wrong, and those that record no usage, of so many. */
export interface DriftReport {
  readonly quotas: number
  readonly drifts: readonly QuotaDrift[]
  readonly notRecorded: readonly UnrecordedQuota[]
}

/**
 * Compares the recorded status of every quota with what the quota controller would write: `spec.hard`, and what the objects that
 * exist add up to. A quota that records no usage (neither `status.used` nor a ResourceQuotaUsage document) has not drifted.
 *
 * @param simulation of nothing, with `recountsAll`
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

/** The quota as the controller would leave it: a key that nobody tracks keeps what is recorded. */
function settled(quota: ResourceQuota, recorded: ResourceList): ResourceQuota {
  const {hard = noResources, used = noResources} = quota.status ?? {}
  return {...quota, status: {hard, used: resourceListOf([...Object.entries(mask(recorded, Object.keys(hard))), ...Object.entries(used)])}}
}

/** What a user has probably forgotten: a line for each quota that records something, of which nothing was given. */
export const driftHints = ({drifts}: DriftReport): string[] => drifts
  .filter(({quota, recorded}) => isNothing(quota.status?.used) && !isNothing(recorded))
  .map(({quota: {metadata: {name = '', namespace = ''}}}) =>
    `Hint: of what the quota ${name} in ${namespace} counts, nothing was given. Give what exists with --existing.`)

const isNothing = (list: ResourceList = noResources): boolean => Object.values(list).every((amount) => amount.isZero())

const differingNames = (recorded: ResourceList, counted: ResourceList): string[] =>
  resourceNames({...recorded, ...counted}).filter((name) => {
    const [before, after] = [recorded[name], counted[name]]
    return before === undefined || after === undefined || before.compare(after) !== 0
  })
