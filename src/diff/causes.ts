import type {FieldChange, Reason} from '../admission/plugin.js'
import {remember} from '../machinery/collections/remember.js'
import {FieldPath} from '../machinery/field/path.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import {objectKey} from '../simulate/object-key.js'
import {isWithin} from '../simulate/operations/differences.js'
import {lookedUpPlaces, type Origin, validatedPlaces} from './looked-up.js'
import {configurationOf, type PolicyComparison, type SidedPlace} from './policy-changes.js'
import type {Cause, PolicyChange, Side} from './types.js'

/** Other possible causes of a difference. */
export interface OtherCauses {
  /** True if the manifest of the object differs. */
  readonly isEdited: boolean
  /** The changed settings of the API server. */
  readonly server: readonly string[]
}

/**
 * Chooses the cause of a difference: the first change of a policy on which it depends; else the change of the manifest or of the server;
 * else a policy that is the same on both sides; else the change of a plugin's configuration.
 *
 * @param changes the changes of the policies on which the difference depends, and those that are the same
 */
export function causeOf(changes: readonly PolicyChange[], {configuration}: Pick<PolicyComparison, 'configuration'>, {isEdited, server}: OtherCauses): Cause {
  const changed = changes.find(({change}) => change !== 'same')
  if (changed !== undefined) return changed
  if (isEdited) return {type: 'object'}
  if (server.length > 0) return {type: 'server', changes: server}
  return changes[0] ?? configuration ?? {type: 'other'}
}

/** The changes of policies that bear on a difference beside its cause: those of other bounds that reject the same object. */
export function otherChangesOf(changes: readonly PolicyChange[], cause: Cause): readonly PolicyChange[] {
  const known = othersOf(changes)
  const key = causeKey(cause)
  const others = known.get(key) ?? distinctOf(changes).filter((change) => causeKey(change) !== key)
  known.set(key, others)
  return others
}

/** The results of `otherChangesOf` for a list, by cause: thousands of DaemonSets may depend on the changes of thousands of Nodes. */
const othersOf = remember((_changes: readonly PolicyChange[]) => new Map<string, readonly PolicyChange[]>())

const distinctOf = remember((changes: readonly PolicyChange[]): readonly PolicyChange[] =>
  [...new Map(changes.filter(({change}) => change !== 'same').map((change) => [causeKey(change), change])).values()])

/** Returns a key for grouping by cause. */
export const causeKey = (cause: Cause): string => cause.type === 'policy' ? changeKey(cause) : cause.type

/** The key of a change, which may be the cause of many differences. */
const changeKey = remember(({policy: {apiVersion, kind, namespace, name}, change, field}: PolicyChange): string =>
  JSON.stringify([apiVersion, kind, namespace, name, change, field]))

/**
 * Returns the places in policies and configurations that decide a denial. First come those that forbid, then those that set the forbidden
 * values, then those that set missing values on the other side. Last is what the plugin looked up.
 *
 * @param twins the answers to the same object, or to pods of the same workload, on the other side
 */
export function denialPlaces(review: ManifestReview | undefined, origin: Origin, twins: readonly ManifestReview[]): SidedPlace[] {
  if (review === undefined || review.allowed) return []
  const reasons = review.steps.flatMap(({rejection}) => rejection?.reasons ?? [])
  const set = review.steps.flatMap(({changes}) => changes)
  const forbidden = reasons.flatMap(({cause}) => cause ?? [])
  const configured = review.steps.flatMap(({plugin, rejection}) => (rejection?.reasons ?? []).flatMap(({configuredBy = []}) =>
    configuredBy.map((field) => ({policy: configurationOf(plugin), field}))))
  const values = reasons.flatMap((reason) => [...reason.setBy ?? [], ...set.filter((change) => bearsOn(change, reason)).flatMap(({cause}) => cause ?? [])])
  const invalid = set.filter(({field}) => review.errors.some((error) => String(error).includes(String(field.step)))).flatMap(({cause}) => cause ?? [])
  const lookedUp = review.steps.flatMap(({plugin, rejection}) => rejection === undefined ? [] : lookedUpPlaces(plugin, review, origin))
  const places = [...forbidden, ...configured, ...values, ...invalid].map((place) => ({...place, side: origin.side}))
  return [...places, ...placesOfOtherSide(reasons, twins, origin.side), ...lookedUp, ...validatedPlaces(review, origin)]
}

/** The policies that set the values which are missing here on the other side only. */
function placesOfOtherSide(reasons: readonly Reason[], twins: readonly ManifestReview[], side: Side): SidedPlace[] {
  return distinctChanges(twins).filter((change) => reasons.some((reason) => bearsOn(change, reason)))
    .flatMap(({cause}) => cause === undefined ? [] : [{...cause, side: side === 'after' ? 'before' : 'after'}])
}

/** The values that policies set in objects, each once: of a StatefulSet, thousands of denied claims may be compared with as many on the other side. */
const distinctChanges = remember((reviews: readonly ManifestReview[]): readonly FieldChange[] => {
  const all = reviews.flatMap(({steps}) => steps).flatMap(({changes}) => changes)
  return [...new Map(all.map((change) => [placeKey(change), change])).values()]
})

const placeKey = ({field, cause}: FieldChange): string =>
  [field, ...cause === undefined ? [] : [objectKey({...cause.policy}), cause.field]].join('\u0000')

/** True if a policy set the value that a reason is about: the field that it names, a part of its sum for a pod, or the resource that a quota counts. */
function bearsOn({field}: FieldChange, {field: denied, cause}: Reason): boolean {
  const [list, name] = field.steps().slice(-2)
  const isPart = denied !== undefined && String(denied) === String(FieldPath.of('spec', String(list)).key(String(name)))
  if (isPart || (denied !== undefined && String(denied) === String(field))) return true
  // An amount that an object lacks has no field: the reason names the resources of the container.
  const isMissing = denied !== undefined && cause?.field.step === name && isWithin(field.steps(), denied.steps())
  return isMissing || (cause?.policy.kind === 'ResourceQuota' && isCountedBy(String(cause.field.step), field))
}

/** True if a bound of a quota, such as `requests.cpu` or `cpu`, counts the value of a field. */
export function isCountedBy(bound: string, field: FieldPath): boolean {
  const [list, name] = field.steps().slice(-2)
  return bound === `${list}.${name}` || (list === 'requests' && bound === name)
}

/** The bounds of a quota that a message of the API server names, such as that of an event. */
export function quotaPlaces(message: string | undefined, namespace: string, side: Side): SidedPlace[] {
  const exceeded = exceededQuota(message)
  if (exceeded === undefined) return []
  const policy = {apiVersion: 'v1', kind: 'ResourceQuota', metadata: {namespace, name: exceeded.name}}
  return exceeded.bounds.map((bound) => ({policy, field: FieldPath.of('spec', 'hard').key(bound), side}))
}

/** The quota that a message of the API server names, and its exceeded bounds; undefined for other messages. */
export function exceededQuota(message = ''): {readonly name: string, readonly bounds: readonly string[]} | undefined {
  const [, name, requested = ''] = /exceeded quota: ([^,\s]+), requested: (\S+),/.exec(message) ?? []
  return name === undefined ? undefined : {name, bounds: requested.split(',').map((amount) => amount.replace(/=.*/, ''))}
}
