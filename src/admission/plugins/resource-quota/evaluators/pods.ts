import {podLimits, podRequests, podSums} from '../../../../kinds/pod/resources/effective-resources.js'
import type {PodSum} from '../../../../kinds/pod/resources/pod-sum.js'
import {qosClass} from '../../../../kinds/pod/resources/qos.js'
import {isExtendedRequest} from '../../../../kinds/resource-quota/resource-names.js'
import {matchesNames, type ScopeAnswer} from '../../../../kinds/resource-quota/scope-selector.js'
import {isExtendedResourceName, isHugePageResourceName, isPodLevelResource} from '../../../../kinds/shared/resource-names.js'
import type {Container, Pod, PodAffinity, PodAffinityTerm, PodSpec, ScopedResourceSelectorRequirement} from '../../../../machinery/api/core-v1.js'
import {remember} from '../../../../machinery/collections/remember.js'
import {semanticEqual} from '../../../../machinery/collections/semantic-equal.js'
import {rememberShared, rememberSharedWith} from '../../../../machinery/collections/shared.js'
import {FieldPath} from '../../../../machinery/field/path.js'
import {compareText} from '../../../../machinery/go/text.js'
import {unixNanoseconds} from '../../../../machinery/go/time.js'
import {Quantity} from '../../../../machinery/quantity/quantity.js'
import {noResources, type ResourceList, resourceListOf} from '../../../../machinery/quantity/resource-list.js'
import type {Clock} from '../../../clock.js'
import type {Demand, EndReason, Evaluator} from './evaluator.js'

/** The resources of containers that quotas bound by name. */
const compute = ['cpu', 'memory', 'ephemeral-storage']

const names: ReadonlySet<string> =
  new Set(['count/pods', 'pods', ...compute, ...compute.map((name) => `requests.${name}`), ...compute.map((name) => `limits.${name}`)])

/** The keys that every container must have an amount for; upstream calls this a mistake of old that nothing is to be added to. */
const demanded: ReadonlySet<string> = new Set(['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory'])

/** Counts pods, their requests and their limits (quota evaluator `podEvaluator`). */
export const podEvaluator = (clock: Clock): Evaluator<Pod> => ({
  resource: {group: '', name: 'pods'},
  handles({operation, subresource, object, oldObject}) {
    if (subresource !== '') return subresource === 'resize' && operation === 'UPDATE'
    return operation === 'CREATE' || (object !== undefined && oldObject !== undefined && isTerminating(object) !== isTerminating(oldObject))
  },
  tracks: (name) => names.has(name) || isHugePageResourceName(name) || name.startsWith('requests.hugepages-') || isExtendedRequest(name),
  inScope,
  constraints,
  usage: (pod) => isOver(pod, clock) ? ended : hasStatuses(pod) ? usageOf(pod) : usageOfSpec(pod.spec ?? {}),
  sumOf: (pod, name) => isOver(pod, clock) ? undefined : sumOf(pod, name),
  endReason: (pod) => endReason(pod, clock),
  needsRecount: (pod, old) => haveResourcesChanged(pod, old) || isTerminating(pod) !== isTerminating(old) || (isOver(pod, clock) && !isOver(old, clock)),
})

/** The usage of a terminated pod. */
const ended: ResourceList = resourceListOf([['count/pods', Quantity.one]])

/** True if a pod has an active deadline (unrelated to its deletion). */
const isTerminating = ({spec}: Pod): boolean => (spec?.activeDeadlineSeconds ?? -1) >= 0

function inScope(requirement: ScopedResourceSelectorRequirement, pod: Pod): ScopeAnswer {
  switch (requirement.scopeName) {
    case 'Terminating': return isTerminating(pod)
    case 'NotTerminating': return !isTerminating(pod)
    case 'BestEffort': return qosOf(pod) === 'BestEffort'
    case 'NotBestEffort': return qosOf(pod) !== 'BestEffort'
    case 'PriorityClass': return matchesNames(requirement, pod.spec?.priorityClassName ? [pod.spec.priorityClassName] : [])
    case 'CrossNamespacePodAffinity': return reachesOtherNamespaces(pod)
    default: return false
  }
}

const qosOf = ({spec = {}, status}: Pod): string => status?.qosClass || qosClass(spec)

function reachesOtherNamespaces({spec}: Pod): boolean {
  const {podAffinity, podAntiAffinity} = spec?.affinity ?? {}
  return [...termsOf(podAffinity), ...termsOf(podAntiAffinity)]
    .some(({namespaces = [], namespaceSelector}) => namespaces.length > 0 || namespaceSelector !== undefined)
}

