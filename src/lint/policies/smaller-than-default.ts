import {stoppedClock} from '../../admission/clock.js'
import {byResource, podWithoutResources, relatedTo, type Statements, tryWithoutResources, withDefaults} from '../../admission/plugins/limit-ranger/index.js'
import {finding, podEvaluator} from '../../admission/plugins/resource-quota/index.js'
import type {PolicyFinding} from '../../admission/policy-check.js'
import {keysOf} from '../../kinds/resource-quota/resource-names.js'
import type {LimitRange, ResourceQuota} from '../../machinery/api/core-v1.js'
import {smallestUsage, smallestUsageAbove} from './smallest.js'

/** Quotas into which not even one pod fits of one container that gets its requests and limits from the LimitRanges. */
export function checkSmallerThanDefault(quotas: readonly ResourceQuota[], policies: readonly LimitRange[]): PolicyFinding[] {
  // Quota never counts a pod that LimitRanges reject.
  if (tryWithoutResources(policies).length > 0) return []
  const usage = podEvaluator(stoppedClock).usage(withDefaults(podWithoutResources(), policies))
  const resources = byResource(policies)
  const minimum = smallestUsage(policies)
  return quotas.flatMap((quota) => keysOf(quota).flatMap((key) => {
    const [hard, used] = [quota.spec?.hard?.[key], usage[key]]
    if (hard === undefined || used === undefined || used.compare(hard) <= 0) return []
    const defaults = defaultsFor(key, resources)
    const isCertain = defaults.length > 0 && defaults.every(({amount}) => amount.compare(hard) > 0)
    // If no pod at all fits, checkSmallerThanSmallestPod reports the key.
    if (!isCertain || smallestUsageAbove(hard, key, minimum) !== undefined) return []
    const message = `a pod of one container that sets no resources uses ${used} of ${key}, and the quota allows ${hard}: all such pods are denied`
    return [finding(quota, key, {ruleId: 'resource-quota/smaller-than-default', severity: 'warning', message}, defaults.slice(0, 5).map(relatedTo))]
  }))
}

/** The defaults that a key of a quota counts: the server fills in one of them, that of the LimitRange that it lists first. */
function defaultsFor(key: string, resources: readonly Statements[]): ReturnType<Statements['of']> {
  const name = key.replace(/^(?:requests|limits)\./, '')
  return resources.find((resource) => resource.name === name)?.of('Container', key.startsWith('limits.') ? 'default' : 'defaultRequest') ?? []
}
