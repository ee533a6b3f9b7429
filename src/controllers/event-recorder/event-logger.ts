import {LruCache} from '../../machinery/rate-limit/lru-cache.js'
import {eventKey} from './event-keys.js'
import type {RecordedEvent} from './types.js'

/** The record of an earlier event. */
interface EventLog {
  name: string
  count: number
  firstTimestamp: bigint
}

const nanosecondsPerSecond = 1_000_000_000n

/** Counts repeated events (client-go tools/record `eventLogger`). */
export class EventLogger {
  private readonly logs: LruCache<EventLog>

  constructor(cacheSize: number) {
    this.logs = new LruCache(cacheSize, () => ({name: '', count: 0, firstTimestamp: 0n}))
  }

  /** The event with its count increased; a repeated event keeps its name and first time. */
  observe(event: RecordedEvent, key: string): RecordedEvent {
    const log = this.logs.get(key)
    const {name, count, firstTimestamp} = log
    const observed = count === 0 ? event : {...event, name, count: count + 1, firstTimestamp}
    return write(log, observed)
  }

  /** Records an event as the server stored it, with times in whole seconds. */
  updateState(event: RecordedEvent): void {
    const {firstTimestamp} = event
    write(this.logs.get(eventKey(event)), {...event, firstTimestamp: firstTimestamp - firstTimestamp % nanosecondsPerSecond})
  }
}

function write(log: EventLog, event: RecordedEvent): RecordedEvent {
  log.name = event.name
  log.count = event.count
  log.firstTimestamp = event.firstTimestamp
  return event
}
