import type {Container, PodSpec, ResourceRequirements} from '../../../machinery/api/core-v1.js'
import {assign, mapItems} from '../../../machinery/collections/immutable.js'
import {ceilMilli, isEmpty, noResources, type ResourceList, resourceListOf, withMissing} from '../../../machinery/quantity/resource-list.js'
import {isHugePageResourceName, isOvercommitAllowed, isPodLevelResource} from '../../shared/resource-names.js'
import {ceilResources} from '../../shared/resources.js'
import {aggregateContainers} from './aggregate.js'

/** The defaults of pods, and not of templates, for requests and limits (core/v1 `SetDefaults_Pod`; spec limitranger 2.1). */
export const setResourceDefaults = (spec: PodSpec): PodSpec => defaultPodLevelResources(defaultRequests(spec))

/** Every limit that has no request becomes one, in each container and init container. */
function defaultRequests(spec: PodSpec): PodSpec {
  return mapContainers(spec, (container) => {
    const {resources} = container
    if (resources?.limits === undefined) return container
    const requests = withMissing(resources.requests ?? noResources, resources.limits)
    return assign<Container>(container, {resources: assign<ResourceRequirements>(resources, {requests})})
  })
}

function mapContainers(spec: PodSpec, change: (container: Container) => Container): PodSpec {
  const {containers, initContainers} = spec
  const changed = containers === undefined ? spec : assign<PodSpec>(spec, {containers: mapItems(containers, change)})
  return initContainers === undefined ? changed : assign<PodSpec>(changed, {initContainers: mapItems(initContainers, change)})
}

/** Pod-level limits of huge pages come from the containers; pod-level requests from the containers, then from the limits. */
function defaultPodLevelResources(spec: PodSpec): PodSpec {
  return defaultPodLevelRequests(defaultPodLevelHugePages(spec))
}

function defaultPodLevelHugePages(spec: PodSpec): PodSpec {
  const {resources} = spec
  if (resources === undefined) return spec
  const {limits = noResources, requests = noResources} = resources
  if (isEmpty(limits) && isEmpty(requests)) return spec
  const hugePages = pick(aggregateContainers(spec, 'limits'), (name) => isHugePageResourceName(name) && requests[name] === undefined)
  return withResources(spec, {limits: withMissing(limits, hugePages)})
}

function defaultPodLevelRequests(spec: PodSpec): PodSpec {
  const {limits = noResources, requests = noResources} = spec.resources ?? {}
  if (isEmpty(limits)) return spec
  const fromContainers = pick(aggregateContainers(spec, 'requests'), (name) => isPodLevelResource(name) && isOvercommitAllowed(name))
  const fromLimits = pick(limits, isPodLevelResource)
  return withResources(spec, {requests: withMissing(withMissing(requests, fromContainers), fromLimits)})
}

/** The spec with these pod-level lists, without empty ones. */
function withResources(spec: PodSpec, lists: ResourceRequirements): PodSpec {
  const filled = Object.fromEntries(Object.entries(lists).filter(([, list]) => !isEmpty(list as ResourceList)))
  return assign<PodSpec>(spec, {resources: assign<ResourceRequirements>(spec.resources ?? {}, filled)})
}

const pick = (list: ResourceList, wanted: (name: string) => boolean): ResourceList =>
  resourceListOf(Object.entries(list).filter(([name]) => wanted(name)))

/** Rounds all quantities of a pod spec up to milli units (core/v1 `SetDefaults_ResourceList`). */
export function roundResources(spec: PodSpec): PodSpec {
  const rounded = mapContainers(spec, (container) =>
    container.resources === undefined ? container : assign<Container>(container, {resources: ceilResources(container.resources)}))
  const {resources, overhead} = spec
  if (resources === undefined && overhead === undefined) return rounded
  return assign<PodSpec>(rounded, {...resources && {resources: ceilResources(resources)}, ...overhead && {overhead: ceilMilli(overhead)}})
}
