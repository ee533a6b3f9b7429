import type {Instant} from '../../machinery/go/instant.js'
import type {LimitType} from '../../machinery/rate-limit/event-limit.js'
import {type LogOptions, OrderedLog} from '../order/ordered-log.js'
import type {ReadingTally} from '../read/reading-tally.js'
import type {RequestTally} from '../report/request-tally.js'
import {Arrivals, type KeyedArrivals} from './arrivals.js'
import {configurationOf, type TunedConfiguration} from './configuration.js'
import {type Goal, mostQps, refusals, search} from './search.js'
import type {Given, TunedLimit} from './types.js'

export interface TuneOptions extends LogOptions, Goal {
  readonly types: readonly LimitType[]
  /** The number that is given for a type, if one is. */
  readonly givenFor: (type: LimitType) => Given | undefined
}

/** The limits found for a log. */
export interface Tuning extends Goal {
  readonly paths: readonly string[]
  readonly reading: ReadingTally
  readonly requests: RequestTally
  readonly order: {readonly reordered: number, readonly late: number}
  readonly limits: readonly TunedLimit[]
  /** Undefined when there is nothing to go by. */
  readonly configuration: TunedConfiguration | undefined
}

/** Finds the limits under which enough of the requests of a log would have been accepted. */
export class Tuner {
  /** The log to read lines into. */
  readonly log: OrderedLog
  private readonly arrivals: Arrivals

  constructor(private readonly options: TuneOptions) {
    const {types} = options
    const arrivals = new Arrivals(types.length)
    this.arrivals = arrivals
    this.log = new OrderedLog(({keys}, now) => {
      arrivals.add(now, keys)
      return []
    }, {types}, options)
  }

  /** Finds them, once the whole log has been read. */
  finish(): Tuning {
    const order = this.log.finish()
    const {log: {paths, reading, requests}, options: {accept, of, types}, arrivals} = this
    const limits = requests.counted === 0 ? [] : types.map((type, i) => this.tune(type, arrivals.by(i), requests))
    return {accept, of, paths, reading, requests, order, limits, configuration: configurationOf(limits, arrivals)}
  }

  private tune(type: LimitType, arrivals: KeyedArrivals, {first, last}: RequestTally): TunedLimit {
    const busiest = arrivals.names.reduce((most, _, key) => arrivals.sizeOf(key) > arrivals.sizeOf(most) ? key : most, 0)
    const given = this.options.givenFor(type)
    const rate = meanRate(arrivals.sizeOf(busiest), first, last)
    const {qps, burst, deciding, isAttainable} = numbersOf(arrivals, given ?? {qps: rate}, this.options)
    const refused = arrivals.names.reduce((sum, _, key) => sum + refusals(arrivals, key, {qps, burst}), 0)
    const requests = arrivals.keyOf.length
    return {
      type, given: given === undefined ? 'rate' : 'qps' in given ? 'qps' : 'burst', qps, burst, isAttainable,
      keys: arrivals.names.length, busiest: {key: arrivals.names[busiest] ?? '', requests: arrivals.sizeOf(busiest)},
      deciding: deciding === undefined ? undefined : arrivals.names[deciding], requests, accepted: requests - refused,
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

function numbersOf(arrivals: KeyedArrivals, given: Given, goal: Goal): Numbers {
  const limitOf = (value: number): {readonly qps: number, readonly burst: number} => 'qps' in given ? {qps: given.qps, burst: value} : {qps: value, burst: given.burst}
  const found = search({arrivals, goal, limitOf, mostFor: (requests) => 'qps' in given ? requests : mostQps})
  return {...limitOf(found?.value ?? mostQps), deciding: found?.deciding, isAttainable: found !== undefined}
}
