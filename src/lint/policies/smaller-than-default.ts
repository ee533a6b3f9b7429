import {byResource, comparedOf, relatedTo, type Statements} from '../../admission/plugins/limit-ranger/checks/statements.js'
import {silentPod, trySilent, withDefaults} from '../../admission/plugins/limit-ranger/checks/trial.js'
import type {LimitRange} from '../../admission/plugins/limit-ranger/types.js'
import {finding, keysOf} from '../../admission/plugins/resource-quota/checks/finding.js'
import {podEvaluator} from '../../admission/plugins/resource-quota/evaluators/pods.js'
import type {ResourceQuota} from '../../admission/plugins/resource-quota/types.js'
import {stoppedClock} from '../../admission/clock.js'
import type {PolicyFinding} from '../../admission/policy-check.js'
import {leastUsage} from './smallest.js'

/** Quotas into which not even one pod fits of one container that gets its requests and limits from the LimitRanges. */
export function checkSmallerThanDefault(quotas: readonly ResourceQuota[], limitRanges: readonly LimitRange[]): PolicyFinding[] {
  const policies = comparedOf(limitRanges)
  // Quota never counts a pod that LimitRanges reject.
  if (trySilent(policies).length > 0) return []
  const usage = podEvaluator(stoppedClock).usage(withDefaults(silentPod(), policies))
  const resources = byResource(policies)
  const least = leastUsage(policies)
  return quotas.flatMap((quota) => keysOf(quota).flatMap((key) => {
    const [hard, used] = [quota.spec?.hard?.[key], usage[key]]
    const isReported = hard !== undefined && (least.get(key)?.amount ?? 0n) > hard.milliValue()
    const defaults = defaultsFor(key, resources)
    const isCertain = defaults.length > 0 && defaults.every(({amount}) => hard !== undefined && amount.compare(hard) > 0)
    if (hard === undefined || used === undefined || used.compare(hard) <= 0 || isReported || !isCertain) return []
    const message = `a pod of one container that says nothing of its resources uses ${used} of ${key}, and the quota allows ${hard}: all such pods are refused`
    return [finding(quota, key, {ruleId: 'resource-quota/smaller-than-default', severity: 'warning', message}, defaults.slice(0, 5).map(relatedTo))]
  }))
}

/** The defaults that a key of a quota counts: whichever LimitRange the server lists first, one of them is filled in. */
function defaultsFor(key: string, resources: readonly Statements[]): ReturnType<Statements['of']> {
  const name = key.replace(/^(?:requests|limits)\./, '')
  return resources.find((said) => said.name === name)?.of('Container', key.startsWith('limits.') ? 'default' : 'defaultRequest') ?? []
}
