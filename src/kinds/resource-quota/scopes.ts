import {isStandardQuotaResourceName} from './resource-names.js'

// The scopes, and the resources that a quota with them may count (pkg/apis/core/helper; spec resourcequota 4).

const podResources = ['pods', 'cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory']

/** The standard resources that make sense with each scope. */
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

/** False for a standard resource that has nothing to do with the scope. */
export const isScopeValidFor = (scope: string, resource: string): boolean =>
  !isStandardQuotaResourceName(resource) || (resourcesOfScopes.get(scope)?.has(resource) ?? true)

/** Scopes that no object can match together. */
export const conflictingScopes: readonly (readonly [string, string])[] = [['BestEffort', 'NotBestEffort'], ['Terminating', 'NotTerminating']]
