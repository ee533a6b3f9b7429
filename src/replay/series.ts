import type {Instant} from '../admission/plugins/event-rate-limit/token-bucket.js'
import type {LogRequest, RequestSeries} from './request.js'
import {formatTime, later, nanosecondsBetween} from '../machinery/go/instant.js'

/**
 * Maximum number of requests replayed for one event: its count can be 2147483647. The others are counted and reported
 * as left out.
 */
export const longestSeries = 100_000

/** The times of the requests of a series. */
export interface Course {
  /** The time of the base request. */
  readonly first: Instant
  readonly last: Instant
  /** Number of requests after the base request; the last one is at `last`. */
  readonly following: number
  /** True if the base request, the create, is part of the series. */
  readonly begins: boolean
}

/**
 * Returns the requests that wrote an event: a create and patches. Only the first and the last time are known.
 * The others are spread evenly (spec eventratelimit 9.2).
 *
 * @param request The base request, whose other properties all requests share
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
