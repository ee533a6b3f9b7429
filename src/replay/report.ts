import type {ClientCounts, ClientName} from '../controllers/event-recorder/index.js'
import type {LimitSummary} from './engine.js'
import type {ObservedTally} from './observed.js'
import type {ReadingTally} from './reading-tally.js'
import type {RequestTally} from './request-tally.js'
import type {TimelineSummary} from './timeline.js'

/** The events of a log as clients had them sent. */
export interface ClientSummary extends ClientCounts {
  readonly name: ClientName
}

/** Everything that a replay has found out (eventratelimit spec 10). */
export interface ReplayReport {
  readonly paths: readonly string[]
  readonly servers: number
  readonly reading: ReadingTally
  /** Lines that were put in order, and those that came too late for that. */
  readonly order: {readonly reordered: number, readonly late: number}
  readonly requests: RequestTally
  /** Requests that a limit refused only because it was charged for what others refuse. */
  readonly collateral: number
  readonly limits: readonly LimitSummary[]
  readonly timeline: TimelineSummary
  /** How the verdicts agree with those of the log, where that was asked. */
  readonly observed: ObservedTally | undefined
  /** What the clients did, where there are any. */
  readonly client: ClientSummary | undefined
}
