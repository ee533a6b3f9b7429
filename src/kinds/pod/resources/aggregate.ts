import type {Container, PodSpec} from '../../../machinery/api/core-v1.js'
import {add, max, noResources, type ResourceList} from '../../../machinery/quantity/resource-list.js'

export type ResourceSide = 'requests' | 'limits'

/** True for an init container that keeps running together with the containers. */
export const isSidecar = (container: Container): boolean => container.restartPolicy === 'Always'

/**
 * Receives each container in the order in which its resources are added.
 *
 * @param own the resources of the container
 * @param reached the sum with the container: of all that run together, or of an init container and the sidecars started before it
 * @param sidecars those sidecars
 */
export type ObserveContainer = (container: Container, own: ResourceList, reached: ResourceList, sidecars: ResourceList) => void

/**
 * The peak resources of a pod's containers: all containers and sidecars together, or an init container with the sidecars
 * started before it. Pod-level resources and overhead are ignored (component-helpers `AggregateContainerRequests` and
 * `AggregateContainerLimits`; spec limitranger 3.4).
 *
 * @param resourcesOf the resources of a container; by default those of its spec
 * @param observe receives the parts, to explain the result
 */
export function aggregateContainers(spec: PodSpec, side: ResourceSide, resourcesOf = declared(side), observe?: ObserveContainer): ResourceList {
  let total = noResources
  for (const container of spec.containers ?? []) {
    const own = resourcesOf(container)
    total = add(total, own)
    observe?.(container, own, total, noResources)
  }
  let sidecars = noResources
  let peak = noResources
  for (const container of spec.initContainers ?? []) {
    const own = resourcesOf(container)
    if (isSidecar(container)) {
      total = add(total, own)
      sidecars = add(sidecars, own)
      peak = max(sidecars, peak)
      observe?.(container, own, total, noResources)
    } else {
      const reached = add(own, sidecars)
      peak = max(reached, peak)
      observe?.(container, own, reached, sidecars)
    }
  }
  // For equal amounts `max` returns the second argument, so that messages print the containers' text.
  return max(peak, total)
}

const declared = (side: ResourceSide) => (container: Container): ResourceList => container.resources?.[side] ?? noResources
