import {resourceQuota} from '../admission/plugins/resource-quota/kind.js'
import type {ResourceQuota} from '../admission/plugins/resource-quota/types.js'
import {decodeObject} from '../cluster/codec.js'
import {identify} from '../cluster/target.js'
import {mask, noResources, type ResourceList, resourceListOf, resourceNames} from '../machinery/resource-list.js'
import type {Manifest} from '../manifests/manifest.js'
import {objectKey} from './object-key.js'
import type {Simulation} from './simulate.js'

/** What the objects of a namespace add up to differs from what a quota records. */
export interface QuotaDrift {
  /** The quota with the status that the quota controller would write. */
  readonly quota: ResourceQuota
  readonly manifest: Manifest
  /** What the quota records. */
  readonly recorded: ResourceList
  /** The keys whose amounts differ, sorted; one that has no amount differs from any. */
  readonly names: readonly string[]
}

/** The quotas whose recorded usage is wrong, of so many. */
export interface DriftReport {
  readonly quotas: number
  readonly drifts: readonly QuotaDrift[]
}

/**
 * Compares the recorded usage of every quota with what the objects that exist add up to.
 *
 * @param simulation of nothing, with `recountsAll`
 */
export function findDrift({cluster, policies}: Pick<Simulation, 'cluster' | 'policies'>): DriftReport {
  const quotas = cluster.namespacesWith(resourceQuota).flatMap((namespace) => cluster.list(resourceQuota, namespace))
  const drifts = quotas.flatMap((counted) => {
    const key = objectKey({...counted})
    const manifest = policies.manifests.get(key)
    if (manifest === undefined) return []
    const recorded = recordedUsage(policies.usageDocuments.get(key) ?? manifest)
    const quota = settled(counted, recorded)
    const names = differingNames(recorded, quota.status?.used ?? noResources)
    return names.length === 0 ? [] : [{quota, manifest, recorded, names}]
  })
  return {quotas: quotas.length, drifts}
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

function recordedUsage({body}: Manifest): ResourceList {
  const info = identify(body)
  const {status} = ('code' in info ? {} : decodeObject(info, body).object) as Partial<ResourceQuota>
  return status?.used ?? noResources
}

const differingNames = (recorded: ResourceList, counted: ResourceList): string[] =>
  resourceNames({...recorded, ...counted}).filter((name) => {
    const [before, after] = [recorded[name], counted[name]]
    return before === undefined || after === undefined || before.compare(after) !== 0
  })
