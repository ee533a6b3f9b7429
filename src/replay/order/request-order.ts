import {compareInstants, formatTime, type Instant} from '../../machinery/go/instant.js'
import type {HashSeed} from '../lookup/hash.js'
import {RecentByHash} from '../lookup/recent-by-hash.js'
import {Recent} from '../lookup/recent.js'
import type {Arrival, KeySource, NamedKey} from '../read/arrival.js'
import type {Batch, BatchContent, WantedFacts} from '../read/batch.js'
import {ArrivalUnpacker} from '../read/blocks/packed-arrivals.js'
import type {LogRecord, StoredEvent} from '../read/request.js'
import {type ArrivalSource, RecordSource} from './arrivals.js'
import {KnownEvents} from './known-events.js'
import {type Pending, PendingPool, type Ticket, withdraw} from './pending.js'
import {Reorder} from './reorder.js'
import {allSeries, longestSeries, RequestSeries} from './series.js'

/** Options for reading the requests of logs. */
export interface LogOptions {
  /** Earlier requests are ignored. */
  readonly since?: Instant | undefined
  /** Requests from this time on are ignored. */
  readonly until?: Instant | undefined
  /** The seed of the hashes of texts. No result depends on it. */
  readonly seed?: HashSeed | undefined
}

/** The facts to keep about a request until it is decided. */
export interface KeptFacts extends Omit<WantedFacts, 'seed'> {
  /** True to keep the whole request. */
  readonly request: boolean
}

/** Number of audit IDs kept in memory to recognize further records about the same request. */
const rememberedIds = 4096

/** Number of stored events kept in memory to find the new requests of their next versions. */
const rememberedEvents = 16_384

/** The state of a reported request: a ticket while only its beginning is known and it can be withdrawn, null when it is complete. */
type Report<K> = {readonly ticket: Ticket<K> | undefined} | null

/** Counts of all records, and of those that are not requests to decide. */
class OrderCounts {
  records = 0
  /** Records about a request or an event that an earlier record already reported. */
  repeated = 0
  /** Requests outside the range of times. */
  outside = 0
  /** Requests that are not replayed because the count of their event is too large. */
  leftOut = 0
  /** Requests that failed before the plugin, by the server's response. */
  readonly skipped = new Map<string, number>()
}

/**
 * Puts the requests of records in order of time (spec eventratelimit 9). Merges records about the same request or event.
 *
 * @template K a key of buckets
 */
export class RequestOrder<K extends NamedKey> {
  /** Facts to determine about each record. */
  readonly content: BatchContent
  readonly counts = new OrderCounts()
  private readonly source: ArrivalSource<K>
  private readonly order = new Reorder<Pending<K>>()
  private readonly pool = new PendingPool<K>()
  private readonly reports = new RecentByHash<Report<K>>(rememberedIds)
  private readonly events: KnownEvents<K>
  /** The last version of each stored event. */
  private readonly stored = new Recent<string, StoredEvent>(rememberedEvents)
  /** Number of requests of stored events that may still be replayed. */
  private seriesLeft: number
  private places = 0
  private reordered = 0
  /** The request that was returned last. */
  private last: Pending<K> | undefined

  constructor(keys: KeySource<K>, private readonly needs: KeptFacts, private readonly options: LogOptions = {}) {
    const {types, observed, times, request} = needs
    const wanted: WantedFacts = {types, observed, times, seed: options.seed ?? [0, 0]}
    this.content = request ? 'records' : wanted
    this.source = request ? new RecordSource(wanted, keys) : new ArrivalUnpacker(wanted, keys)
    this.events = new KnownEvents(types)
    this.seriesLeft = request ? allSeries.withClient : allSeries.requests
  }

  /** Takes the next records. Those of the last batch must have been taken, up to the end of `next`. */
  add(batch: Batch): void {
    this.reordered += batch.reordered
    this.source.begin(batch)
  }

  /** Ends the log: no request is held back any more. */
  end(): void {
    this.order.end()
  }

  /**
   * Returns the next request in order of time, valid until the next call; undefined when more records are needed. Includes
   * requests that were withdrawn because another record replaced theirs.
   */
  next(): Pending<K> | undefined {
    if (this.last !== undefined) this.pool.release(this.last)
    for (;;) {
      const pending = this.last = this.order.next()
      if (pending?.state === 'waiting') pending.state = 'done'
      if (pending !== undefined) return pending
      const step = this.source.step()
      if (step === undefined) return undefined
      if (step === 'record') this.arrive(this.source.next(), this.source.record)
      else this.order[step]()
    }
  }

  /** The time at which the last request is decided: late requests do not set the clock back. Valid until the next one. */
  get now(): Instant {
    return this.order.now
  }

