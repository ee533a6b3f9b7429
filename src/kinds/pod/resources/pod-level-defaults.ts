import type {PodSpec, ResourceRequirements} from '../../../machinery/api/core-v1.js'
import {assign} from '../../../machinery/collections/immutable.js'
import {hasFeature, type KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import {isEmpty, max, noResources, type ResourceList, resourceListOf, withMissing} from '../../../machinery/quantity/resource-list.js'
import {isHugePageResourceName, isOvercommitAllowed, isPodLevelResource} from '../../shared/resource-names.js'
import {aggregateContainers} from './aggregate.js'

/** The defaults of pod-level resources on a server that sets them before admission (core/v1 `SetDefaults_Pod`), or the spec itself for other servers. */
export const setEarlyPodLevelDefaults = (spec: PodSpec, version: KubernetesVersion): PodSpec =>
  hasFeature(version, 'podLevelResourcesFixDefaulting') || isEmpty(spec.resources?.limits ?? noResources) && isEmpty(spec.resources?.requests ?? noResources)
    ? spec : defaultEarlyRequests(defaultHugePages(spec))

/**
 * Sets defaults of pod-level resources on a server that does so after mutating admission, when all containers are known. Returns the
 * spec itself for other servers (pkg/api/pod `DefaultPodLevelResources`, with the gate PodLevelResourcesFixDefaulting).
 */
export const setLatePodLevelDefaults = (spec: PodSpec, version: KubernetesVersion): PodSpec =>
  spec.resources === undefined || !hasFeature(version, 'podLevelResourcesFixDefaulting') || isEmpty(spec.resources.limits ?? noResources) && isEmpty(spec.resources.requests ?? noResources)
    ? spec : defaultLimits(defaultRequests(defaultHugePages(spec)))

/** Pod-level limits of huge pages default to the sum of the containers. */
function defaultHugePages(spec: PodSpec): PodSpec {
  const {limits = noResources, requests = noResources} = spec.resources ?? {}
  const hugePages = pick(aggregateContainers(spec, 'limits'), (name) => isHugePageResourceName(name) && requests[name] === undefined)
  return withResources(spec, {limits: withMissing(limits, hugePages)})
}

/** Servers that set defaults early set requests only where there are limits. */
const defaultEarlyRequests = (spec: PodSpec): PodSpec => isEmpty(spec.resources?.limits ?? noResources) ? spec : defaultRequests(spec)

/** Pod-level requests default to the sum of the containers, else to the limits. */
function defaultRequests(spec: PodSpec): PodSpec {
  const {limits = noResources, requests = noResources} = spec.resources ?? {}
  const fromContainers = pick(aggregateContainers(spec, 'requests'), (name) => isPodLevelResource(name) && isOvercommitAllowed(name))
  const fromLimits = pick(limits, isPodLevelResource)
  return withResources(spec, {requests: withMissing(withMissing(requests, fromContainers), fromLimits)})
}

/** Pod-level limits of resources that all containers limit: the sum of their limits, or the pod-level request if that is larger. */
function defaultLimits(spec: PodSpec): PodSpec {
  const {initContainers = [], containers = [], resources: {limits = noResources, requests = noResources} = {}} = spec
  const isCandidate = (name: string): boolean => isPodLevelResource(name) && limits[name] === undefined
    && [...initContainers, ...containers].every(({resources}) => resources?.limits?.[name] !== undefined)
  const candidates = pick(requests, isCandidate)
  const fromContainers = pick(aggregateContainers(spec, 'limits'), (name) => candidates[name] !== undefined)
  return withResources(spec, {limits: withMissing(limits, max(candidates, fromContainers))})
}

/** The spec with these pod-level lists, without empty ones. */
function withResources(spec: PodSpec, lists: ResourceRequirements): PodSpec {
  const filled = Object.fromEntries(Object.entries(lists).filter(([, list]) => !isEmpty(list as ResourceList)))
  return assign<PodSpec>(spec, {resources: assign<ResourceRequirements>(spec.resources ?? {}, filled)})
}

const pick = (list: ResourceList, wanted: (name: string) => boolean): ResourceList =>
  resourceListOf(Object.entries(list).filter(([name]) => wanted(name)))
