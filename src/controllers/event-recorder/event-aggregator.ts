import type {Clock} from '../../admission/clock.js'
import {LruCache} from '../../machinery/rate-limit/lru-cache.js'
import {aggregateKey, eventKey} from './event-keys.js'
import type {NameEvent} from './event-name.js'
import {RecentMessages} from './recent-messages.js'
import type {RecordedEvent} from './types.js'

/** An event, or the aggregate that replaces it, with the key under which it is counted. */
export interface KeyedEvent {
  readonly event: RecordedEvent
  readonly key: string
}

/** The record of similar events. */
interface AggregateRecord {
  messages: RecentMessages
  last: bigint | undefined
}

/** Options for the key of similar events, their maximum number, and the time after which they are forgotten. */
export interface AggregatorOptions {
  readonly cacheSize: number
  readonly maxEvents: number
  readonly maxIntervalSeconds: number
}

/** Replaces many events that differ only in their message by one (client-go tools/record `EventAggregator`). */
export class EventAggregator {
  private readonly records: LruCache<AggregateRecord>
  private readonly interval: bigint

  /** @param nameOf names the aggregated events */
  constructor(private readonly clock: Clock, private readonly nameOf: NameEvent, private readonly options: AggregatorOptions) {
    this.records = new LruCache<AggregateRecord>(options.cacheSize, () => ({messages: this.noMessages(), last: undefined}))
    this.interval = BigInt(options.maxIntervalSeconds) * 1_000_000_000n
  }

  /** Returns the event itself, or an aggregate once there are too many similar ones. */
  aggregate(event: RecordedEvent): KeyedEvent {
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
