import type {Container, PodSpec, ResourceRequirements} from '../../../machinery/api/core-v1.js'
import {assign, mapItems} from '../../../machinery/collections/immutable.js'
import {defaultVersion} from '../../../machinery/version/kubernetes-version.js'
import {ceilMilli, noResources, withMissing} from '../../../machinery/quantity/resource-list.js'
import {ceilResources} from '../../shared/resources.js'
import {setEarlyPodLevelDefaults} from './pod-level-defaults.js'

/** The defaults of pods, and not of templates, for requests and limits (core/v1 `SetDefaults_Pod`; spec limitranger 2.1). */
export const setResourceDefaults = (spec: PodSpec, version = defaultVersion): PodSpec => setEarlyPodLevelDefaults(defaultRequests(spec), version)

/** Requests default to limits, in each container and init container. */
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

/** Rounds all quantities of a pod spec up to milli units (core/v1 `SetDefaults_ResourceList`). */
export function roundResources(spec: PodSpec): PodSpec {
  const rounded = mapContainers(spec, (container) =>
    container.resources === undefined ? container : assign<Container>(container, {resources: ceilResources(container.resources)}))
  const {resources, overhead} = spec
  if (resources === undefined && overhead === undefined) return rounded
  return assign<PodSpec>(rounded, {...resources && {resources: ceilResources(resources)}, ...overhead && {overhead: ceilMilli(overhead)}})
}
