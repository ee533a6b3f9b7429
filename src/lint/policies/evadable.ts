import {byResource} from '../../admission/plugins/limit-ranger/index.js'
import {finding} from '../../admission/plugins/resource-quota/index.js'
import type {PolicyFinding} from '../../admission/policy-check.js'
import {keysOf} from '../../kinds/resource-quota/resource-names.js'
import type {LimitRange, ResourceQuota} from '../../machinery/api/core-v1.js'

/** A resource that a pod uses also if it states no amount of it. Unlike cpu and memory, quotas do not require it. */
const name = 'ephemeral-storage'

const keys = ['ephemeral-storage', 'requests.ephemeral-storage', 'limits.ephemeral-storage']

/**
 * Keys that bound only those who state an amount: unlike cpu and memory they demand none, and no LimitRange sets a default
 * (spec resourcequota 2.1). Pods get devices and huge pages only on request, so a quota counts all of them. One finding for a quota.
 */
export function checkEvadable(quotas: readonly ResourceQuota[], policies: readonly LimitRange[]): PolicyFinding[] {
  const isStated = byResource(policies).some((resource) =>
    resource.name === name && (['default', 'defaultRequest'] as const).some((list) => resource.of('Container', list).length > 0))
  return isStated ? [] : quotas.flatMap((quota) => keysOf(quota).filter((key) => keys.includes(key)).slice(0, 1).map((key) => finding(quota, key, {
    ruleId: 'resource-quota/evadable', severity: 'info',
    message: `a pod that states no ${name} is admitted without being counted: quotas require amounts of cpu and memory only`,
    hint: 'a LimitRange with a default makes every container state one',
  })))
}
