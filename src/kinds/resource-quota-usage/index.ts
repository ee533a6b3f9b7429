import type {ResourceQuotaUsage} from '../../machinery/api/design-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import type {KindDefinition} from '../kind.js'
import {ceilLists, resourceQuota, validateStatus} from '../resource-quota/index.js'

/**
 * ResourceQuotaUsage, an atomic write of a quota's status that fails if it was changed since it was read, from the design of
 * ResourceQuota (admission_control_resource_quota.md). No API server has ever served it.
 */
export const resourceQuotaUsage: KindDefinition<ResourceQuotaUsage> = {
  apiVersion: 'v1',
  kind: 'ResourceQuotaUsage',
  notServed: {
    ruleId: 'resource-quota-usage/not-served',
    message: 'no API server serves ResourceQuotaUsage: only kadm reads it, and kubectl cannot apply it',
    hint: 'pass it to "kadm simulate" with -p: it sets the initial usage of the quota',
  },
  statusOf: {apiVersion: resourceQuota.apiVersion, kind: resourceQuota.kind},
  setDefaults: (usage) => assign<ResourceQuotaUsage>(usage, {status: ceilLists(usage.status ?? {}, ['hard', 'used'])}),
  validate: ({status}) => validateStatus(status),
}
