import type {KubeObject} from '../../../../kinds/kind.js'
import {limitRange} from '../../../../kinds/limit-range/index.js'
import {podMakers} from '../../../../kinds/pod-of.js'
import type {LimitRange} from '../../../../machinery/api/core-v1.js'
import type {PolicyCheck} from '../../../policy-check.js'
import {checkClaimResource} from './claim-resource.js'
import {checkContainerMaxBelowPodMin} from './container-max-below-pod-min.js'
import {checkContradiction} from './contradiction.js'
import {checkExplicitRequired} from './explicit-required.js'
import {checkExtendedResourceDefault} from './extended-resource-default.js'
import {featuresOf} from './features.js'
import {checkNoBounds} from './no-bounds.js'
import {checkNotEnforced} from './not-enforced.js'
import {mayLackLimits, podSourcesOf} from './pods.js'
import {checkQualityOfService} from './quality-of-service.js'
import {checkRedundant} from './redundant.js'
import {checkRequestAboveDefaultLimit} from './request-above-default-limit.js'
import {checkPodsWithoutResources} from './pods-without-resources.js'
import {byResource, comparedOf} from './statements.js'

/** Checks the valid LimitRanges of one namespace together. */
const limitRangeCheck: PolicyCheck = {
  kinds: [limitRange],
  check(objects, context) {
    const policies = comparedOf(objects)
    const features = featuresOf(policies)
    // Fast path: without features, no check reads what the LimitRanges state.
    const resources = features.size === 0 ? [] : byResource(policies)
    const contradictions = checkContradiction(features, resources)
    const contradicted = new Set(contradictions.map(({field}) => field.step))
    const open = resources.filter(({name}) => !contradicted.has(name))
    const tooSmall = checkContainerMaxBelowPodMin(features, open)
    const tooSmallFor = new Set(tooSmall.map(({field}) => field.step))
    return [
      ...contradictions,
      ...tooSmall,
      ...checkPodsWithoutResources(features, open.filter(({name}) => !tooSmallFor.has(name)), policies),
      ...checkExplicitRequired(features, open),
      ...checkExtendedResourceDefault(features, open, context),
      ...checkNotEnforced(policies),
      ...checkNoBounds(policies),
      ...checkClaimResource(features, resources),
      ...checkRedundant(features, policies),
    ]
  },
}

/** Checks pods and workloads against the defaults of the LimitRanges of their namespace. */
const podDefaultsCheck: PolicyCheck = {
  kinds: [limitRange],
  subjects: {kinds: podMakers, concern: mayLackLimits},
  check(objects) {
    const limitRanges = objects.filter(isLimitRange)
    const policies = comparedOf(limitRanges)
    const resources = new Map(byResource(policies).map((resource) => [resource.name, resource.of('Container', 'default')]))
    const limitsOf = (name: string) => resources.get(name) ?? []
    const compute = [...limitsOf('cpu'), ...limitsOf('memory')]
    return podSourcesOf(objects).flatMap((maker) => {
      const trapped = checkRequestAboveDefaultLimit(maker, limitsOf)
      return trapped.length > 0 ? trapped : checkQualityOfService(maker, policies, compute)
    })
  },
}

const isLimitRange = (object: KubeObject): object is LimitRange => object.kind === 'LimitRange' && object.apiVersion === 'v1'

/** Checks of LimitRanges, and of pods next to them, that no server makes. */
export const limitRangerChecks: readonly PolicyCheck[] = [limitRangeCheck, podDefaultsCheck]
