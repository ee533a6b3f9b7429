import type {Quantity} from '../../machinery/quantity.js'
import {add, isEmpty, noResources, type ResourceList, resourceListOf} from '../../machinery/resource-list.js'
import type {ResourceRequirements} from '../resources.js'
import type {PodSpec} from './types.js'

export type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort'

/** The quality of service class of a pod (pkg/apis/core/v1/helper/qos `ComputePodQOS`). Pod-level resources stand for those of all containers. */
export function qosClass(spec: PodSpec): QosClass {
  const parts = spec.resources === undefined ? containerResources(spec) : [spec.resources]
  let requests = noResources
  let limits = noResources
  let everyPartIsLimited = true
  for (const part of parts) {
    const partLimits = computeResources(part.limits)
    requests = add(requests, computeResources(part.requests))
    limits = add(limits, partLimits)
    everyPartIsLimited &&= partLimits['cpu'] !== undefined && partLimits['memory'] !== undefined
  }
  if (isEmpty(requests) && isEmpty(limits)) return 'BestEffort'
  return everyPartIsLimited && isSame(requests, limits) ? 'Guaranteed' : 'Burstable'
}

const containerResources = ({containers = [], initContainers = []}: PodSpec): ResourceRequirements[] =>
  [...containers, ...initContainers].map(({resources}) => resources ?? {})

/** The amounts of cpu and memory that are above zero. */
function computeResources(list: ResourceList = noResources): ResourceList {
  return resourceListOf(['cpu', 'memory'].flatMap((name): [string, Quantity][] => {
    const amount = list[name]
    return amount !== undefined && amount.sign() > 0 ? [[name, amount]] : []
  }))
}

function isSame(requests: ResourceList, limits: ResourceList): boolean {
  const names = Object.keys(requests)
  return names.length === Object.keys(limits).length && names.every((name) => limits[name]?.compare(requests[name] as Quantity) === 0)
}
