import {aggregateContainers} from '../../../kinds/pod/resources/aggregate.js'
import {type PodSum, sumsOf} from '../../../kinds/pod/resources/pod-sum.js'
import type {Container, LimitRange, PersistentVolumeClaim, Pod, PodSpec} from '../../../machinery/api/core-v1.js'
import {remember} from '../../../machinery/collections/remember.js'
import {rememberShared} from '../../../machinery/collections/shared.js'
import {FieldPath} from '../../../machinery/field/path.js'
import type {Quantity} from '../../../machinery/quantity/quantity.js'
import {minRequest} from '../../../machinery/quantity/steps.js'
import {mask, noResources, type ResourceList, resourceListOf} from '../../../machinery/quantity/resource-list.js'
import type {BoundCheck} from '../../explanation.js'
import type {Reason} from '../../plugin.js'
import {firstBroken} from './bound-index.js'
import {type Bound, boundsOf, type Subject, type SubjectsOf} from './bounds.js'
import {ratioOf, type Side, type Usage} from './constraints.js'

/** The number of LimitRanges from which on an index takes less time than one LimitRange after the other. */
const many = 8

/** Everything in a pod that a LimitRange forbids (`PodValidateLimitFunc`; spec limitranger 3.1). */
export const violationsOfPod = ({spec = {}}: Pod, limitRange: LimitRange): readonly Reason[] => violationsOf(limitRange)(spec)

/** Returns a function that finds what a LimitRange forbids in a pod: it remembers the results for shared specs. */
const violationsOf = remember((limitRange: LimitRange): ((spec: PodSpec) => readonly Reason[]) =>
  rememberShared((spec) => enforce(limitRange, (type) => subjectsOfPod(spec, type))))

/** The first LimitRange that forbids something in a pod; undefined if none does. */
export const firstBrokenByPod = ({spec = {}}: Pod, policies: readonly LimitRange[]): LimitRange | undefined =>
  policies.length < many ? policies.find((policy) => violationsOf(policy)(spec).length > 0) : firstBrokenOf(policies)(spec)

/** The same for all LimitRanges of a namespace: the function finds the first one that forbids something. */
const firstBrokenOf = remember((policies: readonly LimitRange[]): ((spec: PodSpec) => LimitRange | undefined) =>
  rememberShared((spec) => firstBroken(policies, (type) => subjectsOfPod(spec, type))))

/** Returns what items of a type are enforced on in a pod. */
function subjectsOfPod(spec: PodSpec, type: string): readonly Subject[] {
  if (type === 'Container') return [...containerSubjects(spec, 'containers'), ...containerSubjects(spec, 'initContainers')]
  return type === 'Pod' ? [podSubject(spec)] : []
}

/** Everything in a claim that a LimitRange forbids; only what the claim requests counts (`PersistentVolumeClaimValidateLimitFunc`). */
export const violationsOfClaim = (claim: PersistentVolumeClaim, limitRange: LimitRange): Reason[] =>
  enforce(limitRange, (type) => subjectsOfClaim(claim, type))

/** The first LimitRange that forbids something in a claim; undefined if none does. */
export const firstBrokenByClaim = (claim: PersistentVolumeClaim, policies: readonly LimitRange[]): LimitRange | undefined =>
  firstBroken(policies, (type) => subjectsOfClaim(claim, type))

const subjectsOfClaim = ({spec}: PersistentVolumeClaim, type: string): readonly Subject[] => type === 'PersistentVolumeClaim'
  ? [{usage: {requests: spec?.resources?.requests ?? noResources, limits: noResources}, path: FieldPath.of('spec', 'resources')}] : []

/** Returns each comparison of a LimitRange with a pod, in the order of enforcement. */
export const checksOfPod = (pod: Pod, limitRange: LimitRange): BoundCheck[] =>
  checks(limitRange, (type) => subjectsOfPod(pod.spec ?? {}, type), (type) => type === 'Pod' ? podSums(pod.spec ?? {}) : [])

/** Returns each comparison of a LimitRange with a claim, in the order of enforcement. */
export const checksOfClaim = (claim: PersistentVolumeClaim, limitRange: LimitRange): BoundCheck[] =>
  checks(limitRange, (type) => subjectsOfClaim(claim, type), () => [])

