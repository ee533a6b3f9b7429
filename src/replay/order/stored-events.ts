import {Recent} from '../lookup/recent.js'
import type {StoredEvent} from '../read/request.js'

/** Number of stored events kept in memory to find the new requests of their next versions. */
const rememberedEvents = 16_384

/** The requests that a version of a stored event adds to earlier versions. */
export interface AddedRequests {
  readonly count: number
  /** The previous version: the requests are between its last request and that of the new version. Undefined for the first version. */
  readonly before: StoredEvent | undefined
}

/** Keeps the last version of stored events. */
export class StoredEvents {
  private readonly seen = new Recent<string, StoredEvent>(rememberedEvents)

  /** Returns the requests that a version adds, or undefined if it adds none. */
  add(version: StoredEvent): AddedRequests | undefined {
    const {event, requests} = version
    const before = event === '' ? undefined : this.seen.get(event)
    if (before !== undefined && requests <= before.requests) return undefined
    if (event !== '') this.seen.put(event, version)
    return {count: requests - (before?.requests ?? 0), before}
  }
}
