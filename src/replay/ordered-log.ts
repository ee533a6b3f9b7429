import type {ReachedLimit} from '../admission/plugins/event-rate-limit/event-limiter.js'
import type {Instant} from '../admission/plugins/event-rate-limit/token-bucket.js'
import type {EventRequest} from '../admission/plugins/event-rate-limit/types.js'
import type {Decisions} from './decisions.js'
import {LogReader} from './log-reader.js'
import type {Pending} from './pending.js'
import {ReadingTally} from './reading-tally.js'
import {Reorder} from './reorder.js'
import {bypassOf, exact, type LogRequest, type RequestSeries, type RequestSink, type Ticket} from './request.js'
import {RequestTally} from './request-tally.js'
import {compareInstants} from '../machinery/instant.js'
import {type UserOf, usualUser} from './users.js'

/** What of a log to read, and how. */
export interface LogOptions {
  /** The first moment that counts. */
  readonly since?: Instant | undefined
  /** The first that no longer counts. */
  readonly until?: Instant | undefined
  /** Who writes events of which the log does not say it. */
  readonly userOf?: UserOf | undefined
}

/** What is to be known of a request when its turn comes. */
export interface Needs {
  /** The keys of its buckets. */
  readonly keysOf: (request: EventRequest) => string[]
  /** What the log says that the server answered. */
  readonly observed?: boolean
  /** Everything. */
  readonly request?: boolean
  /** Where it is from: its place among these decisions. */
  readonly decisions?: Decisions | undefined
}

/** What is done with a request whose turn it is, at the time that counts: gives the limits that refuse it. */
type Take = (pending: Pending, now: Instant) => readonly ReachedLimit[]

/** The requests of logs in order of time (eventratelimit spec 9): is given lines, counts what is wrong with them and what bypasses limits. */
export class OrderedLog implements RequestSink {
  readonly reading = new ReadingTally()
  readonly requests = new RequestTally()
  readonly paths: string[] = []
  private readonly order = new Reorder<Pending>((pending, now) => this.let(pending, now))
  private readonly reader: LogReader
  private places = 0

  /** @param take is given every request that limits count */
  constructor(private readonly take: Take, private readonly needs: Needs, private readonly options: LogOptions = {}) {
    this.reader = new LogReader(this, this.reading, options.userOf ?? usualUser)
  }

  /** Begins a log. */
  begin(path: string): void {
    this.paths.push(path)
    this.reader.begin(path)
  }

  /**
   * Takes a line of the log.
   *
   * @param goesOn whether it is only a piece of one, and the next one continues it
   */
  read(line: string, goesOn = false): void {
    this.reader.read(line, goesOn)
  }

  /** Ends a log; what went wrong with it as a whole counts as an unreadable line. */
  end(fault?: string): void {
    this.reader.end()
    if (fault !== undefined) this.reader.fail(fault)
  }

  /** Lets go what is left; gives how many were put in order, and how many came too late for that. */
  finish(): {readonly reordered: number, readonly late: number} {
    this.order.end()
    const {reordered, late} = this.order
    return {reordered, late}
  }

  add(request: LogRequest): Ticket {
    if (!this.isInRange(request)) {
      this.reading.outside++
      return undefined
    }
    const pending = this.pendingOf(request, this.needs.decisions?.reserve(1) ?? this.places++)
    this.order.push(pending)
    return pending
  }

  addSeries(series: RequestSeries): void {
    const {size} = series
    const {decisions} = this.needs
    const place = decisions?.reserve(size) ?? this.places
    this.places += size
    let i = 0
    this.order.pushSeries(() => {
      for (; i < size; i++) {
        const request = series.at(i)
        if (this.isInRange(request)) return this.pendingOf(request, place + i++)
        this.reading.outside++
        decisions?.settle(place + i, undefined)
      }
      return undefined
    })
  }

  hold(): void {
    this.order.hold()
  }

  release(): void {
    this.order.release()
  }

  withdraw(ticket: Ticket): boolean {
    const pending = ticket as Pending | undefined
    if (pending?.state !== 'waiting') return false
    pending.state = 'withdrawn'
    this.needs.decisions?.settle(pending.place, undefined)
    return true
  }

  private isInRange(request: LogRequest): boolean {
    const {since, until} = this.options
    return (since === undefined || compareInstants(request, since) >= 0) && (until === undefined || compareInstants(request, until) < 0)
  }

  /** Of a request, no more waits than will be needed: a log has many. */
  private pendingOf(request: LogRequest, place: number): Pending {
    const {seconds, nanoseconds, line, time, approx, observed} = request
    const {needs} = this
    const bypass = bypassOf(request)
    return {
      seconds, nanoseconds, place, bypass, approx, state: 'waiting',
      keys: bypass === undefined ? needs.keysOf(request) : exact,
      origin: needs.decisions && {path: this.paths.at(-1) ?? '', line, time},
      observed: needs.observed === true ? observed : undefined,
      request: needs.request === true ? request : undefined,
    }
  }

  private let(pending: Pending, now: Instant): void {
    const {state, bypass, approx, origin, place} = pending
    if (state === 'withdrawn') return
    pending.state = 'done'
    if (bypass === undefined) this.requests.count(now, approx)
    else this.requests.bypassing[bypass]++
    const reached = bypass === undefined ? this.take(pending, now) : nothing
    if (origin !== undefined) this.needs.decisions?.settle(place, {...origin, reached})
  }
}

const nothing: readonly ReachedLimit[] = []
