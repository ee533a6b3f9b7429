import type {BoundCheck, QuotaExplanation} from '../../admission/explanation.js'
import type {FieldChange} from '../../admission/plugin.js'
import type {KubeObject} from '../../kinds/kind.js'
import {aggregateContainers} from '../../kinds/pod/resources/aggregate.js'
import type {Pod, PodSpec, ResourceQuota} from '../../machinery/api/core-v1.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {textOf} from '../../machinery/go/json-value.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {noResources, resourceNames} from '../../machinery/quantity/resource-list.js'
import {greatestLimit} from '../../machinery/quantity/steps.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import {type AmountTarget, containerPaths, firstOfEachResource, otherSide, resourcesAt, resourcesIn, targetOf, uncrossed, withOtherSide} from '../../simulate/repairs/targets.js'
import {valueAt} from '../../simulate/object-fields.js'
import {percentText, roundDown, roundUp} from '../readable.js'
import type {Reason} from '../types.js'
import {type ContainerUsage, percentile} from '../usage/usage.js'
import {amountAt, type Change, containerLists, containersOf, placeOfField, type Side} from './changes.js'

/** States the defaults that LimitRanges fill in. */
export const statedDefaults = ({steps}: ManifestReview): Change[] =>
  steps.filter(({plugin}) => plugin === 'LimitRanger').flatMap(({changes}) => changes).flatMap((change) => statedDefault(change) ?? [])

function statedDefault({field, to, cause}: FieldChange): Change | undefined {
  const place = placeOfField(field)
  if (place === undefined || !(to instanceof Quantity)) return undefined
  return {...place, value: to, reasons: [{text: `default of ${cause === undefined ? 'a LimitRange' : nameOf(cause.policy)}`}]}
}

const nameOf = ({kind, metadata: {name = ''}}: {readonly kind: string, readonly metadata: {readonly name?: string}}): string => `${kind} ${name}`

/** Returns the measured usage of a container. */
export type UsageOf = (container: string) => ContainerUsage | undefined

/** An amount with its reasons. */
interface Fix extends AmountTarget {
  readonly reasons: readonly Reason[]
}

/** Changes amounts so that bounds of LimitRanges, and quotas that require amounts, admit a pod. Returns none for other denials. */
export function fixesFor({trace, errors}: ManifestReview, usageOf: UsageOf): Change[] {
  const known = {pod: trace?.mutated, usageOf}
  const policies = trace?.explanations.flatMap((one) => one.policies) ?? []
  const fixes = [
    ...policies.flatMap((policy) => policy.type === 'limit-range' ? policy.checks.flatMap((check) => keptBound(check, known)) : []),
    ...policies.flatMap((policy) => policy.type === 'quota' ? policy.unmet.flatMap((unmet) => demandedBy(policy.policy, unmet, known)) : []),
    ...errors.flatMap((error) => error.origin === 'resources/request-not-above-limit' ? raisedLimits(error.field, known) : []),
  ]
  return [
    ...raisedForContainers((known.pod as Pod | undefined)?.spec ?? {}),
    ...firstOfEachResource(fixes).flatMap((fix) => withOtherSide(fix, resourcesIn(known.pod, fix.path)).flatMap((one) => changeOf(one, fix.reasons))),
  ]
}

/** Keeps a bound of a LimitRange. States the limits of containers that a bound of the pod requires. */
function keptBound(check: BoundCheck, known: Known): Fix[] {
  const {bound, enforced, resource, violation, cause: {policy}} = check
  if (violation === undefined) return []
  const target = targetOf(check)
  if (target !== undefined) return [{...readable(target, check), reasons: [{text: `${bound} of ${nameOf(policy)}`, amount: enforced}]}]
  const isMissing = check[violation.side === 'limits' ? 'limit' : 'request'] === undefined
  return isMissing ? containerPaths(known.pod).flatMap((path) => demanded({path, side: violation.side, resource}, {...known, policy: nameOf(policy)})) : []
}

/** Makes an amount that keeps a ratio easy to read. A container without a limit gets the greatest one. */
function readable(target: AmountTarget, {bound, enforced, request, limit}: BoundCheck): AmountTarget {
  const {resource, side} = target
  if (bound !== 'maxLimitRequestRatio') return target
  if (side === 'limits') {
    const greatest = request && roundDown(greatestLimit(request, enforced, resource), resource)
    return greatest !== undefined && greatest.compare(target.amount) > 0 ? {...target, amount: greatest} : target
  }
  const amount = roundUp(target.amount, resource)
  return limit !== undefined && amount.compare(limit) > 0 ? {...target, amount: limit} : {...target, amount}
}

function changeOf({path, side, resource, amount}: AmountTarget, reasons: readonly Reason[]): Change[] {
  const place = placeOfField(path.child(side).key(resource))
  return place === undefined ? [] : [{...place, value: amount, reasons}]
}

