import type {ReachedLimit} from '../admission/plugins/event-rate-limit/event-limiter.js'
import type {Instant} from '../admission/plugins/event-rate-limit/token-bucket.js'
import type {EventRequest} from '../admission/plugins/event-rate-limit/types.js'
import {compareInstants, formatTime} from '../machinery/go/instant.js'
import {textHash} from '../machinery/collections/text-hash.js'
import type {Decisions} from './decisions.js'
import {KnownEvents} from './known-events.js'
import {failureBeforeAdmission} from './outcome.js'
import type {Pending} from './pending.js'
import {RecentByHash} from './recent-by-hash.js'
import {RecordLog} from './record-log.js'
import {Reorder} from './reorder.js'
import {bypassOf, exact, type LogRecord, type LogRequest, type RequestSeries, type StoredEvent, type Ticket} from './request.js'
import {RequestTally} from './request-tally.js'
import {longestSeries, requestSeries} from './series.js'
import {StoredEvents} from './stored-events.js'
import type {UserOf} from './users.js'

/** Options for reading a log. */
export interface LogOptions {
  /** Earlier requests are ignored. */
  readonly since?: Instant | undefined
  /** Requests at this time and later are ignored. */
  readonly until?: Instant | undefined
  /** Returns the user of an event if the log does not contain it. */
  readonly userOf?: UserOf | undefined
}

/** The data to keep about a request until it is decided. */
export interface Needs {
  /** The keys of its buckets. */
  readonly keysOf: (request: EventRequest) => string[]
  /** True to keep the server's response according to the log. */
  readonly observed?: boolean
  /** True to keep the whole request. */
  readonly request?: boolean
  /** Receives the decision about the request, with its line. */
  readonly decisions?: Decisions | undefined
}

/** Decides a request at the given time and returns the limits that refuse it. */
type Take = (pending: Pending, now: Instant) => readonly ReachedLimit[]

/** Number of audit IDs kept in memory to recognize further records about the same request. */
const rememberedIds = 4096

/** The state of a reported request: a ticket while only its beginning is known and it can be withdrawn, null when it is complete. */
type Report = {readonly ticket: Ticket} | null

/**
 * The requests of logs in order of time (spec eventratelimit 9). Merges records about the same request or event, sorts
 * requests, and counts those that bypass the limits.
 */
export class OrderedLog extends RecordLog {
  readonly requests = new RequestTally()
  private readonly order = new Reorder<Pending>((pending, now) => this.let(pending, now))
  private readonly reports = new RecentByHash<Report>(rememberedIds)
  private readonly events = new KnownEvents()
  private readonly stored = new StoredEvents()
  private places = 0
  private reordered = 0

  /** @param take Called with every request that limits count */
  constructor(private readonly take: Take, private readonly needs: Needs, private readonly options: LogOptions = {}) {
    super(options.userOf)
  }

  /** Decides the remaining requests. Returns how many requests were reordered, and how many came too late for that. */
  finish(): {readonly reordered: number, readonly late: number} {
    this.order.end()
    const {reordered, late} = this.order
    return {reordered: this.reordered + reordered, late}
  }

  override addReordered(count: number): void {
    this.reordered += count
  }

  override add(record: LogRecord): void {
    const {stored, auditID} = record
    if (stored !== undefined) this.addStored(record, stored)
    else if (auditID === '') this.addRequest(record)
    else this.addAudited(record, textHash(auditID))
  }

  override hold(): void {
    this.order.hold()
  }

  override release(): void {
    this.order.release()
  }

  /** Adds a request that has an audit ID. If only its beginning was added before and is not decided yet, the new record replaces it. */
  private addAudited(record: LogRecord, id: number): void {
    const {isBeginning} = record
    const report = this.reports.get(id)
    if (report !== undefined) this.reading.repeated++
    if (report !== undefined && (report === null || isBeginning || !this.withdraw(report.ticket))) return
    const ticket = this.addRequest(record)
    this.reports.put(id, isBeginning ? {ticket} : null)
  }

  private addRequest(request: LogRecord): Ticket {
    this.events.complete(request)
    const failure = request.observed && failureBeforeAdmission(request.verb, request.observed)
    if (failure === undefined) return this.push(request)
    this.reading.skip(failure)
    return undefined
  }

  /** Adds the requests that wrote a stored event, except those that an earlier version of it reported. */
  private addStored(record: LogRecord, stored: StoredEvent): void {
    const {reading} = this
    const added = this.stored.add(stored)
    if (added === undefined) {
      reading.repeated++
      return
    }
    const {count, before} = added
    const {seconds, nanoseconds} = before?.last ?? record
    const first = {seconds, nanoseconds}
    reading.leftOut += Math.max(0, count - longestSeries)
    const approx = count > longestSeries ? [...record.approx, 'count'] : record.approx
    const request = {...record, ...first, time: formatTime(first), approx}
    const following = Math.min(count, longestSeries) - (before === undefined ? 1 : 0)
    if (following === 0) this.push(request)
    else this.pushSeries(requestSeries(request, {first, last: stored.last, following, begins: before === undefined}))
  }

  private push(request: LogRequest): Ticket {
    if (!this.isInRange(request)) {
      this.reading.outside++
      return undefined
    }
    const pending = this.pendingOf(request, this.needs.decisions?.reserve(1) ?? this.places++)
    this.order.push(pending)
    return pending
  }

  private pushSeries(series: RequestSeries): void {
    const {size} = series
    const {decisions} = this.needs
    const place = decisions?.reserve(size) ?? this.places
    this.places += size
    const {path} = this
    let i = 0
    this.order.pushSeries(() => {
      for (; i < size; i++) {
        const request = series.at(i)
        if (this.isInRange(request)) return this.pendingOf(request, place + i++, path)
        this.reading.outside++
        decisions?.settle(place + i, undefined)
      }
      return undefined
    })
  }

  private withdraw(ticket: Ticket): boolean {
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

  /** Returns only the needed data of a request, to save memory: a log has many. */
  private pendingOf(request: LogRequest, place: number, path = this.path): Pending {
    const {seconds, nanoseconds, line, time, approx, observed} = request
    const {needs} = this
    const bypass = bypassOf(request)
    return {
      seconds, nanoseconds, place, bypass, approx, state: 'waiting',
      keys: bypass === undefined ? needs.keysOf(request) : exact,
      origin: needs.decisions && {path, line, time},
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
