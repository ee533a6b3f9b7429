import type {ContainerStatus, Pod} from '../../../machinery/api/core-v1.js'
import {add, max, noResources, type ResourceList, resourceListOf} from '../../../machinery/quantity/resource-list.js'
import {isPodLevelResource} from '../../shared/resource-names.js'
import {aggregateContainers, isSidecar, type ObserveContainer, type ResourceSide} from './aggregate.js'
import {type PodSum, sumsOf} from './pod-sum.js'

// The resources of a pod as the scheduler and quota count them (component-helpers `PodRequests`, `PodLimits`).

/** The requests of a pod: container sum or pod level, plus overhead, including resources still held during a resize. */
export function podRequests(pod: Pod): ResourceList {
  const {resources, overhead = noResources} = pod.spec ?? {}
  return add(withPodLevel(aggregate(pod, 'requests'), resources?.requests), overhead)
}

/** The limits of a pod, by resource; overhead is added to resources with a limit. */
export function podLimits(pod: Pod): ResourceList {
  const {resources, overhead = noResources} = pod.spec ?? {}
  const limits = withPodLevel(aggregate(pod, 'limits'), resources?.limits)
  return add(limits, limitedOverhead(overhead, limits))
}

/** The overhead of resources that have a limit. */
const limitedOverhead = (overhead: ResourceList, limits: ResourceList): ResourceList =>
  resourceListOf(Object.entries(overhead).filter(([name]) => limits[name]?.isZero() === false))

/** Pod-level amounts replace the sum of the containers. */
function withPodLevel(aggregated: ResourceList, podLevel: ResourceList = noResources): ResourceList {
  const replacing = Object.entries(podLevel).filter(([name]) => isPodLevelResource(name))
  return replacing.length === 0 ? aggregated : resourceListOf([...Object.entries(aggregated), ...replacing])
}

/** The sums from which `podRequests` or `podLimits`, one for each resource. */
export function podSums(pod: Pod, side: ResourceSide): PodSum[] {
  const {spec = {}} = pod
  const {resources, overhead = noResources} = spec
  const isLimit = side === 'limits'
  return sumsOf({
    spec, side, podLevel: resources?.[side], isPodLevel: isPodLevelResource,
    aggregated: (observe) => aggregate(pod, side, observe),
    overhead: isLimit ? limitedOverhead(overhead, withPodLevel(aggregate(pod, 'limits'), resources?.limits)) : overhead,
    totals: isLimit ? podLimits(pod) : podRequests(pod),
  })
}

function aggregate({spec = {}, status = {}}: Pod, side: ResourceSide, observe?: ObserveContainer): ResourceList {
  const statuses = [...status.containerStatuses ?? [], ...status.initContainerStatuses ?? []]
  if (statuses.length === 0) return aggregateContainers(spec, side, undefined, observe)
  const byName = new Map(statuses.map((container) => [container.name ?? '', container]))
  const regular = new Set(spec.containers)
  const isInfeasible = status.conditions?.find(({type}) => type === 'PodResizePending')?.reason === 'Infeasible'
  return aggregateContainers(spec, side, (container) => {
    const declared = container.resources?.[side] ?? noResources
    const current = regular.has(container) || isSidecar(container) ? byName.get(container.name ?? '') : undefined
    return current?.resources === undefined ? declared : effective(isInfeasible ? undefined : declared, current, side)
  }, observe)
}

/** Returns the maximum of spec, actual and allocated resources of a container; the spec of an infeasible resize does not count. */
function effective(declared: ResourceList | undefined, {resources, allocatedResources}: ContainerStatus, side: ResourceSide): ResourceList {
  const actuated = resources?.[side] ?? noResources
  // For equal amounts `max` returns the second argument, upstream the first.
  const greatest = declared === undefined ? actuated : max(actuated, declared)
  return side === 'requests' ? max(allocatedResources ?? noResources, greatest) : greatest
}
