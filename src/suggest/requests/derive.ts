import type {Reason as Denial, FieldChange} from '../../admission/plugin.js'
import {itemsOf} from '../../kinds/limit-range/items.js'
import type {LimitRange} from '../../machinery/api/core-v1.js'
import type {FieldError} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {textOf} from '../../machinery/go/json-value.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import {type ContainerUsage, percentile} from '../usage/usage.js'
import {percentText, roundDown, roundUp} from '../readable.js'
import type {Reason} from '../types.js'
import {amountAt, type AmountPlace, type Change, type ContainerList, containersOf, placeOfField} from './changes.js'

/** States the defaults that LimitRanges fill in. */
export const statedDefaults = ({steps}: ManifestReview): Change[] =>
  steps.filter(({plugin}) => plugin === 'LimitRanger').flatMap(({changes}) => changes).flatMap((change) => statedDefault(change) ?? [])

function statedDefault({field, to, cause}: FieldChange): Change | undefined {
  const place = placeOfField(field)
  if (place === undefined || !(to instanceof Quantity)) return undefined
  return {...place, value: to, reasons: [{text: `default of ${cause === undefined ? 'a LimitRange' : nameOf(cause.policy)}`}]}
}

const nameOf = ({kind, metadata: {name = ''}}: {readonly kind: string, readonly metadata: {readonly name?: string}}): string => `${kind} ${name}`

/** Changes amounts so that a bound of a LimitRange for containers, or a quota that requires an amount, admits a pod. Returns none for other denials. */
export function fixesFor({steps, errors, manifest: {body: {spec}}}: ManifestReview, usageOf: UsageOf): Change[] {
  const denials = steps.flatMap(({refusal}) => refusal?.reasons ?? [])
  return [...denials.flatMap((denial) => fixFor(denial, spec, usageOf)), ...errors.flatMap((error) => limitsFor(error, spec))]
}

/** Returns the measured usage of a container. */
export type UsageOf = (container: string) => ContainerUsage | undefined

function fixFor({field, cause}: Denial, spec: unknown, usageOf: UsageOf): Change[] {
  const place = containerOf(field)
  if (place === undefined || cause === undefined) return []
  const resource = String(cause.field.step)
  return cause.policy.kind === 'ResourceQuota' ? demanded({...place, ...sideAndResource(resource)}, spec, {usageOf, policy: nameOf(cause.policy)})
    : bounded({...place, resource}, spec, cause.policy, cause.field)
}

/** The container of a field: `spec.containers[0].resources`. */
function containerOf(field: FieldPath | undefined): Pick<AmountPlace, 'list' | 'index'> | undefined {
  const [, list, index] = field?.steps() ?? []
  return (list === 'containers' || list === 'initContainers') && typeof index === 'number' ? {list, index} : undefined
}

const sideAndResource = (key: string): Pick<AmountPlace, 'side' | 'resource'> =>
  ({side: key.startsWith('limits.') ? 'limits' : 'requests', resource: key.replace(/^(?:requests|limits)\./, '')})

interface Demand {
  readonly usageOf: UsageOf
  readonly policy: string
}

/** States an amount that a quota requires: the other one of the container, or the measured usage. */
function demanded(place: AmountPlace, spec: unknown, {usageOf, policy}: Demand): Change[] {
  const other = amountAt(spec, {...place, side: place.side === 'limits' ? 'requests' : 'limits'})
  const usage = usageOf(textOf(containersOf(spec, place.list)[place.index]?.['name']))
  const measured = place.resource === 'cpu' || place.resource === 'memory' ? usage?.[place.resource].at(-1) : undefined
  const required: Reason = {text: `${policy} requires it`}
  if (other !== undefined) return [{...place, value: other, reasons: [required, {text: `as much as in ${place.side === 'limits' ? 'requests' : 'limits'}`}]}]
  return measured === undefined ? [] : [{...place, value: roundUp(measured, place.resource), reasons: [required, {text: 'largest usage', amount: measured}]}]
}

