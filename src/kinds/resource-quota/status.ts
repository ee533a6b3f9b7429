import type {ResourceQuota} from '../../machinery/api/core-v1.js'
import type {Dictionary} from '../../machinery/collections/dictionary.js'
import {merge} from '../../machinery/collections/immutable.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import {equals, mask, noResources, type ResourceList, resourceListOf, resourceNames} from '../../machinery/quantity/resource-list.js'

type QuotaStatus = NonNullable<ResourceQuota['status']>

/** The quota with another status, as it is read back from storage, which keeps only the text of a quantity. */
export function withUsage(quota: ResourceQuota, {hard, used}: QuotaStatus): ResourceQuota {
  return merge(quota, {status: {...hard && {hard: hard === quota.status?.hard ? hard : reparsed(hard)}, ...used && {used: reparsed(used)}}})
}

/** The amounts after printing and parsing them, in a list of their own. */
export const reparsed = (list: ResourceList): Dictionary<Quantity> => resourceListOf(Object.entries(list).map(([name, amount]) => [name, amount.reread()]))

/**
 * Returns the keys under which `status.hard` differs from `spec.hard`, sorted; none if the status has no `hard`. The quota controller
 * copies the bounds a moment after the spec has changed: until then admission compares with `status.hard` (spec resourcequota 3).
 */
export function staleNames({spec, status}: Pick<ResourceQuota, 'spec' | 'status'>): string[] {
  const {hard: recorded} = status ?? {}
  const {hard: wanted = noResources} = spec ?? {}
  if (recorded === undefined) return []
  return resourceNames({...recorded, ...wanted}).filter((name) => {
    const [before, after] = [recorded[name], wanted[name]]
    return before === undefined || after === undefined || !before.equals(after)
  })
}

/**
 * The status that the quota controller writes: the bounds of the spec, and the usage of the stored objects (`syncResourceQuota`;
 * spec resourcequota 5). A key that no evaluator tracks keeps its usage.
 *
 * @param usage of the keys that are tracked
 * @returns undefined if the status does not change
 */
export function recount(quota: ResourceQuota, usage: ResourceList): QuotaStatus | undefined {
  const {spec: {hard = noResources} = {}, status = {}} = quota
  const used = mask(override(status.used ?? noResources, usage), resourceNames(hard))
  const isDirty = status.hard === undefined || status.used === undefined || !semanticEqual(hard, status.hard) || !equals(used, status.used)
  return isDirty ? {hard, used} : undefined
}

const override = (list: ResourceList, changes: ResourceList): ResourceList => resourceListOf([...Object.entries(list), ...Object.entries(changes)])
