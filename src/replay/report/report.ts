import type {Instant} from '../../machinery/go/instant.js'
import type {ReachedLimit} from '../../machinery/rate-limit/event-limit.js'
import type {ClientSummary} from '../decide/clients.js'
import type {LimitSummary} from '../decide/engine.js'
import type {Pending} from '../order/pending.js'
import type {Decisions} from './decisions.js'
import type {SeriesSummary} from './decision-series.js'
import {LogTally, type ReadingTally} from './log-tally.js'
import {ObservedTally} from './observed.js'
import type {RequestTally} from './request-tally.js'
import type {Seconds} from './seconds.js'
import {Timeline, type TimelineSummary} from './timeline.js'

/** The result of a replay (spec eventratelimit 10). */
export interface ReplayReport {
  readonly paths: readonly string[]
  readonly servers: number
  readonly reading: ReadingTally
  /** Numbers of requests that were reordered, and that came too late for that. */
  readonly order: {readonly reordered: number, readonly late: number}
  readonly requests: RequestTally
  /** Requests that a limit rejected only because requests that other limits reject took its tokens. */
  readonly collateral: number
  readonly limits: readonly LimitSummary[]
  readonly timeline: TimelineSummary
  /** The comparison of the verdicts with those of the log, if requested. */
  readonly observed: ObservedTally | undefined
  /** The decisions over time, if requested. */
  readonly series?: SeriesSummary | undefined
  /** The counts of the simulated clients, if any. */
  readonly client: ClientSummary | undefined
}

/** Optional parts of the report. */
export interface ReportOptions {
  /** Receives every decision. */
  readonly decisions?: Decisions | undefined
  /** Counts the decisions in each second. */
  readonly seconds?: Seconds | undefined
  /** True to record the decisions over time. */
  readonly hasSeries?: boolean
  /** True to compare verdicts with those of the log. */
  readonly observes?: boolean
}

/** Counts the requests of logs and the decisions about them. */
export class ReplayTally extends LogTally {
  readonly observed: ObservedTally | undefined
  private readonly timeline = new Timeline()

  constructor(private readonly options: ReportOptions) {
    super()
    this.observed = options.observes === true ? new ObservedTally() : undefined
  }

  /** Counts a request that was sent to a server. */
  addSent(now: Instant, reached: readonly ReachedLimit[]): void {
    this.requests[reached.length === 0 ? 'accepted' : 'refused']++
    this.timeline.add(now.seconds, reached.length > 0)
    this.options.seconds?.add(now.seconds, reached)
  }

  /** Reports the decision about a request of the log. */
  addDecided({place, path, line, time, observed}: Pending<unknown>, reached: readonly ReachedLimit[]): void {
    this.observed?.add(observed, reached)
    this.options.decisions?.settle(place, {path, line, time, reached})
  }

  /** Reports a request of the log that no limit counts. */
  addUndecided({state, place, path, line, time}: Pending<unknown>): void {
    this.options.decisions?.settle(place, state === 'withdrawn' ? undefined : {path, line, time, reached: []})
  }

  /** Ends the report. */
  end(): TimelineSummary {
    this.options.seconds?.end()
    return this.timeline.summary()
  }
}
