import {Recent} from './recent.js'
import type {StoredEvent} from './request.js'

/** How many events are remembered, to find what is new in the next version of one. */
const rememberedEvents = 16_384

/** The requests that a version of a stored event reports and no earlier version has. */
export interface AddedRequests {
  readonly count: number
  /** The version before: the requests lie between its last one and that of the new version. Undefined for the first version. */
  readonly before: StoredEvent | undefined
}

/** Remembers how far stored events have come. */
export class StoredEvents {
  private readonly seen = new Recent<string, StoredEvent>(rememberedEvents)

  /** What a version adds; undefined when it adds nothing. */
  add(version: StoredEvent): AddedRequests | undefined {
    const {event, requests} = version
    const before = event === '' ? undefined : this.seen.get(event)
    if (before !== undefined && requests <= before.requests) return undefined
    if (event !== '') this.seen.put(event, version)
    return {count: requests - (before?.requests ?? 0), before}
  }
}
