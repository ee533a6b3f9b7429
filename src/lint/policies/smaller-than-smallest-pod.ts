import {relatedTo, statementText} from '../../admission/plugins/limit-ranger/index.js'
import {finding} from '../../admission/plugins/resource-quota/index.js'
import type {PolicyFinding} from '../../admission/policy-check.js'
import {scopeSelectorsOf} from '../../kinds/resource-quota/scope-selector.js'
import {keysOf} from '../../kinds/resource-quota/resource-names.js'
import type {LimitRange, ResourceQuota} from '../../machinery/api/core-v1.js'
import {smallestUsage, smallestUsageAbove} from './smallest.js'

/** Reports quotas that are smaller than the smallest pod, or claim, that the LimitRanges of the namespace admit. */
export function checkSmallerThanSmallestPod(quotas: readonly ResourceQuota[], policies: readonly LimitRange[]): PolicyFinding[] {
  const minimum = smallestUsage(policies)
  return quotas.flatMap((quota) => keysOf(quota).flatMap((key) => {
    const hard = quota.spec?.hard?.[key]
    const used = hard && smallestUsageAbove(hard, key, minimum)
    if (hard === undefined || used === undefined) return []
    const scope = scopeSelectorsOf(quota).length > 0 ? ' in its scopes' : ''
    const message = `no ${used.what}${scope} fits into ${key} ${hard}: each uses at least ${used.by.amount} (${statementText(used.by)})`
    return [finding(quota, key, {ruleId: 'resource-quota/smaller-than-smallest-pod', severity: 'error', message}, [relatedTo(used.by)])]
  }))
}