const termsOf = ({requiredDuringSchedulingIgnoredDuringExecution, preferredDuringSchedulingIgnoredDuringExecution}: PodAffinity = {}): PodAffinityTerm[] => [
  ...requiredDuringSchedulingIgnoredDuringExecution ?? [],
  ...(preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({podAffinityTerm = {}}) => podAffinityTerm),
]

const constraints = (required: readonly string[], {spec = {}}: Pod): readonly Demand[] =>
  required.some((name) => demanded.has(name)) ? demandsOf(spec, required) : []

/** A pod with pod-level amounts needs none for each container. */
const demandsOf = rememberSharedWith((spec: PodSpec, required: readonly string[]): readonly Demand[] => {
  const {requests = noResources, limits = noResources} = spec.resources ?? {}
  if ([...Object.keys(requests), ...Object.keys(limits)].some(isPodLevelResource)) return []
  return required.filter((name) => demanded.has(name)).sort(compareText).flatMap((name) => {
    const missing = [...lacking(spec, 'containers', name), ...lacking(spec, 'initContainers', name)]
    return missing.length === 0 ? [] : [{name, missing}]
  })
})

const lacking = (spec: PodSpec, list: 'containers' | 'initContainers', name: string): Demand['missing'] =>
  (spec[list] ?? []).flatMap((container, i) => declares(container, name) ? []
    : [{container: container.name ?? '', field: FieldPath.of('spec', list).index(i).child('resources')}])

function declares({resources = {}}: Container, name: string): boolean {
  const list = name.startsWith('limits.') ? resources.limits : resources.requests
  return list?.[name.replace(/^(requests|limits)\./, '')] !== undefined
}

/** Requests count under their bare name and as `requests.`; extended resources only as that. */
function computeUsage(requests: ResourceList, limits: ResourceList): [string, Quantity][] {
  const usage: [string, Quantity][] = []
  for (const [name, amount] of Object.entries(requests)) {
    if (compute.includes(name) || isHugePageResourceName(name)) usage.push([name, amount], [`requests.${name}`, amount])
    else if (isExtendedResourceName(name) || name.startsWith('deviceclass.resource.kubernetes.io/')) usage.push([`requests.${name}`, amount])
  }
  for (const name of compute) {
    const amount = limits[name]
    if (amount !== undefined) usage.push([`limits.${name}`, amount])
  }
  return usage
}

/** The sum behind the usage under a key of `computeUsage`. */
function sumOf(pod: Pod, name: string): PodSum | undefined {
  const side = name.startsWith('limits.') ? 'limits' : 'requests'
  const resource = name.replace(/^(requests|limits)\./, '')
  return sumsOf[side](pod).get(resource)
}

const sumsBy = (side: 'requests' | 'limits') => remember((pod: Pod): ReadonlyMap<string, PodSum> => new Map(podSums(pod, side).map((sum) => [sum.resource, sum])))

/** The sums of a pod, by resource: many quotas may count it. */
const sumsOf = {requests: sumsBy('requests'), limits: sumsBy('limits')}

const usageOf = (pod: Pod): ResourceList =>
  resourceListOf([['count/pods', Quantity.one], ['pods', Quantity.one], ...computeUsage(podRequests(pod), podLimits(pod))])

/** The usage of a pod of which a kubelet has not reported anything. */
const usageOfSpec = rememberShared((spec: PodSpec) => usageOf({apiVersion: 'v1', kind: 'Pod', metadata: {}, spec}))

const hasStatuses = ({status = {}}: Pod): boolean => status.containerStatuses !== undefined || status.initContainerStatuses !== undefined

const second = 1_000_000_000n

/** True if a pod has finished, or was to be deleted by now (the negation of `QuotaV1Pod`). */
const isOver = (pod: Pod, clock: Clock): boolean => endReason(pod, clock) !== undefined

function endReason({metadata, status}: Pod, clock: Clock): EndReason | undefined {
  if (status?.phase === 'Failed' || status?.phase === 'Succeeded') return 'finished'
  const {deletionTimestamp, deletionGracePeriodSeconds} = metadata
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return undefined
  return clock.now() > unixNanoseconds(deletionTimestamp) + BigInt(deletionGracePeriodSeconds) * second ? 'deleted' : undefined
}

/** True if a kubelet reports other resources for a container than before. */
function haveResourcesChanged({status = {}}: Pod, {status: old = {}}: Pod): boolean {
  return (['containerStatuses', 'initContainerStatuses'] as const).some((list) => (old[list] ?? []).some(({name, resources}) => {
    const current = status[list]?.find((container) => container.name === name)
    return current !== undefined && !semanticEqual(current.resources ?? null, resources ?? null)
  }))
}
