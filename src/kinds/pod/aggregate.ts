import {add, max, noResources, type ResourceList} from '../../machinery/resource-list.js'
import type {Container, PodSpec} from './types.js'

export type ResourceSide = 'requests' | 'limits'

/** True of an init container that keeps running beside the containers. */
export const isSidecar = (container: Container): boolean => container.restartPolicy === 'Always'

/**
 * What the containers of a pod need together at the worst moment of its life: all containers with all sidecars, or an
 * init container with the sidecars started before it. Pod-level resources and overhead are left out
 * (component-helpers `AggregateContainerRequests` and `AggregateContainerLimits`; limitranger spec 3.4).
 *
 * @param resourcesOf what a container counts with; by default what its spec says
 */
export function aggregateContainers(spec: PodSpec, side: ResourceSide, resourcesOf = declared(side)): ResourceList {
  let total = noResources
  for (const container of spec.containers ?? []) total = add(total, resourcesOf(container))
  let sidecars = noResources
  let peak = noResources
  for (const container of spec.initContainers ?? []) {
    const own = resourcesOf(container)
    if (isSidecar(container)) {
      total = add(total, own)
      sidecars = add(sidecars, own)
      peak = max(sidecars, peak)
    } else {
      peak = max(add(own, sidecars), peak)
    }
  }
  // Of equal amounts `max` gives the second: the text on the side of the containers is the one that is printed.
  return max(peak, total)
}

const declared = (side: ResourceSide) => (container: Container): ResourceList => container.resources?.[side] ?? noResources
