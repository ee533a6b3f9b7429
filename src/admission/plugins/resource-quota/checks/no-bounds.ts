import {keysOf} from '../../../../kinds/resource-quota/resource-names.js'
import type {ResourceQuota} from '../../../../machinery/api/core-v1.js'
import type {PolicyFinding} from '../../../policy-check.js'
import {finding, hardPath} from './finding.js'

/** Reports quotas that the server accepts although they bound nothing, with scopes or without. */
export function checkNoBounds(quota: ResourceQuota): PolicyFinding[] {
  if (keysOf(quota).length > 0) return []
  const message = 'this quota has no effect: its hard names no resource'
  return [finding(quota, hardPath, {ruleId: 'resource-quota/no-bounds', severity: 'warning', message, hint: 'write the resources that it bounds, such as hard: {pods: "10"}'})]
}