const checks = (limitRange: LimitRange, subjectsOf: SubjectsOf, sumsOfType: (type: string) => readonly PodSum[]): BoundCheck[] =>
  boundsOf(limitRange).flatMap(({type, bounds}) => subjectsOf(type).flatMap((subject) =>
    bounds.map((bound) => ({...checkOf(subject, type, bound), sums: sumsOfType(type).filter(({resource}) => resource === bound.name)}))))

function checkOf({usage, path}: Subject, type: string, {list: bound, name: resource, amount: enforced, constraint, cause}: Bound): Omit<BoundCheck, 'sums'> {
  const [request, limit] = [usage.requests[resource], usage.limits[resource]]
  const ratio = bound === 'maxLimitRequestRatio' ? ratioOf(resource, enforced, usage) : undefined
  const violation = constraint(type, resource, enforced, usage)
  const amounts = {...request && {request}, ...limit && {limit}, ...ratio !== undefined && {ratio}}
  const satisfiedBy = violation && (bound === 'maxLimitRequestRatio' ? ratioSatisfiedBy(usage, resource, enforced) : {side: violation.side, amount: enforced})
  return {cause, type, bound, resource, enforced, path, ...amounts, ...violation && {violation}, ...satisfiedBy && {satisfiedBy}}
}

/** A greater request keeps a ratio, or a limit as large as the request if there is none. */
function ratioSatisfiedBy({requests, limits}: Usage, resource: string, ratio: Quantity): BoundCheck['satisfiedBy'] {
  const [request, limit] = [requests[resource], limits[resource]]
  if (limit === undefined) return request && {side: 'limits', amount: request}
  return ratio.sign() > 0 ? {side: 'requests', amount: minRequest(limit, ratio, resource)} : undefined
}

const enforce = (limitRange: LimitRange, subjectsOf: SubjectsOf): Reason[] =>
  boundsOf(limitRange).flatMap(({type, bounds}) => subjectsOf(type).flatMap((subject) => violations(subject, type, bounds)))

const violations = (subject: Subject, type: string, bounds: readonly Bound[]): Reason[] => bounds.flatMap(({name, amount, constraint, cause}) => {
  const violation = constraint(type, name, amount, subject.usage)
  return violation === undefined ? [] : [{message: violation.message, field: fieldOf(subject, violation.side, name), cause}]
})

/** The amount that breaks a constraint, or the place where it is missing. */
function fieldOf({usage, path}: Subject, side: Side, name: string): FieldPath {
  return usage[side][name] === undefined ? path : path.child(side).key(name)
}

const containerSubjects = (spec: PodSpec, list: 'containers' | 'initContainers'): Subject[] =>
  (spec[list] ?? []).map(({resources}: Container, i) => ({
    usage: {requests: resources?.requests ?? noResources, limits: resources?.limits ?? noResources},
    path: FieldPath.of('spec', list).index(i).child('resources'),
  }))

/** A pod as a whole: its containers together, but for cpu and memory that it states at pod level (spec limitranger 3.4). */
const podSubject = (spec: PodSpec): Subject =>
  ({usage: {requests: podUsage(spec, 'requests'), limits: podUsage(spec, 'limits')}, path: FieldPath.of('spec')})

/** The requests or limits of a pod as a whole. */
export const podUsage = (spec: PodSpec, side: Side): ResourceList => withPodLevel(aggregateContainers(spec, side), spec.resources?.[side])

/** The sums behind the usage of a pod as a whole. */
const podSums = (spec: PodSpec): PodSum[] => (['requests', 'limits'] as const).flatMap((side) => sumsOf({
  spec, side, podLevel: spec.resources?.[side], totals: podUsage(spec, side),
  aggregated: (observe) => aggregateContainers(spec, side, undefined, observe), isPodLevel: (resource) => podLevelResources.includes(resource),
}))

function withPodLevel(aggregate: ResourceList, podLevel: ResourceList | undefined): ResourceList {
  if (podLevel === undefined) return aggregate
  return resourceListOf([...Object.entries(aggregate), ...Object.entries(mask(podLevel, podLevelResources))])
}

/** The resources that a pod can state as a whole, in place of the sum of its containers. */
export const podLevelResources: readonly string[] = ['cpu', 'memory']
