import type {EventSource, ObjectReference} from '../../kinds/event/types.js'

/** What a component tells its recorder of (client-go `EventRecorder.Event`). */
export interface EmittedEvent {
  /** When: nanoseconds since 1970. */
  readonly time: bigint
  /** The name by which the server knows the component. */
  readonly user: string
  /** The component. All that comes from one user and source goes through one recorder. */
  readonly source: EventSource
  readonly involvedObject: ObjectReference
  readonly type: string
  readonly reason: string
  readonly message: string
  readonly annotations?: Readonly<Record<string, string>>
}

/** A core/v1 Event as recorders hold it. */
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
  /** Nanoseconds since 1970, as the next one. */
  readonly firstTimestamp: bigint
  readonly lastTimestamp: bigint
}

/** What a client wants to be written: a new event, or the count, last time and message of one that is stored. */
export interface EventWrite {
  readonly verb: 'POST' | 'PATCH'
  /** The event as it is to be stored. A patch has it whole, too; `eventPatch` gives what is sent. */
  readonly event: RecordedEvent
}

/** A request to the server: one line of what a replay tells. */
export interface ClientRequest extends EventWrite {
  /** When the server gets it: nanoseconds since 1970. */
  readonly time: bigint
  readonly user: string
}

/** What comes back to a client. */
export interface ServerAnswer {
  /** The HTTP status code, or `transport` where no answer comes. */
  readonly code: number | 'transport'
  readonly message?: string
  /** The Retry-After header, in seconds. The API server has none with a 429 of EventRateLimit. */
  readonly retryAfterSeconds?: number
}

/** A server: answers one request after the other, in order of time. */
export type Send = (request: ClientRequest) => ServerAnswer

/** What a client does next: send something, or wait so many nanoseconds, with everything that is queued behind. */
export type Step = {readonly write: EventWrite} | {readonly pause: bigint}

/** Steps one after the other; each gets the answer to what is sent, and a pause none. */
export type Conversation<T> = Generator<Step, T, ServerAnswer | undefined>

/** The ways in which an event may get lost. */
export const losses = ['overflowed', 'filtered', 'paused', 'abandoned', 'unanswered'] as const

/**
 * How an event is lost: a full queue (`overflowed`), the spam filter (`filtered`; its count shows when a later one of its kind
 * is sent), a pause after a 429 (`paused`), a refusal by the server (`abandoned`), or no answer to the last try (`unanswered`).
 */
export type Loss = typeof losses[number]

/** What became of an event. */
export type EventResult = 'stored' | Loss

/** One client of a server: handles an event at a time. */
export interface EventClient {
  handle(event: EmittedEvent): Conversation<EventResult>
}
