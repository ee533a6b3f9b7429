import {itemLists, itemsOf} from '../../../../kinds/limit-range/items.js'
import {setPodDefaults} from '../../../../kinds/pod/defaults.js'
import {isHugePageResourceName, validateContainerResourceName} from '../../../../kinds/shared/resource-names.js'
import {validateResourceRequirements} from '../../../../kinds/shared/resources.js'
import type {LimitRange, LimitRangeItem, Pod} from '../../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../../machinery/field/path.js'
import {mask, noResources} from '../../../../machinery/quantity/resource-list.js'
import type {PolicyPlace} from '../../../explanation.js'
import {applyDefaults, defaulting} from '../defaults.js'
import {firstBrokenByPod, violationsOfPod} from '../enforce.js'

/** A pod of this many containers without resources. */
export const podWithoutResources = (containers = 1): Pod => containers === 1 ? onePod : makePodWithoutResources(containers)

const makePodWithoutResources = (containers: number): Pod => setPodDefaults({
  apiVersion: 'v1', kind: 'Pod', metadata: {name: 'p'},
  spec: {containers: Array.from({length: containers}, (_, i) => ({name: i === 0 ? 'app' : `app-${i}`}))},
})

const onePod = makePodWithoutResources(1)

/** A pod with the defaults of LimitRanges, given in the order in which the server lists them. */
export const withDefaults = (pod: Pod, policies: readonly LimitRange[]): Pod =>
  defaulting(policies).reduce((filled, policy) => (applyDefaults(filled, policy)?.object ?? filled) as Pod, pod)

/** One reason for which the server rejects a pod. */
export interface Denial {
  readonly message: string
  /** The amount that forbids it; absent where the pod is not valid by itself. */
  readonly cause?: PolicyPlace
}

/**
 * The reason to reject a pod of containers without resources: it is invalid after defaulting, or a LimitRange forbids it.
 *
 * @param policies in the order in which the server lists them
 */
export const tryWithoutResources = (policies: readonly LimitRange[], containers = 1): Denial[] =>
  tryPod(withDefaults(podWithoutResources(containers), policies), policies)

/** Why the server rejects a pod with the defaults of LimitRanges: for its resources, or by a LimitRange. */
export function tryPod({spec = {}, ...pod}: Pod, policies: readonly LimitRange[]): Denial[] {
  const invalid = (['containers', 'initContainers'] as const).flatMap((list) => (spec[list] ?? []).flatMap(({resources = {}}, i) =>
    validateResourceRequirements(resources, validateContainerResourceName, FieldPath.of('spec', list).index(i).child('resources'))))
  if (invalid.length > 0) return invalid.map((error) => ({message: String(error)}))
  if (firstBrokenByPod({...pod, spec}, policies) === undefined) return []
  return policies.flatMap((policy) => violationsOfPod({...pod, spec}, policy)).map(({message, cause}) => ({message, ...cause && {cause}}))
}

/**
 * A LimitRange reduced to one resource, and to the cpu and memory that containers with huge pages must have. Its places are those
 * of the original LimitRange.
 */
export function restrictTo(policy: LimitRange, name: string): LimitRange {
  const limits = itemsOf(policy).map((item): LimitRangeItem => {
    const lists = itemLists.map((list) => [list, mask(item[list] ?? noResources, namesIn(list, name))])
    return {...item, ...Object.fromEntries(lists) as Partial<LimitRangeItem>}
  })
  return {...policy, spec: {limits}}
}

const namesIn = (list: typeof itemLists[number], name: string): string[] =>
  isHugePageResourceName(name) && (list === 'default' || list === 'defaultRequest') ? [name, 'cpu', 'memory'] : [name]
