import {resourceQuota} from '../../../../kinds/resource-quota/index.js'
import type {ResourceQuota} from '../../../../machinery/api/core-v1.js'
import {stoppedClock} from '../../../clock.js'
import type {Lister} from '../../../plugin.js'
import type {PolicyCheck, PolicyFinding} from '../../../policy-check.js'
import {Evaluators} from '../evaluators/index.js'
import {trackedOf} from './finding.js'
import {checkNeverBites} from './never-bites.js'
import {checkNeverMatches} from './never-matches.js'
import {checkNoBounds} from './no-bounds.js'
import {checkStaleStatus, checkUnboundedUsage} from './recorded-status.js'
import {checkRequestsAboveLimits} from './requests-above-limits.js'
import {checkScopeValue} from './scope-value.js'
import {checkUntrackedKey} from './untracked-key.js'
import {checkZero} from './zero.js'

/** Maximum number of quotas in one namespace to compare. */
const maxPolicies = 200

/** Checks the valid ResourceQuotas of one namespace together. */
export const resourceQuotaCheck: PolicyCheck = {
  kinds: [resourceQuota],
  check(objects) {
    const quotas = objects as readonly ResourceQuota[]
    return [...quotas.flatMap(checkQuota), ...checkNeverBites(quotas.slice(0, maxPolicies))]
  },
}

function checkQuota(quota: ResourceQuota): PolicyFinding[] {
  const tracking = new Evaluators(emptyLister, stoppedClock).tracking(trackedOf(quota))
  return [
    ...checkNoBounds(quota),
    ...checkUntrackedKey(quota, tracking),
    ...checkZero(quota),
    ...checkStaleStatus(quota),
    ...checkUnboundedUsage(quota),
    ...checkRequestsAboveLimits(quota),
    ...checkScopeValue(quota),
    ...checkNeverMatches(quota, tracking),
  ]
}

/** A cluster without known objects. */
const emptyLister: Lister = {list: () => []}
