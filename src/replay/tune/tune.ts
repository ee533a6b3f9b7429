import type {Instant} from '../../machinery/go/instant.js'
import type {LimitType} from '../../machinery/rate-limit/event-limit.js'
import {type Key, Keys} from '../decide/key.js'
import {type LogOptions, RequestOrder} from '../order/request-order.js'
import type {Batch, BatchContent} from '../read/batch.js'
import {LogTally, type ReadingTally} from '../report/log-tally.js'
import type {RequestTally} from '../report/request-tally.js'
import {Arrivals, type KeyedArrivals} from './arrivals.js'
import {configurationOf, type TunedConfiguration} from './configuration.js'
import {type Goal, maxQps, rejections, search} from './search.js'
import type {GivenNumber, TunedLimit} from './types.js'

export interface TuneOptions extends LogOptions, Goal {
  readonly types: readonly LimitType[]
  /** The number that is given for a type, if one is. */
  readonly givenFor: (type: LimitType) => GivenNumber | undefined
}

/** The limits found for a log. */
export interface Tuning extends Goal {
  readonly paths: readonly string[]
  readonly reading: ReadingTally
  readonly requests: RequestTally
  readonly order: {readonly reordered: number, readonly late: number}
  readonly limits: readonly TunedLimit[]
  /** Undefined if the log has no requests. */
  readonly configuration: TunedConfiguration | undefined
}

/** Finds the limits under which enough of the requests of logs would have been accepted. */
export class Tuner {
  /** Facts to determine about each record. */
  readonly content: BatchContent
  private readonly arrivals: Arrivals
  private readonly order: RequestOrder<Key>
  private readonly tally = new LogTally()

  constructor(private readonly options: TuneOptions) {
    const {types} = options
    this.arrivals = new Arrivals(types.length)
    this.order = new RequestOrder(new Keys(0), {types, observed: false, times: false, request: false}, options)
    this.content = this.order.content
  }

  /** Takes the next batch of records. */
  add(batch: Batch): void {
    this.tally.addBatch(batch)
    this.order.add(batch)
    this.collect()
  }

  /** Finds the limits, once the logs have been read. */
  finish(): Tuning {
    const {order, tally, arrivals, options: {accept, of, types}} = this
    order.end()
    this.collect()
    tally.addOrder(order)
    const {paths, reading, requests} = tally
    const limits = requests.counted === 0 ? [] : types.map((type, i) => this.tune(type, arrivals.by(i), requests))
    return {accept, of, paths, reading, requests, order: order.moved, limits, configuration: configurationOf(limits, arrivals)}
  }

  /** Collects the requests whose order is certain. */
  private collect(): void {
    const {order, tally, arrivals} = this
    for (let request = order.next(); request !== undefined; request = order.next()) {
      if (tally.addRequest(request, order.now)) arrivals.add(order.now, request.keys)
    }
  }

  private tune(type: LimitType, arrivals: KeyedArrivals, {first, last}: RequestTally): TunedLimit {
    const busiest = arrivals.names.reduce((maximum, _, key) => arrivals.sizeOf(key) > arrivals.sizeOf(maximum) ? key : maximum, 0)
    const given = this.options.givenFor(type)
    const rate = meanRate(arrivals.sizeOf(busiest), first, last)
    const {qps, burst, deciding, isAttainable} = numbersOf(arrivals, given ?? {qps: rate}, this.options)
    const rejected = arrivals.names.reduce((sum, _, key) => sum + rejections(arrivals, key, {qps, burst}), 0)
    const requests = arrivals.keyOf.length
    return {
      type, given: given === undefined ? 'rate' : 'qps' in given ? 'qps' : 'burst', qps, burst, isAttainable,
      keys: arrivals.names.length, busiest: {key: arrivals.names[busiest] ?? '', requests: arrivals.sizeOf(busiest)},
      deciding: deciding === undefined ? undefined : arrivals.names[deciding], requests, accepted: requests - rejected,
    }
  }
}

/** The average number of requests of a key per second, rounded up. */
const meanRate = (requests: number, first: Instant | undefined, last: Instant | undefined): number =>
  Math.ceil(requests / Math.max(1, (last?.seconds ?? 0) - (first?.seconds ?? 0)))

interface Numbers {
  readonly qps: number
  readonly burst: number
  readonly deciding: number | undefined
  readonly isAttainable: boolean
}

function numbersOf(arrivals: KeyedArrivals, given: GivenNumber, goal: Goal): Numbers {
  const limitOf = (value: number): {readonly qps: number, readonly burst: number} => 'qps' in given ? {qps: given.qps, burst: value} : {qps: value, burst: given.burst}
  const found = search({arrivals, goal, limitOf, maxFor: (requests) => 'qps' in given ? requests : maxQps})
  return {...limitOf(found?.value ?? maxQps), deciding: found?.deciding, isAttainable: found !== undefined}
}
