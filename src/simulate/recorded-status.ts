import {staleNames} from '../admission/plugins/resource-quota/status.js'
import type {ResourceQuota} from '../admission/plugins/resource-quota/types.js'
import {decodeObject} from '../cluster/codec.js'
import {identify} from '../cluster/target.js'
import {noResources, type ResourceList} from '../machinery/resource-list.js'
import type {Manifest} from '../manifests/manifest.js'

/** The bounds that a quota's manifest records in `status.hard`, where they differ from `spec.hard`. */
export interface StaleHard {
  /** The keys that differ, sorted; one that only one of the lists has differs. */
  readonly names: readonly string[]
  /** `status.hard` as recorded. */
  readonly recorded: ResourceList
  /** `spec.hard`. */
  readonly wanted: ResourceList
}

/** The status that a manifest of a quota, or a ResourceQuotaUsage document, records; empty for one that cannot be decoded. */
export const recordedStatus = (manifest: Manifest): NonNullable<ResourceQuota['status']> => decoded(manifest).status ?? {}

/** How the `status.hard` that a quota's manifest records differs from its `spec.hard`; undefined where it does not, or records none. */
export function staleHard(manifest: Manifest): StaleHard | undefined {
  const quota = decoded(manifest)
  const names = staleNames(quota)
  return names.length === 0 ? undefined : {names, recorded: quota.status?.hard ?? noResources, wanted: quota.spec?.hard ?? noResources}
}

function decoded({body}: Manifest): Partial<ResourceQuota> {
  const info = identify(body)
  return 'code' in info ? {} : decodeObject(info, body).object
}
