import type {LimitRange} from '../../../../machinery/api/core-v1.js'
import type {PolicyFinding} from '../../../policy-check.js'
import {isOrderIrrelevant, ordersOf} from './default-orders.js'
import {requiredAmounts} from './explicit-required.js'
import {ifAnyFeature, rejectingFeatures} from './features.js'
import {checkOrderDependentDefault} from './order-dependent-default.js'
import {checkRefusedDefault} from './refused-default.js'
import type {Statements} from './statements.js'
import {tryWithoutResources} from './dry-run.js'

/** Checks the defaults of a pod without requests and limits. If it is admitted, checks only the order of LimitRanges. */
export const checkPodsWithoutResources = ifAnyFeature(rejectingFeatures, (
  resources: readonly Statements[], policies: readonly LimitRange[],
): PolicyFinding[] => {
  if (resources.length === 0) return []
  const isAdmitted = tryWithoutResources(policies).length === 0
  return resources.filter((resource) => !isAdmitted || !isOrderIrrelevant(resource)).flatMap((resource) => {
    const orders = ordersOf(resource, policies)
    // Defaults have no effect on resources that pods must specify anyway.
    return [...requiredAmounts(resource).length > 0 ? [] : checkRefusedDefault(resource, orders), ...checkOrderDependentDefault(resource, orders)]
  })
})
