import {type FieldError, invalid, NamedText, type Origin} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {qualifiedName} from '../../machinery/meta/names.js'
import {Quantity} from '../../machinery/quantity/quantity.js'

// Classification of resource names (pkg/apis/core/helper/helpers.go).

const standardContainerResources: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage'])

/** The standard resources of containers, claims and quotas, except huge pages. */
export const standardResources: ReadonlySet<string> = new Set([
  'cpu', 'memory', 'ephemeral-storage',
  'requests.cpu', 'requests.memory', 'requests.ephemeral-storage',
  'limits.cpu', 'limits.memory', 'limits.ephemeral-storage',
  'pods', 'resourcequotas', 'services', 'replicationcontrollers', 'secrets', 'configmaps', 'persistentvolumeclaims',
  'storage', 'requests.storage', 'services.nodeports', 'services.loadbalancers',
])

const hugePagePrefix = 'hugepages-'

const quotaRequestPrefix = 'requests.'

export const isHugePageResourceName = (name: string): boolean => name.startsWith(hugePagePrefix)

/** True for resources that `spec.resources` of a pod may name. */
export const isPodLevelResource = (name: string): boolean => name === 'cpu' || name === 'memory' || isHugePageResourceName(name)

/** True for names that Kubernetes defines: names without a slash, and names with `kubernetes.io/` in them. */
export const isNativeResource = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/')

/** True for resources such as `nvidia.com/gpu`, which an operator adds to nodes. */
export function isExtendedResourceName(name: string): boolean {
  if (isNativeResource(name) || name.startsWith(quotaRequestPrefix)) return false
  return qualifiedName(`${quotaRequestPrefix}${name}`).length === 0
}

/** True for resources whose request may be below the limit. */
export const isOvercommitAllowed = (name: string): boolean => isNativeResource(name) && !isHugePageResourceName(name)

const isStandardResourceName = (name: string): boolean =>
  standardResources.has(name) || isHugePageResourceName(name) || name.startsWith(`${quotaRequestPrefix}${hugePagePrefix}`)

export const isStandardContainerResourceName = (name: string): boolean =>
  standardContainerResources.has(name) || isHugePageResourceName(name)

/** Returns the page size of a huge page resource such as `hugepages-2Mi`; undefined if it is not a quantity. */
export function hugePageSize(name: string): Quantity | undefined {
  try {
    return Quantity.parse(name.slice(hugePagePrefix.length))
  } catch {
    return undefined
  }
}

/** A rule for resource names at a path. */
export type ResourceNameRule = (name: string, path: FieldPath, origin: Origin) => FieldError[]

/** The rule for resource names in general (core validation `validateResourceName`). */
export function validateResourceName(name: string, path: FieldPath, origin: Origin): FieldError[] {
  const errors = qualifiedName(name)
  if (errors.length > 0) return errors.map((error) => invalid(path, new NamedText(name), error, origin))
  if (name.includes('/') || isStandardResourceName(name)) return []
  return [invalid(path, new NamedText(name), 'must be a standard resource type or fully qualified', origin)]
}

/** The rule for the resources of containers and of Container and Pod limits (`validateContainerResourceName`). */
export function validateContainerResourceName(name: string, path: FieldPath, origin: Origin): FieldError[] {
  if (standardContainerResources.has(name)) return []
  const errors = validateResourceName(name, path, origin)
  if (!name.includes('/')) {
    if (!isStandardContainerResourceName(name)) errors.push(invalid(path, new NamedText(name), 'must be a standard resource for containers', origin))
  } else if (!isNativeResource(name) && !isExtendedResourceName(name)) {
    errors.push(invalid(path, new NamedText(name), "doesn't follow extended resource name standard", origin))
  }
  return errors
}
