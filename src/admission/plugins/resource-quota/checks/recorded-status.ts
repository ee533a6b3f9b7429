import {staleNames} from '../../../../kinds/resource-quota/status.js'
import type {ResourceQuota} from '../../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../../machinery/field/path.js'
import type {Quantity} from '../../../../machinery/quantity/quantity.js'
import {noResources, type ResourceList, resourceNames} from '../../../../machinery/quantity/resource-list.js'
import type {PolicyFinding} from '../../../policy-check.js'
import {finding, hardPath} from './finding.js'

const statusHard = FieldPath.of('status', 'hard')

/** Bounds in `status.hard` that differ from those in `spec.hard`: admission compares with the former (spec resourcequota 3). */
export const checkStaleStatus = (quota: ResourceQuota): PolicyFinding[] => staleNames(quota).map((name) => {
  const {[name]: recorded} = quota.status?.hard ?? noResources
  const {[name]: wanted} = quota.spec?.hard ?? noResources
  const at = recorded === undefined ? statusHard : statusHard.key(name)
  return finding(quota, at, {
    ruleId: 'resource-quota/stale-status', severity: 'warning',
    message: `${differenceText(name, recorded, wanted)} until the quota controller updates status.hard`,
    hint: 'leave status out: the quota controller writes it',
  }, wanted === undefined ? [] : [{policy: quota, field: hardPath.key(name), message: `${name} is ${wanted} here`}])
})

function differenceText(name: string, recorded: Quantity | undefined, wanted: Quantity | undefined): string {
  if (recorded === undefined) return `status.hard lacks ${name}, which is ${wanted} in spec.hard: admission does not enforce it`
  if (wanted === undefined) return `status.hard has ${name} ${recorded}, which spec.hard lacks: admission enforces it`
  return `status.hard has ${name} ${recorded}, and spec.hard ${wanted}: admission compares with ${recorded}`
}

/** Usage that is recorded under keys that the quota does not bound. */
export function checkUnboundedUsage(quota: ResourceQuota): PolicyFinding[] {
  const {hard: recorded, used = noResources} = quota.status ?? {}
  const isBounded = (list: ResourceList | undefined, name: string): boolean => list?.[name] !== undefined
  return resourceNames(used).filter((name) => !isBounded(recorded, name) && !isBounded(quota.spec?.hard, name)).map((name) =>
    finding(quota, FieldPath.of('status', 'used').key(name), {
      ruleId: 'resource-quota/unbounded-usage', severity: 'warning',
      message: `status.used has ${name}, which neither spec.hard nor status.hard bounds: it counts nothing`,
      hint: 'leave it out, or bound it in spec.hard',
    }))
}
