import type {KubeObject} from '../../../../kinds/kind.js'
import {limitRange} from '../../../../kinds/limit-range/index.js'
import type {LimitRange} from '../../../../kinds/limit-range/types.js'
import {podMakers} from '../../../../kinds/pod-template/pod-of.js'
import type {PolicyCheck, PolicyFinding} from '../../../policy-check.js'
import {checkClaimResource} from './claim-resource.js'
import {checkContainerMaxBelowPodMin} from './container-max-below-pod-min.js'
import {checkContradiction} from './contradiction.js'
import {isInAnyOrder, ordersOf} from './default-orders.js'
import {checkExplicitRequired, demandsOf} from './explicit-required.js'
import {checkExtendedResourceDefault} from './extended-resource-default.js'
import {checkNoBounds} from './no-bounds.js'
import {checkNotEnforced} from './not-enforced.js'
import {checkOrderDependentDefault} from './order-dependent-default.js'
import {isPlain} from './plain.js'
import {leavesLimitsOpen, makersOf} from './pods.js'
import {checkQualityOfService} from './quality-of-service.js'
import {checkRedundant} from './redundant.js'
import {checkRefusedDefault} from './refused-default.js'
import {checkRequestAboveDefaultLimit} from './request-above-default-limit.js'
import {byResource, comparedOf, type Statements} from './statements.js'
import {trySilent} from './trial.js'

/** Checks the valid LimitRanges of one namespace together. */
const limitRangeCheck: PolicyCheck = {
  kinds: [limitRange],
  check(objects, context) {
    const policies = comparedOf(objects)
    if (policies.length === 1 && policies.every(isPlain)) return [...checkNotEnforced(policies), ...checkNoBounds(policies)]
    const resources = byResource(policies)
    const contradictions = checkContradiction(resources)
    const contradicted = new Set(contradictions.map(({field}) => field.step))
    const open = resources.filter(({name}) => !contradicted.has(name))
    const tooSmall = checkContainerMaxBelowPodMin(open)
    const tooSmallFor = new Set(tooSmall.map(({field}) => field.step))
    return [
      ...contradictions,
      ...tooSmall,
      ...checkDefaults(open.filter(({name}) => !tooSmallFor.has(name)), policies),
      ...checkExplicitRequired(open),
      ...checkExtendedResourceDefault(open, context),
      ...checkNotEnforced(policies),
      ...checkNoBounds(policies),
      ...checkClaimResource(resources),
      ...checkRedundant(policies),
    ]
  },
}

/** If a pod without requests and limits is admitted, checks only the order of LimitRanges. */
function checkDefaults(resources: readonly Statements[], policies: readonly LimitRange[]): PolicyFinding[] {
  if (resources.length === 0) return []
  const isAdmitted = trySilent(policies).length === 0
  return resources.filter((said) => !isAdmitted || !isInAnyOrder(said)).flatMap((said) => {
    const orders = ordersOf(said, policies)
    // Defaults have no effect on resources that pods must specify anyway.
    return [...demandsOf(said).length > 0 ? [] : checkRefusedDefault(said, orders), ...checkOrderDependentDefault(said, orders)]
  })
}

/** Checks pods and workloads against the defaults of the LimitRanges of their namespace. */
const podDefaultsCheck: PolicyCheck = {
  kinds: [limitRange],
  subjects: {kinds: podMakers, concern: leavesLimitsOpen},
  check(objects) {
    const limitRanges = objects.filter(isLimitRange)
    const policies = comparedOf(limitRanges)
    const resources = new Map(byResource(policies).map((said) => [said.name, said.of('Container', 'default')]))
    const limitsOf = (name: string) => resources.get(name) ?? []
    const compute = [...limitsOf('cpu'), ...limitsOf('memory')]
    return makersOf(objects).flatMap((maker) => {
      const trapped = checkRequestAboveDefaultLimit(maker, limitsOf)
      return trapped.length > 0 ? trapped : checkQualityOfService(maker, policies, compute)
    })
  },
}

const isLimitRange = (object: KubeObject): object is LimitRange => object.kind === 'LimitRange' && object.apiVersion === 'v1'

/** Checks of LimitRanges, and of pods next to them, that no server makes. */
export const limitRangerChecks: readonly PolicyCheck[] = [limitRangeCheck, podDefaultsCheck]
