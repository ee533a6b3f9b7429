import type {PersistentVolumeClaim} from '../../../kinds/persistent-volume-claim.js'
import {aggregateContainers} from '../../../kinds/pod/aggregate.js'
import type {Container, Pod, PodSpec} from '../../../kinds/pod/types.js'
import {FieldPath} from '../../../machinery/field-path.js'
import {mask, noResources, type ResourceList, resourceListOf, resourceNames} from '../../../machinery/resource-list.js'
import type {Reason} from '../../plugin.js'
import {type Constraint, limitRequestRatioConstraint, maxConstraint, maxRequestConstraint, minConstraint, type Side, type Usage} from './constraints.js'
import {itemsOf, type LimitRange, type LimitRangeItem} from './types.js'

/** Something that an item is enforced on, with the place of its resources in the object. */
interface Subject {
  readonly usage: Usage
  readonly path: FieldPath
}

type Checks = readonly (readonly [list: 'min' | 'max' | 'maxLimitRequestRatio', constraint: Constraint])[]

const podChecks: Checks = [['min', minConstraint], ['max', maxConstraint], ['maxLimitRequestRatio', limitRequestRatioConstraint]]

const claimChecks: Checks = [['min', minConstraint], ['max', maxRequestConstraint]]

/** Everything in a pod that a LimitRange forbids (`PodValidateLimitFunc`; limitranger spec 3.1). */
export function violationsOfPod(pod: Pod, limitRange: LimitRange): Reason[] {
  const spec = pod.spec ?? {}
  return enforce(limitRange, podChecks, ({type}) => {
    if (type === 'Container') return [...containerSubjects(spec, 'containers'), ...containerSubjects(spec, 'initContainers')]
    return type === 'Pod' ? [podSubject(spec)] : []
  })
}

/** Everything in a claim that a LimitRange forbids; only what the claim requests counts (`PersistentVolumeClaimValidateLimitFunc`). */
export function violationsOfClaim({spec}: PersistentVolumeClaim, limitRange: LimitRange): Reason[] {
  const subject = {usage: {requests: spec?.resources?.requests ?? noResources, limits: noResources}, path: FieldPath.of('spec', 'resources')}
  return enforce(limitRange, claimChecks, ({type}) => type === 'PersistentVolumeClaim' ? [subject] : [])
}

function enforce(limitRange: LimitRange, checks: Checks, subjectsOf: (item: LimitRangeItem) => readonly Subject[]): Reason[] {
  return itemsOf(limitRange).flatMap((item, i) => {
    const place = FieldPath.of('spec', 'limits').index(i)
    return subjectsOf(item).flatMap((subject) => checks.flatMap(([list, constraint]) =>
      violations(subject, item.type ?? '', item[list] ?? noResources, constraint, place.child(list), limitRange)))
  })
}

function violations(subject: Subject, type: string, enforced: ResourceList, constraint: Constraint, place: FieldPath, policy: LimitRange): Reason[] {
  return resourceNames(enforced).flatMap((name) => {
    const amount = enforced[name]
    const violation = amount && constraint(type, name, amount, subject.usage)
    if (violation === undefined) return []
    const field = fieldOf(subject, violation.side, name)
    return [{message: violation.message, field, cause: {policy, field: place.key(name)}}]
  })
}

/** The amount that breaks a constraint, or the place where it is missing. */
function fieldOf({usage, path}: Subject, side: Side, name: string): FieldPath {
  return usage[side][name] === undefined ? path : path.child(side).key(name)
}

const containerSubjects = (spec: PodSpec, list: 'containers' | 'initContainers'): Subject[] =>
  (spec[list] ?? []).map(({resources}: Container, i) => ({
    usage: {requests: resources?.requests ?? noResources, limits: resources?.limits ?? noResources},
    path: FieldPath.of('spec', list).index(i).child('resources'),
  }))

/** A pod as a whole: its containers together, but for cpu and memory that it states at pod level (limitranger spec 3.4). */
function podSubject(spec: PodSpec): Subject {
  const usage = (side: Side): ResourceList => withPodLevel(aggregateContainers(spec, side), spec.resources?.[side])
  return {usage: {requests: usage('requests'), limits: usage('limits')}, path: FieldPath.of('spec')}
}

function withPodLevel(aggregate: ResourceList, podLevel: ResourceList | undefined): ResourceList {
  if (podLevel === undefined) return aggregate
  return resourceListOf([...Object.entries(aggregate), ...Object.entries(mask(podLevel, ['cpu', 'memory']))])
}
