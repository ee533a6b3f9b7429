import type {Instant} from '../../../machinery/go/instant.js'
import type {EventRateLimitConfiguration, EventRequest, ReachedLimit} from '../../../machinery/rate-limit/event-limit.js'
import {type LimitEnforcer, limitEnforcer} from './limit-enforcer.js'

const none: readonly ReachedLimit[] = []

/** All limits of a configuration, with their buckets: what the plugin and a replay of events decide by. */
export class EventLimiter {
  private readonly enforcers: readonly LimitEnforcer[]

  /** @param configuration a valid one */
  constructor({limits = []}: EventRateLimitConfiguration) {
    this.enforcers = limits.map(limitEnforcer)
  }

  /**
   * Charges a request to every limit, also behind one that refuses it, and gives those that do, in the order of the
   * configuration. There is never a refund (eventratelimit `Plugin.Validate`; spec eventratelimit 6.1).
   */
  check(request: EventRequest, now: Instant): readonly ReachedLimit[] {
    let reached: ReachedLimit[] | undefined
    for (const enforcer of this.enforcers) {
      const key = enforcer.keyOf(request)
      if (!enforcer.tryAccept(key, now)) (reached ??= []).push({type: enforcer.type, key})
    }
    return reached ?? none
  }
}