/** Keeps a bound of a LimitRange. */
function bounded(place: Omit<AmountPlace, 'side'>, spec: unknown, policy: LimitRange, field: FieldPath): Change[] {
  const [, , item, list, resource] = field.steps()
  const lists = itemsOf(policy)[Number(item)] as Readonly<Record<string, Readonly<Record<string, Quantity>> | undefined>> | undefined
  const bound = lists?.[String(list)]?.[String(resource)]
  if (bound === undefined) return []
  const [request, limit] = (['requests', 'limits'] as const).map((side) => amountAt(spec, {...place, side}))
  const change = (side: 'requests' | 'limits', value: Quantity, text = `${String(list)} of ${nameOf(policy)}`): Change => ({...place, side, value, reasons: [{text, amount: bound}]})
  if (list === 'max') {
    return [...limit === undefined || limit.compare(bound) > 0 ? [change('limits', bound)] : [], ...request !== undefined && request.compare(bound) > 0 ? [change('requests', bound)] : []]
  }
  if (list === 'min') {
    return [...request === undefined || request.compare(bound) < 0 ? [change('requests', bound)] : [], ...limit !== undefined && limit.compare(bound) < 0 ? [change('limits', bound)] : []]
  }
  if (limit === undefined || limit.isZero()) return request === undefined || request.isZero() ? [] : [change('limits', timesRatio(request, bound, place.resource))]
  return bound.sign() <= 0 ? [] : [change('requests', atRatio(limit, bound, place.resource))]
}

/** The greatest readable limit that keeps a ratio to a request, and no less than that. */
function timesRatio(request: Quantity, ratio: Quantity, resource: string): Quantity {
  const thousandths = request.quotient(Quantity.parse('1m')) * ratio.milliValue() / 1000n
  const limit = roundDown(Quantity.parse(`${thousandths}m`), resource)
  return limit === undefined || limit.compare(request) < 0 ? request : limit
}

/** The smallest readable request with which a limit keeps a ratio, or the limit if that is less. */
function atRatio(limit: Quantity, ratio: Quantity, resource: string): Quantity {
  const milli = ratio.milliValue()
  const thousandths = limit.quotient(Quantity.parse('1m'), 1000n)
  const request = roundUp(Quantity.parse(`${(thousandths + milli - 1n) / milli}m`), resource)
  return request.compare(limit) > 0 ? limit : request
}

/** Raises a default limit to a request that exceeds it. The server names the resource only in its message. */
function limitsFor(error: FieldError, spec: unknown): Change[] {
  const place = error.origin === 'resources/request-not-above-limit' ? containerOf(error.field) : undefined
  const [, resource = ''] = / less than or equal to (\S+) limit/.exec(String(error)) ?? []
  const request = place && amountAt(spec, {...place, side: 'requests', resource})
  return place === undefined || request === undefined ? []
    : [{...place, side: 'limits', resource, value: request, reasons: [{text: 'its request, which is above the default limit'}]}]
}

/** The margin of usage, and the percentile for CPU. */
export interface Sizing {
  readonly headroom: bigint
  readonly percentile: number
}

/** Requests what is used, with headroom: CPU at the percentile, memory at its maximum, with a memory limit of no less. */
export function sizedBy(spec: unknown, usageOf: UsageOf, {headroom, percentile: share}: Sizing): Change[] {
  return (['containers', 'initContainers'] as const).flatMap((list: ContainerList) => containersOf(spec, list).flatMap((container, index): Change[] => {
    const usage = usageOf(textOf(container['name']))
    if (usage === undefined) return []
    return (['cpu', 'memory'] as const).flatMap((resource): Change[] => {
      const amount = percentile(usage[resource], resource === 'cpu' ? share : 100)
      if (amount === undefined) return []
      const value = roundUp(amount, resource, headroom)
      const what = `${resource === 'cpu' ? `usage at the ${share}th percentile` : 'largest usage'} of ${usage.pods} pods in ${usage.samples} measurements`
      const reasons = [{text: what, amount, ...headroom > 0n && {margin: `+ ${percentText(headroom)}`}}]
      const limit = amountAt(spec, {list, index, side: 'limits', resource})
      const change = (side: 'requests' | 'limits'): Change => ({list, index, side, resource, value, reasons})
      return [change('requests'), ...limit !== undefined && limit.compare(value) < 0 ? [change('limits')] : []]
    })
  }))
}
