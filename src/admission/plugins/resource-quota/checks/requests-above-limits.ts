import {requestsAboveLimits} from '../../../../kinds/resource-quota/index.js'
import type {ResourceQuota} from '../../../../machinery/api/core-v1.js'
import {noResources} from '../../../../machinery/quantity/resource-list.js'
import type {PolicyFinding} from '../../../policy-check.js'
import {finding, hardPath} from './finding.js'

/** Reports bounds on requests that exceed those on limits: the server warns about them when the quota is created. */
export const checkRequestsAboveLimits = (quota: ResourceQuota): PolicyFinding[] => requestsAboveLimits(quota.spec?.hard ?? noResources)
  .map(({request, limit, warning}) => finding(quota, request, {
    ruleId: 'resource-quota/requests-above-limits', severity: 'warning',
    message: `${warning}: a request is at most its limit, so that ${limit} is used up first`,
  }, [{policy: quota, field: hardPath.key(limit), message: 'this is used up first'}]))
