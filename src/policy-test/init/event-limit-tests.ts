import {EventLimiter, rejectionMessage} from '../../admission/plugins/event-rate-limit/index.js'
import type {EventRequest, LimitSpec} from '../../machinery/rate-limit/event-limit.js'
import {instantOf} from '../../machinery/rate-limit/token-bucket.js'
import type {JsonObject} from '../../source/json-value.js'
import {maxRepetitions} from '../../test-file/step.js'
import {listOf, objectAt, scalarText} from '../mutate/body.js'
import type {PolicyDocument} from '../mutate/policy-document.js'
import type {Drafts, EventsDraft} from './draft.js'

/** Events that are sent at one time. */
interface Sending {
  /** Nanoseconds since the beginning. */
  readonly at: number
  readonly times: number
  /** Events with other numbers differ in everything that the tested limit does not count by. */
  readonly variant: number
  readonly isAdmitted: boolean
  /** True for an Event that the limit counts by another key. */
  readonly hasOtherKey?: true
}

/** Maximum number of entries for one burst. */
const maxVariants = 100

/**
 * Returns a test for each limit of an EventRateLimit configuration. It sends a burst that is admitted, and the next Event, which is
 * rejected. Then it sends one just before there is a new token, one at that time, and two that show whether the cache keeps several
 * buckets. Names the limits without a test: another limit is reached first, or the
 * numbers are too large.
 */
export function eventLimitTests(policy: PolicyDocument, namespace: string): Drafts {
  const limits = listOf(policy.body['limits']).map(limitOf)
  const found = limits.map((limit, i) => ({title: `${policy.name}: limits[${i}] ${limit.type}`, limit, events: eventsFor(limits, i, namespace)}))
  return {
    tests: [],
    events: found.flatMap(({title, limit: {qps, burst}, events}): EventsDraft[] =>
      events === undefined ? [] : [{name: `${title} admits a burst of ${burst}, and then ${qps} a second`, namespace, events}]),
    missing: found.flatMap(({title, events}) => events === undefined ? [title] : []),
  }
}

function limitOf(value: Parameters<typeof objectAt>[0]): Required<LimitSpec> {
  const {type, qps, burst, cacheSize} = objectAt(value)
  return {type: scalarText(type), qps: Number(qps ?? 0), burst: Number(burst ?? 0), cacheSize: Number(cacheSize ?? 0)}
}

/** Returns the events of a test, if possible with those of the cache; undefined if another limit rejects one of them. */
function eventsFor(limits: readonly Required<LimitSpec>[], position: number, namespace: string): JsonObject[] | undefined {
  const {[position]: limit} = limits
  const sendings = limit && sendingsFor(limit, limits.filter((_, i) => i !== position))
  if (limit === undefined || sendings === undefined) return undefined
  const tested = {limits, position, namespace, type: limit.type}
  return answered([...sendings, ...cacheSendings(limit, sendings)], tested) ?? answered(sendings, tested)
}

/** Returns entries of a test file; undefined if another limit rejects one of the events. */
function answered(sendings: readonly Sending[], tested: Omit<Tested, 'limiter'> & {readonly limits: readonly Required<LimitSpec>[]}): JsonObject[] | undefined {
  const limiter = new EventLimiter({limits: tested.limits})
  const events = sendings.map((sending) => eventOf(sending, {...tested, limiter}))
  return events.every((event) => event !== undefined) ? events : undefined
}

/** Returns an Event with another key, and one with the first key again: a cache of one bucket has then forgotten that it is empty. */
function cacheSendings({type, cacheSize}: Required<LimitSpec>, sendings: readonly Sending[]): Sending[] {
  const last = sendings.at(-1)
  if (type === 'Server' || last === undefined) return []
  const next = {at: last.at, times: 1, variant: last.variant + 1}
  return [{...next, isAdmitted: true, hasOtherKey: true}, {...next, variant: next.variant + 1, isAdmitted: cacheSize === 1}]
}

/** @param others The other limits, whose buckets must not run out */
function sendingsFor({qps, burst}: Required<LimitSpec>, others: readonly Required<LimitSpec>[]): Sending[] | undefined {
  const size = others.filter(({type}) => type !== 'Server').reduce((minimum, other) => Math.min(minimum, other.burst), burst)
  const count = Math.ceil(burst / size)
  if (!(qps > 0 && size > 0 && burst + 3 <= maxRepetitions && count <= maxVariants)) return undefined
  // A higher rate would have a new token at the first of these times, and a lower one has none at the second.
  const [before, next] = [qps + 1, qps].map((rate) => Math.ceil(1e9 / rate))
  if (before === undefined || next === undefined || before === next) return undefined
  return [
    ...Array.from({length: count}, (_, i): Sending => ({at: 0, times: Math.min(size, burst - i * size), variant: i, isAdmitted: true})),
    {at: 0, times: 1, variant: count, isAdmitted: false},
    {at: before, times: 1, variant: count + 1, isAdmitted: false},
    {at: next, times: 1, variant: count + 2, isAdmitted: true},
  ]
}

interface Tested {
  readonly limiter: EventLimiter
  /** The position of the tested limit. */
  readonly position: number
  readonly type: string
  readonly namespace: string
}

/** Returns the entry of a test file, with the server's answer; undefined if another limit decides, or the answer is another one. */
function eventOf({at, times, variant, isAdmitted, hasOtherKey}: Sending, {limiter, position, type, namespace}: Tested): JsonObject | undefined {
  const request = requestFor(hasOtherKey ? '' : type, variant, namespace)
  const now = instantOf(BigInt(at))
  const reached = Array.from({length: times}, () => limiter.check(request, now)).flat()
  if (isAdmitted ? reached.length > 0 : reached.length !== 1 || reached[0]?.position !== position) return undefined
  return {
    at: durationText(at), ...times > 1 && {times}, user: request.user,
    event: {metadata: {namespace: request.namespace}, involvedObject: {name: request.object.involvedObject.name}},
    ...!isAdmitted && {expect: {allowed: false, code: 429, message: rejectionMessage(reached)}},
  }
}

type TestRequest = EventRequest & {readonly object: {readonly involvedObject: {readonly name: string}}}

/** Returns an Event with the values by which a limit counts always the same, and with others for each variant. */
function requestFor(type: string, variant: number, own: string): TestRequest {
  const varied = (name: string, ...fixedBy: readonly string[]): string => variant === 0 || fixedBy.includes(type) ? name : `${name}-${variant + 1}`
  const namespace = varied(own, 'Namespace', 'SourceAndObject')
  return {
    namespace, user: varied('test', 'User'),
    object: {involvedObject: {apiVersion: 'v1', kind: 'Pod', namespace, name: varied('app', 'SourceAndObject')}},
  }
}

const durationText = (nanoseconds: number): string => nanoseconds % 1e9 === 0 ? `${nanoseconds / 1e9}s` : nanoseconds % 1e6 === 0 ? `${nanoseconds / 1e6}ms` : `${nanoseconds}ns`
