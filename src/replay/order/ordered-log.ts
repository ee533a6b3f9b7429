import {compareInstants, formatTime, type Instant} from '../../machinery/go/instant.js'
import type {ReachedLimit} from '../../machinery/rate-limit/event-limit.js'
import {type Arrival, ArrivalReader, type Wanted} from '../read/arrival.js'
import type {AuditedWrite} from '../read/audit/audited-write.js'
import {ArrivalUnpacker} from '../read/blocks/packed-arrivals.js'
import {unpackLines} from '../read/blocks/packed-lines.js'
import type {Packed} from '../read/blocks/packed.js'
import {recordOfLine} from '../read/canonical.js'
import type {Decisions} from '../report/decisions.js'
import {type Key, Keys} from '../decide/key.js'
import {KnownEvents} from './known-events.js'
import {Pending, type Ticket} from './pending.js'
import {RecentByHash} from '../lookup/recent-by-hash.js'
import {RecordLog} from '../read/record-log.js'
import {Reorder} from './reorder.js'
import {RequestTally} from '../report/request-tally.js'
import type {LogRecord, LogRequest, StoredEvent} from '../read/request.js'
import {longestSeries, RequestSeries} from './series.js'
import {StoredEvents} from './stored-events.js'
import type {UserOf} from '../read/users.js'

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
  /** The types of the limits, for the keys of its buckets. */
  readonly types: readonly string[]
  /** True to keep the server's response according to the log. */
  readonly observed?: boolean
  /** True to keep the whole request. */
  readonly request?: boolean
  /** Receives the decision about the request, with its line. */
  readonly decisions?: Decisions | undefined
}

/**
 * Decides a request at the given time and returns the limits that refuse it. Both arguments are valid until it returns.
 */
type Take = (pending: Pending, now: Instant) => readonly ReachedLimit[]

/** Number of audit IDs kept in memory to recognize further records about the same request. */
const rememberedIds = 4096

/** The state of a reported request: a ticket while only its beginning is known and it can be withdrawn, null when it is complete. */
type Report = {readonly ticket: Ticket | undefined} | null

/**
 * The requests of logs in order of time (spec eventratelimit 9). Merges records about the same request or event, sorts
 * requests, and counts those that bypass the limits.
 */
export class OrderedLog extends RecordLog {
  readonly requests = new RequestTally()
  override readonly wanted: Wanted | 'records'
  private readonly order = new Reorder<Pending>((pending, now) => this.let(pending, now))
  private readonly reports = new RecentByHash<Report>(rememberedIds)
  private readonly events: KnownEvents
  private readonly stored = new StoredEvents()
  private readonly arrivals: ArrivalReader<Key>
  private readonly unpacker: ArrivalUnpacker
  /** Objects to be used again. */
  private readonly free: Pending[] = []
  private places = 0
  private reordered = 0

  /** @param take Called with every request that limits count */
  constructor(private readonly take: Take, private readonly needs: Needs, private readonly options: LogOptions = {}) {
    super(options.userOf)
    const {types, observed = false, request = false, decisions} = needs
    const wanted: Wanted = {types, observed, times: decisions !== undefined}
    const keys = new Keys(types.length)
    this.wanted = request ? 'records' : wanted
    this.events = new KnownEvents(types)
    this.arrivals = new ArrivalReader(wanted, keys)
    this.unpacker = new ArrivalUnpacker(wanted, keys)
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
    this.arrive(this.arrivals.read(record), this.needs.request === true ? record : undefined)
  }

  override addWrite(write: AuditedWrite): void {
    if (this.needs.request === true) this.add(write.record())
    else this.arrive(this.arrivals.readWrite(write), undefined)
  }

  override hold(): void {
    this.order.hold()
  }

  override release(): void {
    this.order.release()
  }

  override learn(packed: Packed): void {
    this.unpacker.learn(packed)
  }

  override addPacked(packed: Packed, line: number): void {
    const {unpacker} = this
    if (this.wanted === 'records') unpackLines(packed, line, this, ({text, line: at}) => this.add(recordOfLine(text, at)))
    else unpacker.unpack(packed, line, this, (arrival) => this.arrive(arrival, undefined))
  }

  /** @param record the record itself, if it is needed */
  private arrive(arrival: Arrival<Key>, record: LogRecord | undefined): void {
    const {stored, audit} = arrival
    if (stored !== undefined) this.addStored(arrival, stored, record)
    else if (audit === 0) this.addRequest(arrival, record)
    else this.addAudited(arrival, record)
  }

  /** Adds a request that has an audit ID. If only its beginning was added before and is not decided yet, the new record replaces it. */
  private addAudited(arrival: Arrival<Key>, record: LogRecord | undefined): void {
    const {audit, isBeginning} = arrival
    const report = this.reports.get(audit)
    if (report !== undefined) this.reading.repeated++
    if (report !== undefined && (report === null || isBeginning || !this.withdraw(report.ticket))) return
    const pending = this.addRequest(arrival, record)
    this.reports.put(audit, isBeginning ? {ticket: pending && {pending, place: pending.place}} : null)
  }

