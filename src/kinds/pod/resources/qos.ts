import type {PodSpec, ResourceRequirements} from '../../../machinery/api/core-v1.js'
import {rememberShared} from '../../../machinery/collections/shared.js'
import {defaultVersion, hasFeature} from '../../../machinery/version/kubernetes-version.js'
import {Quantity} from '../../../machinery/quantity/quantity.js'
import {isEmpty, noResources, type ResourceList} from '../../../machinery/quantity/resource-list.js'
import type {ResourceSide} from './aggregate.js'

export type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort'

/** The resources that determine the class. */
const computeResources = ['cpu', 'memory'] as const

/**
 * The QoS class of a pod (pkg/apis/core/v1/helper/qos `ComputePodQOS`). Pod-level resources replace those of the containers; older
 * versions also count empty ones.
 */
export const qosClass = (spec: PodSpec, version = defaultVersion): QosClass =>
  spec.resources !== undefined && hasFeature(version, 'podLevelResourcesFixKubeletQosClass') && hasNoAmounts(spec.resources)
    ? classOfParts(containerResources(spec)) : classOfSpec(spec)

const hasNoAmounts = ({requests = noResources, limits = noResources}: ResourceRequirements): boolean => isEmpty(requests) && isEmpty(limits)

const classOfSpec = rememberShared((spec: PodSpec) => classOfParts(spec.resources === undefined ? containerResources(spec) : [spec.resources]))

function classOfParts(parts: readonly ResourceRequirements[]): QosClass {
  if (!parts.some(({requests, limits}) => computeResources.some((name) => isGiven(requests, name) || isGiven(limits, name)))) return 'BestEffort'
  const isLimited = parts.every(({limits}) => computeResources.every((name) => isGiven(limits, name)))
  return isLimited && computeResources.every((name) => total(parts, 'requests', name).equals(total(parts, 'limits', name))) ? 'Guaranteed' : 'Burstable'
}

const containerResources = ({containers = [], initContainers = []}: PodSpec): ResourceRequirements[] =>
  [...containers, ...initContainers].map(({resources}) => resources ?? {})

/** True if the amount is above zero; only such amounts count. */
const isGiven = (list: ResourceList | undefined, name: string): boolean => (list?.[name]?.sign() ?? 0) > 0

const total = (parts: readonly ResourceRequirements[], side: ResourceSide, name: string): Quantity =>
  parts.reduce((sum, {[side]: list}) => isGiven(list, name) ? sum.add(list?.[name] ?? Quantity.zero) : sum, Quantity.zero)
