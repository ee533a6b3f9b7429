import type {ClientCounts, ClientName} from '../../controllers/event-recorder/index.js'
import type {LimitSummary} from '../decide/engine.js'
import type {ObservedTally} from './observed.js'
import type {ReadingTally} from '../read/reading-tally.js'
import type {RequestTally} from './request-tally.js'
import type {TimelineSummary} from './timeline.js'

/** Counts of the requests that simulated clients send for the events of a log. */
export interface ClientSummary extends ClientCounts {
  readonly name: ClientName
}

/** The result of a replay (spec eventratelimit 10). */
export interface ReplayReport {
  readonly paths: readonly string[]
  readonly servers: number
  readonly reading: ReadingTally
  /** Numbers of requests that were reordered, and that came too late for that. */
  readonly order: {readonly reordered: number, readonly late: number}
  readonly requests: RequestTally
  /** Requests that a limit refused only because requests that other limits refuse took its tokens. */
  readonly collateral: number
  readonly limits: readonly LimitSummary[]
  readonly timeline: TimelineSummary
  /** The comparison of the verdicts with those of the log, if requested. */
  readonly observed: ObservedTally | undefined
  /** The counts of the simulated clients, if any. */
  readonly client: ClientSummary | undefined
}
