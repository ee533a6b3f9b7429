import {byResource, comparedOf} from '../../admission/plugins/limit-ranger/checks/statements.js'
import type {LimitRange} from '../../admission/plugins/limit-ranger/types.js'
import {finding, keysOf} from '../../admission/plugins/resource-quota/checks/finding.js'
import {isExtendedRequest} from '../../admission/plugins/resource-quota/evaluators/pods.js'
import type {ResourceQuota} from '../../admission/plugins/resource-quota/types.js'
import type {PolicyFinding} from '../../admission/policy-check.js'

/**
 * Keys that bound only those who state an amount: unlike cpu and memory they demand none, and no LimitRange gives a default
 * (spec resourcequota 2.1). One finding for a quota.
 */
export function checkEvadable(quotas: readonly ResourceQuota[], policies: readonly LimitRange[]): PolicyFinding[] {
  const stated = new Set(byResource(comparedOf(policies)).filter((said) => said.of('Container', 'default').length > 0 || said.of('Container', 'defaultRequest').length > 0)
    .map(({name}) => name))
  return quotas.flatMap((quota) => {
    const keys = keysOf(quota).filter((key) => isOptional(key) && !stated.has(resourceOf(key)))
    const [first] = keys
    if (first === undefined) return []
    const message = `a pod that states no ${[...new Set(keys.map(resourceOf))].join(' or ')} is let pass and not counted: quotas demand amounts of cpu and memory alone`
    const hint = 'a LimitRange with a default makes every container state one'
    return [finding(quota, first, {ruleId: 'resource-quota/evadable', severity: 'info', message, hint})]
  })
}

const resourceOf = (key: string): string => key.replace(/^(?:requests|limits)\./, '')

/** True for amounts that a pod may omit. */
const isOptional = (key: string): boolean => /^(?:(?:requests|limits)\.)?ephemeral-storage$|^(?:requests\.)?hugepages-/.test(key) || isExtendedRequest(key)
