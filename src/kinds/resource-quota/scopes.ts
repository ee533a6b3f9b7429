import {isStandardQuotaResourceName} from './resource-names.js'

// The scopes, and the resources that a quota with them may count (pkg/apis/core/helper; spec resourcequota 4).

const podResources = ['pods', 'cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory']

/** The standard resources to which each scope applies. */
const resourcesOfScopes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['Terminating', new Set(podResources)],
  ['NotTerminating', new Set(podResources)],
  ['BestEffort', new Set(['pods'])],
  ['NotBestEffort', new Set(podResources)],
  ['PriorityClass', new Set(podResources)],
  ['CrossNamespacePodAffinity', new Set(podResources)],
  ['VolumeAttributesClass', new Set(['persistentvolumeclaims', 'requests.storage'])],
])

export const isStandardScope = (scope: string): boolean => resourcesOfScopes.has(scope)

/** False for a standard resource to which the scope does not apply. */
export const isScopeValidFor = (scope: string, resource: string): boolean =>
  !isStandardQuotaResourceName(resource) || (resourcesOfScopes.get(scope)?.has(resource) ?? true)

/** Scopes that no object can match together. */
export const conflictingScopes: readonly (readonly [string, string])[] = [['BestEffort', 'NotBestEffort'], ['Terminating', 'NotTerminating']]
