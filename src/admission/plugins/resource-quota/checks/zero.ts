import {scopeSelectorsOf} from '../../../../kinds/resource-quota/scope-selector.js'
import {keysOf} from '../../../../kinds/resource-quota/resource-names.js'
import type {ResourceQuota} from '../../../../machinery/api/core-v1.js'
import type {PolicyFinding} from '../../../policy-check.js'
import {finding} from './finding.js'

const meanings: readonly (readonly [keys: RegExp, meaning: string])[] = [
  [/^(?:count\/)?pods$/, 'no pod can be created in the namespace'],
  [/^(?:requests\.)?(?:cpu|memory)$/, 'every container must set a request of 0, or its pod is denied'],
  [/^limits\.(?:cpu|memory)$/, 'every container must set a limit of 0, or its pod is denied'],
  [/^requests\.storage$/, 'no claim can be created in the namespace'],
]

/** Amounts of nothing where that stops all work in a namespace. Of devices, load balancers and the like it is how one forbids them. */
export function checkZero(quota: ResourceQuota): PolicyFinding[] {
  // With a scope, that is how one forbids pods of a sort.
  if (scopeSelectorsOf(quota).length > 0) return []
  return keysOf(quota).flatMap((key) => {
    const [, meaning] = meanings.find(([keys]) => keys.test(key)) ?? []
    if (meaning === undefined || quota.spec?.hard?.[key]?.isZero() !== true) return []
    const message = `${key} is 0: ${meaning}`
    return [finding(quota, key, {ruleId: 'resource-quota/zero', severity: 'info', message, hint: 'to leave it unbounded, take the key out'})]
  })
}
