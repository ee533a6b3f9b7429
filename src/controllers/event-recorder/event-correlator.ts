import type {Clock} from '../../admission/clock.js'
import {LruCache} from '../../machinery/rate-limit/lru-cache.js'
import {instantOf, TokenBucket} from '../../machinery/rate-limit/token-bucket.js'
import {EventAggregator} from './event-aggregator.js'
import {spamKey} from './event-keys.js'
import {EventLogger} from './event-logger.js'
import {eventName, type NameEvent} from './event-name.js'
import type {RecordedEvent} from './types.js'

/** Options that a component may override (client-go tools/record `CorrelatorOptions`). */
export interface CorrelatorOptions {
  /** Maximum number of events, similar events and buckets kept in memory. */
  readonly cacheSize?: number
  /** Maximum burst and long-term rate per second of a component's events about one object. */
  readonly burst?: number
  readonly qps?: number
  /** Number of different messages from which events are aggregated. */
  readonly maxEvents?: number
  /** Seconds without a similar event after which aggregation starts again. */
  readonly maxIntervalSeconds?: number
}

const defaults: Required<CorrelatorOptions> = {cacheSize: 4096, burst: 25, qps: 1 / 300, maxEvents: 10, maxIntervalSeconds: 600}

/** Decides which events of a process are written (client-go tools/record `EventCorrelator`; spec eventratelimit 8.1). */
export class EventCorrelator {
  private readonly aggregator: EventAggregator
  private readonly logger: EventLogger
  private readonly buckets: LruCache<TokenBucket>

  /** @param nameOf names the aggregated events */
  constructor(private readonly clock: Clock, options: CorrelatorOptions = {}, nameOf: NameEvent = eventName) {
    const {burst, qps, ...sizes} = {...defaults, ...options}
    this.aggregator = new EventAggregator(clock, nameOf, sizes)
    this.logger = new EventLogger(sizes.cacheSize)
    this.buckets = new LruCache(sizes.cacheSize, () => new TokenBucket(qps, burst))
  }

  /** The event to write; with a count above 1 it exists already. Undefined if the spam filter drops it. */
  correlate(event: RecordedEvent): RecordedEvent | undefined {
    const {event: aggregated, key} = this.aggregator.aggregate(event)
    const observed = this.logger.observe(aggregated, key)
    return this.buckets.get(spamKey(observed)).tryAccept(instantOf(this.clock.now())) ? observed : undefined
  }

  /** Updates the record of an event after the server stored it. */
  updateState(event: RecordedEvent): void {
    this.logger.updateState(event)
  }
}
