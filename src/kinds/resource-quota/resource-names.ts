import type {ResourceQuota} from '../../machinery/api/core-v1.js'
import {type FieldError, invalid, NamedText} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import type {GroupName} from '../../machinery/meta/status.js'
import {noResources, resourceNames} from '../../machinery/quantity/resource-list.js'
import {isHugePageResourceName, isNativeResource, validateResourceName} from '../shared/resource-names.js'

const standardQuotaResources: ReadonlySet<string> = new Set([
  'cpu', 'memory', 'ephemeral-storage',
  'requests.cpu', 'requests.memory', 'requests.storage', 'requests.ephemeral-storage',
  'limits.cpu', 'limits.memory', 'limits.ephemeral-storage',
  'pods', 'resourcequotas', 'services', 'replicationcontrollers', 'secrets', 'persistentvolumeclaims', 'configmaps',
  'services.nodeports', 'services.loadbalancers',
])

export const isStandardQuotaResourceName = (name: string): boolean =>
  standardQuotaResources.has(name) || isHugePageResourceName(name) || name.startsWith('requests.hugepages-')

/** The rule for the keys of `hard` (core validation `ValidateResourceQuotaResourceName`). */
export function validateQuotaResourceName(name: string, path: FieldPath): FieldError[] {
  const origin = 'resource-quota/resource-name'
  const errors = validateResourceName(name, path, origin)
  if (!name.includes('/') && !isStandardQuotaResourceName(name)) {
    errors.push(invalid(path, new NamedText(name), 'must be a standard resource for quota', origin))
  }
  return errors
}

/** The key under which a quota counts the objects of a resource: `count/deployments.apps`. */
export const objectCountName = ({group, name}: GroupName): string => group === '' ? `count/${name}` : `count/${name}.${group}`

/** True for keys such as `requests.nvidia.com/gpu`, and `requests.deviceclass.resource.kubernetes.io/gpu`. */
export const isExtendedRequest = (name: string): boolean =>
  name.startsWith('requests.') && (!isNativeResource(name) || name.startsWith('requests.deviceclass.resource.kubernetes.io/'))

/** The keys of a quota, sorted. */
export const keysOf = ({spec}: ResourceQuota): string[] => resourceNames(spec?.hard ?? noResources)
