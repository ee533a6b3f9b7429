import type {PodSpec, ResourceRequirements} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, forbidden, invalid, notSupported} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {noResources, type ResourceList, resourceNames} from '../../../machinery/quantity/resource-list.js'
import {isHugePageResourceName, isPodLevelResource, validateResourceName} from '../../shared/resource-names.js'
import {validateResourceRequirements} from '../../shared/resources.js'
import {aggregateContainers, type ResourceSide} from './aggregate.js'
import {claimNames, validateClaimNames} from './resource-claims.js'

const origin = 'pod/pod-level-resources'

/** The rules for `spec.resources` of a pod (core validation `validatePodResources`; spec limitranger 5). */
export function validatePodLevelResources(spec: PodSpec, path: FieldPath): FieldError[] {
  const {resources} = spec
  if (resources === undefined) return []
  if (spec.os?.name === 'windows') return [forbidden(path, 'may not be set for a windows pod', origin)]
  return allErrors(
    resources.claims === undefined ? [] : [forbidden(path.child('claims'), 'claims may not be set for Resources at pod-level', origin)],
    validateResourceRequirements(resources, validatePodLevelResourceName, path),
    validateClaimNames(resources.claims ?? [], claimNames(spec.resourceClaims), path.child('claims')),
    validateAgainstContainers(spec, resources, path),
  )
}

function validatePodLevelResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = validateResourceName(name, path, origin)
  return errors.length > 0 || isPodLevelResource(name) ? errors : [notSupported(path, name, ['cpu', 'hugepages-', 'memory'], origin)]
}

/** Pod-level resources must cover the sum of the containers, and the limits of each. */
function validateAgainstContainers(spec: PodSpec, {limits = noResources, requests = noResources}: ResourceRequirements, path: FieldPath): FieldError[] {
  return allErrors(
    validateAggregate('requests', resourceNames(requests), requests, spec, path),
    validateAggregate('limits', resourceNames(limits).filter(isHugePageResourceName), limits, spec, path),
    (spec.containers ?? []).flatMap(({resources}, i) =>
      validateContainerLimits(resources?.limits ?? noResources, limits, path.child('containers').index(i))),
  )
}

function validateAggregate(side: ResourceSide, names: readonly string[], podLevel: ResourceList, spec: PodSpec, path: FieldPath): FieldError[] {
  const aggregate = aggregateContainers(spec, side)
  return names.flatMap((name) => {
    const amount = podLevel[name]
    const sum = aggregate[name]
    if (amount === undefined || sum === undefined || sum.compare(amount) <= 0) return []
    const detail = `must be greater than or equal to aggregate container ${side} of ${sum}`
    return [invalid(path.child(side).key(name), String(amount), detail, origin)]
  })
}

function validateContainerLimits(limits: ResourceList, podLimits: ResourceList, path: FieldPath): FieldError[] {
  return resourceNames(limits).flatMap((name) => {
    const limit = limits[name]
    const podLimit = podLimits[name]
    if (limit === undefined || podLimit === undefined || limit.compare(podLimit) <= 0) return []
    return [invalid(path.key(name).child('limits'), String(limit), `must be less than or equal to pod limits of ${podLimit}`, origin)]
  })
}
