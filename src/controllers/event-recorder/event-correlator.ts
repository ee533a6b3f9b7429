import type {Clock} from '../../admission/clock.js'
import {LruCache} from '../../admission/plugins/event-rate-limit/lru-cache.js'
import {instantOf, TokenBucket} from '../../admission/plugins/event-rate-limit/token-bucket.js'
import {EventAggregator} from './event-aggregator.js'
import {spamKey} from './event-keys.js'
import {EventLogger} from './event-logger.js'
import {eventName, type NameEvent} from './event-name.js'
import type {RecordedEvent} from './types.js'

/** What a component may set otherwise (client-go tools/record `CorrelatorOptions`). */
export interface CorrelatorOptions {
  /** How many events, events that are alike, and buckets are remembered. */
  readonly cacheSize?: number
  /** How many events of one object a component may send at once, and how many a second in the long run. */
  readonly burst?: number
  readonly qps?: number
  /** From how many different messages on one event stands for all. */
  readonly maxEvents?: number
  /** After how long without another one that begins anew. */
  readonly maxIntervalSeconds?: number
}

const defaults: Required<CorrelatorOptions> = {cacheSize: 4096, burst: 25, qps: 1 / 300, maxEvents: 10, maxIntervalSeconds: 600}

/** Decides what is written of the events of one process (client-go tools/record `EventCorrelator`; eventratelimit spec 8.1). */
export class EventCorrelator {
  private readonly aggregator: EventAggregator
  private readonly logger: EventLogger
  private readonly buckets: LruCache<TokenBucket>

  /** @param nameOf names the events that stand for others */
  constructor(private readonly clock: Clock, options: CorrelatorOptions = {}, nameOf: NameEvent = eventName) {
    const {burst, qps, ...sizes} = {...defaults, ...options}
    this.aggregator = new EventAggregator(clock, nameOf, sizes)
    this.logger = new EventLogger(sizes.cacheSize)
    this.buckets = new LruCache(sizes.cacheSize, () => new TokenBucket(qps, burst))
  }

  /** The event to be written; a count above 1 says that it is there already. Undefined when the spam filter drops it. */
  correlate(event: RecordedEvent): RecordedEvent | undefined {
    const {event: aggregated, key} = this.aggregator.aggregate(event)
    const observed = this.logger.observe(aggregated, key)
    return this.buckets.get(spamKey(observed)).tryAccept(instantOf(this.clock.now())) ? observed : undefined
  }

  /** Hears of an event that the server has stored. */
  updateState(event: RecordedEvent): void {
    this.logger.updateState(event)
  }
}
