import type {Instant} from '../admission/plugins/event-rate-limit/token-bucket.js'
import type {EventParts, EventRequest} from '../admission/plugins/event-rate-limit/types.js'

/** The parts of an event that a log tells: what limits look at, and what recorders look at. */
export interface LoggedEvent extends EventParts {
  readonly involvedObject?: EventParts['involvedObject'] & {readonly fieldPath?: string}
  readonly type?: string
  readonly reason?: string
  readonly message?: string
}

/** What the server answered, by the log. */
export interface Observed {
  readonly code: number
  readonly message: string
}

/** A request to write an event, as a log tells of it (eventratelimit spec 9: the canonical record). Itself the time at which it came. */
export interface LogRequest extends EventRequest, Instant {
  /** The time as the log writes it. */
  readonly time: string
  readonly verb: string
  readonly group: string
  readonly dryRun: boolean
  readonly object: LoggedEvent | undefined
  readonly observed: Observed | undefined
  /** What the log does not say, so that it was made up as well as can be: `user`, `time`, `sourceAndObject` and the like. */
  readonly approx: readonly string[]
  /** The line on which it stands, or begins. */
  readonly line: number
}

/** Why a request takes no token of any limit: it is no write, a rehearsal, or goes to the API that nobody counts. */
export const bypasses = ['events.k8s.io', 'dryRun', 'verb'] as const

export type Bypass = typeof bypasses[number]

const writes: ReadonlySet<string> = new Set(['create', 'update', 'patch'])

/** Whether a verb of the API creates or changes something. */
export const isWrite = (verb: string): boolean => writes.has(verb)

/** Why limits do not count a request, undefined when they do (eventratelimit `Plugin.Validate`; eventratelimit spec 3). */
export function bypassOf({verb, group, dryRun}: LogRequest): Bypass | undefined {
  if (!writes.has(verb)) return 'verb'
  if (group !== '') return 'events.k8s.io'
  return dryRun ? 'dryRun' : undefined
}

/** What there is to say of a request about which nothing had to be made up. */
export const exact: readonly string[] = []

/** What an object of a log reports of requests, by itself. Others may report the same ones, or what is missing here. */
export interface LogRecord extends LogRequest {
  /** What is unknown at first can be completed. */
  object: LoggedEvent | undefined
  approx: readonly string[]
  /** Equal in all audit events about one request; empty where there is none. */
  readonly auditID: string
  /** True where the object reports the beginning of a request, so that another one may report the rest. */
  readonly isBeginning: boolean
  /** The name of the event that is written; empty where the log does not say it. */
  readonly name: string
  /** For a stored event, how far it has come: it stands for all requests that wrote it. The record has the time of the first one. */
  readonly stored: StoredEvent | undefined
}

/** How far a stored event has come. */
export interface StoredEvent {
  /** Equal for all versions of the event; empty where they cannot be told from others. */
  readonly event: string
  /** How many requests have written it. */
  readonly requests: number
  /** The time of the last one. */
  readonly last: Instant
}

/** What a record leaves out that only an event itself tells. Another record may tell it. */
export const unknownObject = 'sourceAndObject'

/** Takes the records that were read. */
export interface RecordSink {
  add(record: LogRecord): void
  /** Keeps everything until `release`: the records in between can come in any order. */
  hold(): void
  release(): void
}

/** A request that waits to be decided; undefined for one that nobody wants decided. */
export type Ticket = object | undefined

/** Requests that one object of a log stands for, in order of time, made when they are asked for. */
export interface RequestSeries {
  readonly size: number
  /** @param i from 0, below the size */
  at(i: number): LogRequest
}
