import {podUsage, withDefaults} from '../../admission/plugins/limit-ranger/index.js'
import type {Container, Pod} from '../../machinery/api/core-v1.js'
import {resourceListOf} from '../../machinery/quantity/resource-list.js'
import type {PodFact} from '../facts.js'
import {found, largest, reasonOf, smallest} from '../found.js'
import {roundDown, roundUp} from '../readable.js'
import {boundedResources, type Derivation} from './containers.js'
import {type LimitEntry, limitRangeOf} from './entries.js'

/**
 * Suggests the Pod item of a namespace: a max for the resources for which containers have one. There is a min if it is above that of
 * containers, and if a pod with one default container reaches it.
 *
 * @param containers the entries for containers
 */
export function podEntries(facts: readonly PodFact[], containers: readonly LimitEntry[], {headroom}: Derivation): LimitEntry[] {
  const defaults = limitRangeOf(containers, {name: 'limits'})
  const pods = facts.map((fact) => {
    const {spec = {}} = withDefaults(withoutFilled(fact), [defaults])
    return {...fact, requests: podUsage(spec, 'requests'), limits: podUsage(spec, 'limits')}
  })
  const valueOf = (list: LimitEntry['list'], name: string): LimitEntry['value'] | undefined =>
    containers.find((entry) => entry.list === list && entry.resource === name)?.value
  return boundedResources.flatMap((resource): LimitEntry[] => {
    const maximum = valueOf('max', resource) && largest([...found(pods, ({limits}) => limits[resource]), ...found(pods, ({requests}) => requests[resource])])
    const minimum = smallest(found(pods, ({requests}) => requests[resource]))
    const min = minimum && roundDown(minimum.amount, resource)
    const [ofContainers, request] = [valueOf('min', resource), valueOf('defaultRequest', resource)]
    const isUseful = min !== undefined && ofContainers !== undefined && request !== undefined && min.compare(ofContainers) > 0 && min.compare(request) <= 0
    return [
      ...maximum === undefined ? [] : [{type: 'Pod', list: 'max', resource, value: roundUp(maximum.amount, resource, headroom), reasons: [reasonOf('largest sum of limits', maximum, headroom)]} as const],
      ...minimum === undefined || !isUseful ? [] : [{type: 'Pod', list: 'min', resource, value: min, reasons: [reasonOf('smallest sum of requests', minimum)]} as const],
    ]
  })
}

/** The pod without the amounts that a LimitRange has filled in: the suggested one fills in others. */
function withoutFilled({pod, containers}: PodFact): Pod {
  const {spec = {}} = pod
  let next = 0
  const stripped = (container: Container): Container => {
    const fact = containers[next++]
    const {resources} = container
    if (fact === undefined || fact.filled.size === 0 || resources === undefined) return container
    const stated = (side: 'requests' | 'limits'): object => resources[side] === undefined ? {}
      : {[side]: resourceListOf(Object.entries(resources[side]).filter(([name]) => !fact.filled.has(`${side}[${name}]`)))}
    return {...container, resources: {...resources, ...stated('requests'), ...stated('limits')}}
  }
  const main = spec.containers?.map(stripped)
  const init = spec.initContainers?.map(stripped)
  return {...pod, spec: {...spec, ...main && {containers: main}, ...init && {initContainers: init}}}
}
