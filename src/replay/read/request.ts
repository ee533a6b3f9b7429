import type {Instant} from '../../machinery/go/instant.js'
import type {EventParts, EventRequest} from '../../machinery/rate-limit/event-limit.js'

/** The fields of a logged event that limits and event recorders use. */
export interface LoggedEvent extends EventParts {
  readonly involvedObject?: EventParts['involvedObject'] & {readonly fieldPath?: string}
  readonly type?: string
  readonly reason?: string
  readonly message?: string
}

/** The server's response according to the log. */
export interface Observed {
  readonly code: number
  readonly message: string
}

/** A logged request to write an event (spec eventratelimit 9: the canonical record). As an Instant, the time of the request. */
export interface LogRequest extends EventRequest, Instant {
  /** The time as written in the log. */
  readonly time: string
  readonly verb: string
  readonly group: string
  readonly dryRun: boolean
  readonly object: LoggedEvent | undefined
  readonly observed: Observed | undefined
  /** Approximated properties, which the log does not contain: `user`, `time`, `sourceAndObject` and others. */
  readonly approx: readonly string[]
  /** The line on which it begins. */
  readonly line: number
}

/** Reasons why a request takes no token of any limit: it uses events.k8s.io, is a dry run, or does not write. */
export const bypasses = ['events.k8s.io', 'dryRun', 'verb'] as const

export type Bypass = typeof bypasses[number]

/** Reports whether a verb creates or changes an object. */
export const isWrite = (verb: string): boolean => verb === 'create' || verb === 'patch' || verb === 'update'

/** Returns why limits do not count a request, or undefined if they do (eventratelimit `Plugin.Validate`; spec eventratelimit 3). */
export function bypassOf({verb, group, dryRun}: Pick<LogRequest, 'verb' | 'group' | 'dryRun'>): Bypass | undefined {
  if (!isWrite(verb)) return 'verb'
  if (group !== '') return 'events.k8s.io'
  return dryRun ? 'dryRun' : undefined
}

/** The `approx` of a request without approximated properties. */
export const noApproximations: readonly string[] = []

/** A record made from one object of a log. Other objects may report the same requests, or the missing properties. */
export interface LogRecord extends LogRequest {
  /** Not readonly: `KnownEvents` completes it. */
  object: LoggedEvent | undefined
  approx: readonly string[]
  /** Equal in all audit events about a request. Empty if there is none. */
  readonly auditID: string
  /** True if the object reports only the beginning of a request. Another one may report the rest. */
  readonly isBeginning: boolean
  /** The name of the written event. Empty if the log does not contain it. */
  readonly name: string
  /** Set for a stored event, which represents all requests that wrote it. The record has the time of the first one. */
  readonly stored: StoredEvent | undefined
}

/** The state of a stored event. */
export interface StoredEvent {
  /** Equal in all versions of the event. Empty if they cannot be identified. */
  readonly event: string
  /** Number of requests that wrote it. */
  readonly requests: number
  /** The time of the last request. */
  readonly last: Instant
}

/** The entry of `approx` for properties that only the event itself contains. Another record may provide them. */
export const approximatedObject = 'sourceAndObject'

/** The message of API Priority and Fairness, which rejects requests long before admission. */
const priorityAndFairness = 'Too many requests, please try again later.'

/** Codes of requests that always fail before admission. */
const early: ReadonlySet<number> = new Set([400, 401, 404, 413, 415])

/** Messages of rejections in or after admission. */
const rejectedInAdmission = /^admission webhook "|denied the request|ValidatingAdmissionPolicy '|exceeded quota: |failed quota: |insufficient quota to /

/**
 * Returns the reason that a request failed before the plugin, by the answer of the server; undefined if it reached the plugin
 * (spec eventratelimit 6.3, spec eventratelimit 9.1).
 */
export function failureBeforeAdmission(verb: string, {code, message}: Observed): string | undefined {
  if (early.has(code)) return String(code)
  if (code === 429) return message === priorityAndFairness ? '429 of API Priority and Fairness' : undefined
  // A create finds a conflict after admission, other verbs before it.
  if (code === 409) return verb === 'create' ? undefined : '409'
  return (code === 403 || code === 422) && !rejectedInAdmission.test(message) ? String(code) : undefined
}

/** True if the answer is a rejection by EventRateLimit. */
export const isRateLimited = ({code, message}: Observed): boolean => code === 429 && message !== priorityAndFairness
