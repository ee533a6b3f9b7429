import type {ResourceQuota} from '../admission/plugins/resource-quota/types.js'
import type {Manifest} from '../manifests/manifest.js'
import {objectKey} from './object-key.js'
import type {Simulation} from './simulate.js'

/** The documents that the admission plugin of the design would post: one for each quota, with what is used of it in the end. */
export const usageDocuments = ({quotas, policies: {manifests}}: Simulation): object[] =>
  quotas.map(({quota}) => resourceQuotaUsageOf(quota, manifests.get(objectKey({...quota}))))

/**
 * The document with which the design of ResourceQuota has a quota's usage recorded: its name, the version of the quota that
 * was read, and the status that it is to have (admission_control_resource_quota.md).
 */
export function resourceQuotaUsageOf({metadata: {name, namespace}, status}: ResourceQuota, manifest: Manifest | undefined): object {
  const {resourceVersion} = (manifest?.body['metadata'] ?? {}) as {readonly resourceVersion?: unknown}
  return {
    apiVersion: 'v1',
    kind: 'ResourceQuotaUsage',
    metadata: {name, namespace, ...typeof resourceVersion === 'string' && {resourceVersion}},
    status: {hard: texts(status?.hard), used: texts(status?.used)},
  }
}

const texts = (list: object = {}): object => Object.fromEntries(Object.entries(list).map(([name, amount]) => [name, String(amount)]))