  private addRequest(arrival: Arrival<Key>, record: LogRecord | undefined): Pending | undefined {
    this.events.complete(arrival, record)
    if (arrival.failure === undefined) return this.push(arrival, record)
    this.reading.skip(arrival.failure)
    return undefined
  }

  /** Adds the requests that wrote a stored event, except those that an earlier version of it reported. */
  private addStored(arrival: Arrival<Key>, stored: StoredEvent, record: LogRecord | undefined): void {
    const {reading} = this
    const added = this.stored.add(stored)
    if (added === undefined) {
      reading.repeated++
      return
    }
    const {count, before} = added
    const begins = before === undefined
    reading.leftOut += Math.max(0, count - longestSeries)
    if (count > longestSeries) arrival.approx = [...arrival.approx, 'count']
    if (begins && count === 1) {
      arrival.time = formatTime(arrival)
      this.push(arrival, record && {...record, time: arrival.time})
    } else {
      const {seconds, nanoseconds} = before?.last ?? arrival
      const following = Math.min(count, longestSeries) - (begins ? 1 : 0)
      this.pushSeries(new RequestSeries({seconds, nanoseconds}, stored.last, following, begins), this.pendingOf(arrival, arrival, 0, record))
    }
  }

  private push(arrival: Arrival<Key>, record: LogRecord | undefined): Pending | undefined {
    if (!this.isInRange(arrival)) {
      this.reading.outside++
      return undefined
    }
    const pending = this.pendingOf(arrival, arrival, this.needs.decisions?.reserve(1) ?? this.places++, record)
    this.order.push(pending)
    return pending
  }

  /** @param base has the properties that all requests of the series share */
  private pushSeries(series: RequestSeries, base: Pending): void {
    const {size} = series
    const {decisions} = this.needs
    const place = decisions?.reserve(size) ?? this.places
    this.places += size
    let i = 0
    this.order.pushSeries(() => {
      for (; i < size; i++) {
        const instant = series.at(i)
        if (this.isInRange(instant)) return this.memberOf(base, {...instant, isCreate: series.isCreate(i), isSpread: series.isSpread}, place + i++)
        this.reading.outside++
        decisions?.settle(place + i, undefined)
      }
      return undefined
    })
  }

  private withdraw(ticket: Ticket | undefined): boolean {
    if (ticket === undefined) return false
    const {pending, place} = ticket
    if (pending.place !== place || pending.state !== 'waiting') return false
    pending.state = 'withdrawn'
    this.needs.decisions?.settle(place, undefined)
    return true
  }

  private isInRange(time: Instant): boolean {
    const {since, until} = this.options
    return (since === undefined || compareInstants(time, since) >= 0) && (until === undefined || compareInstants(time, until) < 0)
  }

  /** Returns a request to be put in order, in an object that may have been used before. */
  private pendingOf(facts: Arrival<Key> | Pending, {seconds, nanoseconds}: Instant, place: number, record: LogRequest | undefined): Pending {
    const {needs} = this
    const {keys, bypass, approx, line, time, observed} = facts
    const pending = this.free.pop() ?? new Pending()
    pending.seconds = seconds
    pending.nanoseconds = nanoseconds
    pending.place = place
    pending.state = 'waiting'
    pending.bypass = bypass
    pending.approx = approx
    for (let i = 0; i < keys.length; i++) pending.keys[i] = keys[i] as Key
    if (needs.decisions !== undefined) {
      pending.path = this.path
      pending.line = line
      pending.time = time
    }
    if (needs.observed === true) pending.observed = observed
    pending.request = record
    return pending
  }

  /** Returns a request of a series. */
  private memberOf(base: Pending, {isCreate, isSpread, seconds, nanoseconds}: SeriesMember, place: number): Pending {
    const {path, request} = base
    const instant = {seconds, nanoseconds}
    const approx = isSpread && !isCreate ? [...base.approx, 'time'] : base.approx
    const time = this.wanted === 'records' || this.wanted.times ? formatTime(instant) : ''
    const verb = isCreate ? 'create' : 'patch'
    const pending = this.pendingOf(base, instant, place, request && {...request, ...instant, time, approx, verb})
    pending.path = path
    pending.approx = approx
    pending.time = time
    return pending
  }

  private let(pending: Pending, now: Instant): void {
    const {state, bypass, approx, path, line, time, place} = pending
    pending.state = 'done'
    if (state === 'waiting') {
      if (bypass === undefined) this.requests.count(now, approx)
      else this.requests.bypassing[bypass]++
      const reached = bypass === undefined ? this.take(pending, now) : nothing
      this.needs.decisions?.settle(place, {path, line, time, reached})
    }
    this.free.push(pending)
  }
}

/** The time and the kind of a request in a series. */
interface SeriesMember extends Instant {
  readonly isCreate: boolean
  readonly isSpread: boolean
}

const nothing: readonly ReachedLimit[] = []
