import type {ResourceQuota} from '../machinery/api/core-v1.js'
import type {Manifest} from '../manifests/manifest.js'
import {objectKey} from './object-key.js'
import type {Simulation} from './simulate.js'

/** The documents that the design's admission plugin would post: the final usage of each quota. */
export const usageDocuments = ({quotas, policies: {manifests}}: Simulation): object[] =>
  quotas.map(({quota}) => resourceQuotaUsageOf(quota, manifests.get(objectKey({...quota}))))

/**
 * The document that records a quota's usage in the design of ResourceQuota: its name, the version of the quota that
 * was read, and the new status (admission_control_resource_quota.md).
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
