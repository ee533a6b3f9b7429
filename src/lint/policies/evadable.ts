import {byResource} from '../../admission/plugins/limit-ranger/index.js'
import {finding} from '../../admission/plugins/resource-quota/index.js'
import type {PolicyFinding} from '../../admission/policy-check.js'
import {isExtendedRequest} from '../../kinds/resource-quota/resource-names.js'
import {keysOf} from '../../kinds/resource-quota/keys.js'
import type {LimitRange, ResourceQuota} from '../../machinery/api/core-v1.js'

/**
 * Keys that bound only those who state an amount: unlike cpu and memory they demand none, and no LimitRange sets a default
 * (spec resourcequota 2.1). One finding for a quota.
 */
export function checkEvadable(quotas: readonly ResourceQuota[], policies: readonly LimitRange[]): PolicyFinding[] {
  const stated = new Set(byResource(policies).filter((resource) => resource.of('Container', 'default').length > 0 || resource.of('Container', 'defaultRequest').length > 0)
    .map(({name}) => name))
  return quotas.flatMap((quota) => {
    const keys = keysOf(quota).filter((key) => isOptional(key) && !stated.has(resourceOf(key)))
    const [first] = keys
    if (first === undefined) return []
    const message = `a pod that states no ${[...new Set(keys.map(resourceOf))].join(' or ')} is admitted without being counted: quotas require amounts of cpu and memory only`
    const hint = 'a LimitRange with a default makes every container state one'
    return [finding(quota, first, {ruleId: 'resource-quota/evadable', severity: 'info', message, hint})]
  })
}

const resourceOf = (key: string): string => key.replace(/^(?:requests|limits)\./, '')

/** True for amounts that a pod may omit. */
const isOptional = (key: string): boolean => /^(?:(?:requests|limits)\.)?ephemeral-storage$|^(?:requests\.)?hugepages-/.test(key) || isExtendedRequest(key)
