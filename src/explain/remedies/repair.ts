import type {BoundCheck, QuotaExplanation, QuotaSum} from '../../admission/explanation.js'
import {FieldPath} from '../../machinery/field/path.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import {type AmountTarget, containerPaths, firstOfEachResource, otherSide, resourcesAt, resourcesIn, shiftedPart, targetOf, withOtherSide} from '../../simulate/repairs/targets.js'
import type {Edit} from './edit.js'

/** Returns edits of the object of a request that satisfy the LimitRanges and quotas that deny it, as far as fields of resources can. */
export function repair({trace}: ManifestReview): Edit[] {
  const object = trace?.mutated
  const policies = trace?.explanations.flatMap((one) => one.policies) ?? []
  const quotas = policies.filter((policy) => policy.type === 'quota')
  const checks = policies.flatMap((policy) => policy.type === 'limit-range' ? policy.checks : [])
  const [ofPods, ofContainers] = [true, false].map((isOfPod) =>
    firstOfEachResource(checks.filter(({type}) => (type === 'Pod') === isOfPod).flatMap((check) => targetFor(check) ?? [])))
  const targets = firstFor([ofContainers ?? [], ofPods ?? [], quotas.flatMap((quota) => quotaTargets(quota, object))])
  return [...targets.flatMap((target) => edited(target, object)), ...quotas.flatMap(serviceEdits)]
}

/**
 * Returns the targets for each resource from the first list that has any. They change the sums on which later lists depend: what
 * these require shows when the object is sent again.
 */
function firstFor(lists: readonly (readonly AmountTarget[])[]): AmountTarget[] {
  const known = new Set<string>()
  return lists.flatMap((targets) => {
    const fresh = targets.filter(({resource}) => !known.has(resource))
    for (const {resource} of fresh) known.add(resource)
    return fresh
  })
}

/** The edit of an amount, with that of the other side if the request would exceed the limit. */
const edited = (target: AmountTarget, object: unknown): Edit[] =>
  withOtherSide(target, resourcesIn(object, target.path)).map((one) => editOf(one, object))

/** The edit of one amount. */
export const editOf = ({path, side, resource, amount, isOneOfSeveral}: AmountTarget, object: unknown): Edit =>
  ({field: path.child(side).key(resource), operation: 'set', from: resourcesIn(object, path)[side]?.[resource], to: amount, isOneOfSeveral})

/** The amount that keeps a bound: where nothing is known about the need, a common one. */
function targetFor(check: BoundCheck): AmountTarget | undefined {
  const {type, path, resource, violation, satisfiedBy} = check
  if (violation === undefined) return undefined
  if (satisfiedBy !== undefined || type === 'Pod') return targetOf(check)
  return {path: resourcesAt(path), side: violation.side, resource, amount: commonAmount(resource), isOneOfSeveral: false}
}

const spec = FieldPath.of('spec')

/** The amounts with which an object uses no more than what a quota has left, and states what the quota requires. */
const quotaTargets = ({sums, unmet}: QuotaExplanation, object: unknown): AmountTarget[] => [
  ...sums.flatMap((sum) => sum.room === undefined ? [] : smaller(sum, sum.room) ?? []),
  ...unmet.flatMap(({resource, containers}) => containerPaths(object, (name) => containers.includes(name)).map((path) => stated(path, resource, object))),
]

function smaller({resource, sum}: QuotaSum, room: Quantity): AmountTarget | undefined {
  if (sum !== undefined) return shiftedPart(sum, room)
  return resource === 'requests.storage' && room.sign() > 0
    ? {path: spec.child('resources'), side: 'requests', resource: 'storage', amount: room, isOneOfSeveral: false} : undefined
}

/** Keeps a service from using load balancers or node ports of which a quota has none left. */
const serviceEdits = ({sums}: QuotaExplanation): Edit[] => sums.filter(({resource, room, usage}) =>
  (resource === 'services.loadbalancers' || resource === 'services.nodeports') && room !== undefined && usage.sign() > 0)
  .map(() => ({field: spec.child('type'), operation: 'set', from: undefined, to: 'ClusterIP'}))

/** The amount of a container that a quota requires: that of the other side, or a common one. */
function stated(path: FieldPath, key: string, object: unknown): AmountTarget {
  const side = key.startsWith('limits.') ? 'limits' : 'requests'
  const resource = key.replace(/^(requests|limits)\./, '')
  const amount = resourcesIn(object, path)[otherSide(side)]?.[resource] ?? commonAmount(resource)
  return {path, side, resource, amount, isOneOfSeveral: false}
}

/** Amounts to state where nothing is known about the need. */
const common: Readonly<Record<string, string>> = {'cpu': '100m', 'memory': '128Mi', 'ephemeral-storage': '1Gi'}

const commonAmount = (resource: string): Quantity => Quantity.parse(common[resource] ?? '1')
