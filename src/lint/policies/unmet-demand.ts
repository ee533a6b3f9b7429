import {stoppedClock} from '../../admission/clock.js'
import {podWithoutResources, withDefaults} from '../../admission/plugins/limit-ranger/index.js'
import {demandsMessage, finding, podEvaluator} from '../../admission/plugins/resource-quota/index.js'
import type {PolicyFinding} from '../../admission/policy-check.js'
import {scopeSelectorsOf} from '../../kinds/resource-quota/scope-selector.js'
import {keysOf} from '../../kinds/resource-quota/resource-names.js'
import type {LimitRange, ResourceQuota} from '../../machinery/api/core-v1.js'
import {FieldPath} from '../../machinery/field/path.js'

/**
 * Quotas for which every container must state an amount that no LimitRange gives it. Of a namespace without any LimitRange
 * among the manifests, reports nothing: its LimitRanges may be elsewhere.
 */
export function checkUnmetDemand(quotas: readonly ResourceQuota[], policies: readonly LimitRange[]): PolicyFinding[] {
  const [limitRange] = policies
  if (limitRange === undefined) return []
  const pod = withDefaults(podWithoutResources(), policies)
  const evaluator = podEvaluator(stoppedClock)
  return quotas.flatMap((quota) => {
    const {metadata: {name = ''}} = quota
    const demands = evaluator.constraints?.(keysOf(quota), pod) ?? []
    const [first, ...others] = demands
    // A pod that states nothing at all is in no such scope.
    if (first === undefined || scopeSelectorsOf(quota).some(({scopeName = ''}) => scopeName === 'NotBestEffort' || scopeName === 'BestEffort')) return []
    const names = demands.map((demand) => demand.name)
    const message = `no LimitRange of the namespace sets ${names.join(', ')} for containers, and the quota requires it: every pod without it is denied: `
      + demandsMessage(name, demands)
    return [finding(quota, first.name, {ruleId: 'resource-quota/unmet-demand', severity: 'warning', message, hint: hintFor(names)}, [
      ...others.map((demand) => ({policy: quota, field: FieldPath.of('spec', 'hard').key(demand.name), message: `${demand.name} is required too`})),
      {policy: limitRange, field: FieldPath.of('spec', 'limits'), message: 'a default can be given here'},
    ])]
  })
}

/** The hint with the defaults for an item of type Container. */
function hintFor(names: readonly string[]): string {
  const lists = [...new Set(names.map((name) => `${name.startsWith('limits.') ? 'default' : 'defaultRequest'}: {${name.replace(/^(?:requests|limits)\./, '')}: ...}`))]
  return `give an item of type Container ${lists.join(' and ')}`
}