/** The pod, and the measured usage of its containers. */
interface Known {
  readonly pod: KubeObject | undefined
  readonly usageOf: UsageOf
}

/** States the amounts that a quota requires. */
function demandedBy(policy: ResourceQuota, {resource: key, containers}: QuotaExplanation['unmet'][number], known: Known): Fix[] {
  const side = key.startsWith('limits.') ? 'limits' : 'requests'
  const resource = key.replace(/^(?:requests|limits)\./, '')
  return containerPaths(known.pod, (name) => containers.includes(name)).flatMap((path) => demanded({path, side, resource}, {...known, policy: nameOf(policy)}))
}

/** States an amount that a policy requires: the other one of the container, or the measured usage. */
function demanded(missing: Pick<AmountTarget, 'path' | 'side' | 'resource'>, {pod, usageOf, policy}: Known & {readonly policy: string}): Fix[] {
  const {path, side, resource} = missing
  const present = resourcesIn(pod, path)
  const other = present[otherSide(side)]?.[resource]
  const usage = usageOf(containerAt(pod, path))
  const measured = resource === 'cpu' || resource === 'memory' ? usage?.[resource].at(-1) : undefined
  const fix = (amount: Quantity, reason: Reason): Fix[] => [{...missing, amount, isOneOfSeveral: false, reasons: [{text: `${policy} requires it`}, reason]}]
  if (other !== undefined) return fix(other, {text: `as much as in ${otherSide(side)}`})
  return measured === undefined ? [] : fix(roundUp(measured, resource), {text: 'largest usage', amount: measured})
}

/** The name of the container with these resources. */
const containerAt = (pod: unknown, path: FieldPath): string => textOf(valueAt(pod, [...path.steps().slice(0, -1), 'name']))

/** Raises limits to the requests that exceed them. */
function raisedLimits(field: FieldPath, {pod}: Known): Fix[] {
  const path = resourcesAt(field)
  return uncrossed(resourcesIn(pod, path), path, () => false).map((target) => ({...target, reasons: [{text: 'its request, which is above the default limit'}]}))
}

const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The margin of usage, and the percentile for CPU. */
export interface Sizing {
  readonly headroom: bigint
  readonly percentile: number
}

/** Requests what is used, with headroom: CPU at the percentile, memory at its maximum, with a memory limit of no less. */
export function sizedBy(spec: unknown, usageOf: UsageOf, {headroom, percentile: share}: Sizing): Change[] {
  return containerLists.flatMap((list) => containersOf(spec, list).flatMap((container, index): Change[] => {
    const usage = usageOf(textOf(container['name']))
    if (usage === undefined) return []
    return (['cpu', 'memory'] as const).flatMap((resource): Change[] => {
      const amount = percentile(usage[resource], resource === 'cpu' ? share : 100)
      if (amount === undefined) return []
      const value = roundUp(amount, resource, headroom)
      const what = `${resource === 'cpu' ? `usage at the ${share}th percentile` : 'largest usage'} of ${countText(usage.pods, 'pod')} in ${countText(usage.samples, 'measurement')}`
      const reasons = [{text: what, amount, ...headroom > 0n && {margin: `+ ${percentText(headroom)}`}}]
      const limit = amountAt(spec, {container: {list, index}, side: 'limits', resource})
      const change = (side: 'requests' | 'limits'): Change => ({container: {list, index}, side, resource, value, reasons})
      return [change('requests'), ...limit !== undefined && limit.compare(value) < 0 ? [change('limits')] : []]
    })
  }))
}

/** Raises the amounts of a pod as a whole that its containers exceed, as the pod would be invalid (core validation `validatePodResources`). */
export function raisedForContainers(spec: PodSpec): Change[] {
  const {requests = noResources, limits = noResources} = spec.resources ?? {}
  const together = aggregateContainers(spec, 'requests')
  const raised = (side: Side, resource: string, value: Quantity | undefined, text: string): Change[] => {
    const present = side === 'requests' ? requests[resource] : limits[resource]
    return present === undefined || value === undefined || value.compare(present) <= 0 ? []
      : [{container: undefined, side, resource, value, reasons: [{text: `as much as ${text}`}]}]
  }
  const largest = (resource: string): Quantity | undefined => (spec.containers ?? []).map(({resources}) => resources?.limits?.[resource])
    .reduce((most, next) => next !== undefined && (most === undefined || next.compare(most) > 0) ? next : most, undefined)
  const requested = resourceNames(requests).flatMap((resource) => raised('requests', resource, together[resource], 'its containers request together'))
  const limited = resourceNames(limits).flatMap((resource) => {
    const request = requested.find((change) => change.resource === resource)?.value ?? requests[resource]
    const limit = largest(resource)
    return request !== undefined && (limit === undefined || request.compare(limit) > 0) ? raised('limits', resource, request, 'the pod requests')
      : raised('limits', resource, limit, 'the largest limit of its containers')
  })
  return [...requested, ...limited]
}
