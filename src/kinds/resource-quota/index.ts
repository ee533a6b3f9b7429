import type {ResourceQuota} from '../../machinery/api/core-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import type {FieldError} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {defaultVersion, hasFeature} from '../../machinery/version/kubernetes-version.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import {ceilMilli, noResources, type ResourceList} from '../../machinery/quantity/resource-list.js'
import type {KindDefinition} from '../kind.js'
import {validateAmounts, validateResourceQuota, validateResourceQuotaUpdate} from './validate.js'

/** ResourceQuota (spec resourcequota 4). */
export const resourceQuota: KindDefinition<ResourceQuota> = {
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  ignoresName: true,

  setDefaults: (quota) => assign<ResourceQuota>(quota, {spec: ceilLists(quota.spec ?? {}, ['hard']), status: ceilLists(quota.status ?? {}, ['hard', 'used'])}),

  prepareForCreate: (quota) => ({...quota, status: {}}),

  validate: validateResourceQuota,

  prepareForUpdate: (quota, old) => ({...quota, status: old.status ?? {}}),

  validateUpdate: validateResourceQuotaUpdate,

  warnings: ({spec}, old, version = defaultVersion) => old === undefined && hasFeature(version, 'quotaWarnings') ? requestsAboveLimits(spec?.hard ?? noResources).map(({warning}) => warning) : [],

  subresources: {
    status: {
      prepareForUpdate: (quota, old) => ({...quota, spec: old.spec ?? {}}),
      validateUpdate: ({status}) => validateStatus(status),
      changeOnly: true,
    },
  },
}

/** Validates the quantities in the status of a quota (core validation `ValidateResourceQuotaStatusUpdate`). */
export const validateStatus = (status: ResourceQuota['status'] = {}): FieldError[] =>
  (['hard', 'used'] as const).flatMap((list) => validateAmounts(status[list] ?? noResources, FieldPath.of('status', list)))

/** Returns the object with some of its lists rounded up to milli-units; the object itself if nothing changes. */
export function ceilLists<K extends string, T extends Readonly<Partial<Record<K, ResourceList>>>>(object: T, lists: readonly K[]): T {
  const rounded = lists.flatMap((list) => object[list] === undefined ? [] : [[list, ceilMilli(object[list])] as const])
  return assign<T>(object, Object.fromEntries(rounded) as Partial<T>)
}

/** Pairs of keys of which the first should not exceed the second, with the server's warning. */
export interface RequestAboveLimit {
  readonly request: string
  readonly limit: string
  readonly warning: string
}

/** Returns the resources whose bound on requests exceeds that on limits. */
export const requestsAboveLimits = (hard: ResourceList): RequestAboveLimit[] => ['cpu', 'memory', 'storage', 'ephemeral-storage'].flatMap((resource) => {
  const limit = `limits.${resource}`
  const bound = hard[limit]
  const [request, amount] = requestOf(resource, hard)
  if (amount === undefined || bound === undefined || amount.compare(bound) <= 0) return []
  return [{request, limit, warning: `ResourceQuota ${request} (${amount}) should be less than ${limit} (${bound})`}]
})

/** Returns the key under which a quota limits the requests for a resource: `requests.cpu`, or `cpu` for cpu and memory. */
function requestOf(resource: string, hard: ResourceList): [name: string, amount: Quantity | undefined] {
  const name = `requests.${resource}`
  const isBare = hard[name] === undefined && (resource === 'cpu' || resource === 'memory')
  return isBare ? [resource, hard[resource]] : [name, hard[name]]
}
