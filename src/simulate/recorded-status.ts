import {decodeObject} from '../cluster/codec.js'
import {identify} from '../cluster/target.js'
import {staleNames} from '../kinds/resource-quota/status.js'
import type {ResourceQuota} from '../machinery/api/core-v1.js'
import {noResources, type ResourceList} from '../machinery/quantity/resource-list.js'
import type {Manifest} from '../manifests/manifest.js'

/** The recorded `status.hard` of a quota, if it differs from `spec.hard`. */
export interface StaleHard {
  /** The sorted keys that differ, including those in only one of the lists. */
  readonly names: readonly string[]
  /** `status.hard` as recorded. */
  readonly recorded: ResourceList
  /** `spec.hard`. */
  readonly wanted: ResourceList
}

/** The recorded status of a quota's manifest, or of a ResourceQuotaUsage document; empty if it cannot be decoded. */
export const recordedStatus = (manifest: Manifest): NonNullable<ResourceQuota['status']> => decoded(manifest).status ?? {}

/** The difference between a quota's recorded `status.hard` and its `spec.hard`; undefined if they are equal, or none is recorded. */
export function staleHard(manifest: Manifest): StaleHard | undefined {
  const quota = decoded(manifest)
  const names = staleNames(quota)
  return names.length === 0 ? undefined : {names, recorded: quota.status?.hard ?? noResources, wanted: quota.spec?.hard ?? noResources}
}

function decoded({body}: Manifest): Partial<ResourceQuota> {
  const info = identify(body)
  return 'code' in info ? {} : decodeObject(info, body).object
}
