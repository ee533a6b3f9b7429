import type {Instant} from '../admission/plugins/event-rate-limit/token-bucket.js'
import type {LogRequest, RequestSeries} from './request.js'
import {formatTime, later, nanosecondsBetween} from '../machinery/instant.js'

/**
 * An event is taken for so many requests at most, whatever its count says: each of them is replayed, and a count can be 2147483647.
 * The others are counted, and the result says that they are left out.
 */
export const longestSeries = 100_000

/** Where the requests of a series lie. */
export interface Course {
  /** The time of the one from which is counted. */
  readonly first: Instant
  readonly last: Instant
  /** How many follow that one, the last of them at the end. */
  readonly following: number
  /** Whether that one is a request of the series too: the create. */
  readonly begins: boolean
}

/**
 * The requests that made an event what it is: a create and patches, of which only the first and the last time are known.
 * The others are spread evenly (eventratelimit spec 9.2).
 *
 * @param request what they have in common, with the time, the verb and the exactness of the first
 */
export function requestSeries(request: LogRequest, {first, last, following, begins}: Course): RequestSeries {
  const span = Math.max(0, nanosecondsBetween(first, last))
  const patch = {...request, verb: 'patch', approx: following > 1 ? [...request.approx, 'time'] : request.approx}
  const at = (i: number): LogRequest => {
    const position = begins ? i : i + 1
    if (position === 0) return request
    const instant = position === following ? laterOf(first, last) : later(first, Math.round(span * position / following))
    return {...patch, ...instant, time: formatTime(instant)}
  }
  return {size: begins ? following + 1 : following, at}
}

const laterOf = (first: Instant, last: Instant): Instant => nanosecondsBetween(first, last) < 0 ? first : last
