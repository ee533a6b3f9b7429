import type {EventSource, ObjectReference} from '../../machinery/api/core-v1.js'

/** An event that a component emits (client-go `EventRecorder.Event`). */
export interface EmittedEvent {
  /** Time in nanoseconds since 1970. */
  readonly time: bigint
  /** The user name of the component. */
  readonly user: string
  /** The component. Each pair of user and source has its own recorder. */
  readonly source: EventSource
  readonly involvedObject: ObjectReference
  readonly type: string
  readonly reason: string
  readonly message: string
  readonly annotations?: Readonly<Record<string, string>>
}

/** A core/v1 Event as recorders store it. */
export interface RecordedEvent {
  readonly name: string
  readonly namespace: string
  readonly annotations?: Readonly<Record<string, string>>
  readonly involvedObject: ObjectReference
  readonly type: string
  readonly reason: string
  readonly message: string
  readonly source: EventSource
  readonly reportingComponent?: string
  readonly reportingInstance?: string
  readonly count: number
  /** Nanoseconds since 1970, like `lastTimestamp`. */
  readonly firstTimestamp: bigint
  readonly lastTimestamp: bigint
}

/** A write of an event: a create, or a patch of the count, last time and message of a stored event. */
export interface EventWrite {
  readonly verb: 'POST' | 'PATCH'
  /** The event after the write, also for a patch; `eventPatch` returns the patch. */
  readonly event: RecordedEvent
}

/** A request to the server: one line of a replay. */
export interface ClientRequest extends EventWrite {
  /** Time at which the server receives it, in nanoseconds since 1970. */
  readonly time: bigint
  readonly user: string
}

/** The server's answer to a client. */
export interface ServerAnswer {
  /** The HTTP status code, or `transport` if there is no answer. */
  readonly code: number | 'transport'
  readonly message?: string
  /** The Retry-After header, in seconds. The API server has none with a 429 of EventRateLimit. */
  readonly retryAfterSeconds?: number
}

/** A server: answers one request after the other, in order of time. */
export type SendRequest = (request: ClientRequest) => ServerAnswer

/** The next step of a client: send a request, or wait for a number of nanoseconds, which delays everything queued. */
type Step = {readonly write: EventWrite} | {readonly pause: bigint}

/** Successive steps; each request is resumed with its answer, and each pause with undefined. */
export type RequestSteps<T> = Generator<Step, T, ServerAnswer | undefined>

/** The ways in which an event may get lost. */
export const lossReasons = ['overflowed', 'filtered', 'paused', 'abandoned', 'unanswered'] as const

/**
 * The reason that an event is lost: a full queue (`overflowed`), the spam filter (`filtered`, until a later one of its
 * kind is sent), a pause after a 429 (`paused`), a rejection by the server (`abandoned`), or no answer to the last try (`unanswered`).
 */
export type LossReason = typeof lossReasons[number]

/** The result of an event. */
export type EventResult = 'stored' | LossReason

/** One client of a server, which handles one event at a time. */
export interface EventClient {
  handle(event: EmittedEvent): RequestSteps<EventResult>
}
