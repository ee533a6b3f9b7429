import type {Clock} from '../../admission/clock.js'
import {LruCache} from '../../admission/plugins/event-rate-limit/lru-cache.js'
import {aggregateKey, eventKey} from './event-keys.js'
import type {NameEvent} from './event-name.js'
import {RecentMessages} from './recent-messages.js'
import type {RecordedEvent} from './types.js'

/** An event, or what stands for it, and the key that its count goes by. */
export interface Keyed {
  readonly event: RecordedEvent
  readonly key: string
}

/** What is known of events that are alike. */
interface AggregateRecord {
  messages: RecentMessages
  last: bigint | undefined
}

/** When events are similar, how many have to be, and how long one is remembered after the last. */
export interface AggregatorOptions {
  readonly cacheSize: number
  readonly maxEvents: number
  readonly maxIntervalSeconds: number
}

/** Puts one event in the place of many that differ in their message alone (client-go tools/record `EventAggregator`). */
export class EventAggregator {
  private readonly records: LruCache<AggregateRecord>
  private readonly interval: bigint

  /** @param nameOf names the events that stand for others */
  constructor(private readonly clock: Clock, private readonly nameOf: NameEvent, private readonly options: AggregatorOptions) {
    this.records = new LruCache(options.cacheSize, () => ({messages: this.noMessages(), last: undefined}))
    this.interval = BigInt(options.maxIntervalSeconds) * 1_000_000_000n
  }

  /** The event itself as long as there are few different ones like it, then one that stands for all of them. */
  aggregate(event: RecordedEvent): Keyed {
    const now = this.clock.now()
    const key = aggregateKey(event)
    const record = this.records.get(key)
    if (record.last === undefined || now - record.last > this.interval) record.messages = this.noMessages()
    record.last = now
    return record.messages.add(event.message) ? {event, key: eventKey(event)} : {event: this.combine(event, now), key}
  }

  private combine({namespace, involvedObject, type, reason, message, source}: RecordedEvent, now: bigint): RecordedEvent {
    return {
      name: this.nameOf(involvedObject.name ?? '', now), namespace, involvedObject, type, reason,
      message: `(combined from similar events): ${message}`, source, count: 1, firstTimestamp: now, lastTimestamp: now,
    }
  }

  private readonly noMessages = (): RecentMessages => new RecentMessages(this.options.maxEvents - 1)
}
