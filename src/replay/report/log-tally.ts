import type {Instant} from '../../machinery/go/instant.js'
import type {RequestOrder} from '../order/request-order.js'
import type {Pending} from '../order/pending.js'
import type {NamedKey} from '../read/arrival.js'
import type {Batch} from '../read/batch.js'
import {LineTally} from '../read/line-tally.js'
import {RequestTally} from './request-tally.js'

/** Counts of lines, and of the records that are not requests to decide. */
export class ReadingTally extends LineTally {
  /** All records of requests to write events, before any is left out. */
  records = 0
  /** Requests outside the range of times. */
  outside = 0
  /** Requests that are not replayed because the count of their event is too large. */
  leftOut = 0
  /** Requests that failed before the plugin, by the server's response. */
  skipped: ReadonlyMap<string, number> = new Map<string, number>()
}

/** Counts what logs contain. */
export class LogTally {
  readonly paths: string[] = []
  readonly reading = new ReadingTally()
  readonly requests = new RequestTally()

  /** Counts what was read. */
  addBatch({paths, counts, line}: Batch): void {
    for (const path of paths) this.paths.push(path)
    this.reading.add(counts, line)
  }

  /** Counts a request, in order of time. Returns true if limits count it. */
  addRequest({state, bypass, approx}: Pending<unknown>, now: Instant): boolean {
    if (state === 'withdrawn') return false
    if (bypass === undefined) this.requests.count(now, approx)
    else this.requests.bypassing[bypass]++
    return bypass === undefined
  }

  /** Counts the records that the order omitted, at the end of the logs. */
  addOrder<K extends NamedKey>({counts: {records, repeated, outside, leftOut, skipped}}: RequestOrder<K>): void {
    const {reading} = this
    reading.repeated += repeated
    reading.records = records
    reading.outside = outside
    reading.leftOut = leftOut
    reading.skipped = skipped
  }
}