  /** Counts of requests that were put in order, and that came too late for that. */
  get moved(): {readonly reordered: number, readonly late: number} {
    const {reordered, late} = this.order
    return {reordered: this.reordered + reordered, late}
  }

  /** @param record the record itself, if it is needed */
  private arrive(arrival: Arrival<K>, record: LogRecord | undefined): void {
    const {stored, audit} = arrival
    this.counts.records++
    if (stored !== undefined) this.addStored(arrival, stored, record)
    else if (audit === 0) this.addRequest(arrival, record)
    else this.addAudited(arrival, record)
  }

  /** Adds a request that has an audit ID. If only its beginning was added before and is not decided yet, the new record replaces it. */
  private addAudited(arrival: Arrival<K>, record: LogRecord | undefined): void {
    const {audit, isBeginning} = arrival
    const report = this.reports.get(audit)
    if (report !== undefined) this.counts.repeated++
    if (report !== undefined && (report?.ticket === undefined || isBeginning || !withdraw(report.ticket))) return
    const pending = this.addRequest(arrival, record)
    this.reports.put(audit, isBeginning ? {ticket: pending && {pending, place: pending.place}} : null)
  }

  private addRequest(arrival: Arrival<K>, record: LogRecord | undefined): Pending<K> | undefined {
    this.events.complete(arrival, record)
    const {failure} = arrival
    if (failure === undefined) return this.push(arrival, record)
    const {skipped} = this.counts
    skipped.set(failure, (skipped.get(failure) ?? 0) + 1)
    return undefined
  }

  /** Adds the requests that wrote a stored event, except those that an earlier version of it reported. */
  private addStored(arrival: Arrival<K>, version: StoredEvent, record: LogRecord | undefined): void {
    const {stored, counts} = this
    const {event, requests, last} = version
    const before = event === '' ? undefined : stored.get(event)
    if (before !== undefined && requests <= before.requests) {
      counts.repeated++
      return
    }
    if (event !== '') stored.put(event, version)
    const count = requests - (before?.requests ?? 0)
    const begins = before === undefined
    const replayed = this.takeRequests(count)
    counts.leftOut += count - replayed
    if (count > replayed) arrival.approx = [...arrival.approx, 'count']
    if (begins && count === 1) {
      arrival.time = formatTime(arrival)
      this.push(arrival, record && {...record, time: arrival.time})
    } else {
      const {seconds, nanoseconds} = before?.last ?? arrival
      const following = replayed - (begins ? 1 : 0)
      this.pushSeries(new RequestSeries({seconds, nanoseconds}, last, following, begins), this.pool.take(arrival, this.source.path, arrival, 0, record))
    }
  }

  /** Returns the number of the requests of an event that are replayed: at least one. */
  private takeRequests(count: number): number {
    this.seriesLeft += allSeries.forEach
    const replayed = Math.max(1, Math.min(count, longestSeries, this.seriesLeft))
    this.seriesLeft = Math.max(0, this.seriesLeft - replayed)
    return replayed
  }

  private push(arrival: Arrival<K>, record: LogRecord | undefined): Pending<K> | undefined {
    if (this.isBefore(arrival) || this.isAfter(arrival)) {
      this.counts.outside++
      return undefined
    }
    const pending = this.pool.take(arrival, this.source.path, arrival, this.places++, record)
    this.order.push(pending)
    return pending
  }

  /** @param base has the properties that all requests of the series share */
  private pushSeries(series: RequestSeries, base: Pending<K>): void {
    const from = series.firstWhere((instant) => !this.isBefore(instant))
    const to = Math.max(from, series.firstWhere((instant) => this.isAfter(instant)))
    const place = this.places - from
    this.places += to - from
    this.counts.outside += series.size - (to - from)
    let i = from
    this.order.pushSeries(() => i < to ? this.memberOf(base, series, i, place + i++) : undefined)
  }

  /** Returns a request of a series. */
  private memberOf(base: Pending<K>, series: RequestSeries, i: number, place: number): Pending<K> {
    const {path, request} = base
    const {seconds, nanoseconds} = series.at(i)
    const isCreate = series.isCreate(i)
    const approx = series.isSpread && !isCreate ? [...base.approx, 'time'] : base.approx
    const time = this.needs.request || this.needs.times ? formatTime({seconds, nanoseconds}) : ''
    const verb = isCreate ? 'create' : 'patch'
    const pending = this.pool.take(base, path, {seconds, nanoseconds}, place, request && {...request, seconds, nanoseconds, time, approx, verb})
    pending.approx = approx
    pending.time = time
    return pending
  }

  private isBefore(time: Instant): boolean {
    const {since} = this.options
    return since !== undefined && compareInstants(time, since) < 0
  }

  private isAfter(time: Instant): boolean {
    const {until} = this.options
    return until !== undefined && compareInstants(time, until) >= 0
  }
}
