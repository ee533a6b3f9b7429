import {comparedOf} from '../../admission/plugins/limit-ranger/index.js'
import type {PolicyCheck} from '../../admission/policy-check.js'
import type {AnyKind, KubeObject} from '../../kinds/kind.js'
import {limitRange} from '../../kinds/limit-range/index.js'
import {resourceQuota} from '../../kinds/resource-quota/index.js'
import type {LimitRange, ResourceQuota} from '../../machinery/api/core-v1.js'
import {checkEvadable} from './evadable.js'
import {refusedPodsChecks} from './refused-pods.js'
import {podSecurityLabels} from './pod-security/labels.js'
import {podSecurityViolations} from './pod-security/violations.js'
import {checkSmallerThanDefault} from './smaller-than-default.js'
import {checkSmallerThanSmallestPod} from './smaller-than-smallest-pod.js'
import {checkUnmetDemand} from './unmet-demand.js'

/** Quotas together with the LimitRanges of their namespace. */
const quotasAndLimitRanges: PolicyCheck = {
  kinds: [resourceQuota, limitRange] as readonly AnyKind[],
  check(objects) {
    const quotas = objects.filter(isQuota)
    const limitRanges = comparedOf(objects.filter((object): object is LimitRange => !isQuota(object)))
    return [checkUnmetDemand, checkEvadable, checkSmallerThanSmallestPod, checkSmallerThanDefault].flatMap((check) => check(quotas, limitRanges))
  },
}

const isQuota = (object: KubeObject): object is ResourceQuota => object.kind === resourceQuota.kind

/** The checks between the policies of two plugins, and between them and workloads. */
export const policyChecks: readonly PolicyCheck[] = [quotasAndLimitRanges, ...refusedPodsChecks, podSecurityLabels, podSecurityViolations]
