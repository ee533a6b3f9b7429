import type {Instant} from '../../../machinery/go/instant.js'
import {
  effectiveCacheSize, type EventRateLimitConfiguration, type EventRequest, keyOfType, type LimitSpec, type ReachedLimit,
} from '../../../machinery/rate-limit/event-limit.js'
import {LruCache} from '../../../machinery/rate-limit/lru-cache.js'
import {type BucketState, TokenBucket} from '../../../machinery/rate-limit/token-bucket.js'
import type {EventLimitExplanation} from '../../explanation.js'

/** A reached limit, with its position in the configuration. */
export interface ReachedPosition extends ReachedLimit {
  readonly position: number
}

const none: readonly ReachedPosition[] = []

/** All limits of a configuration, with their buckets: what the plugin and a replay of events decide by. */
export class EventLimiter {
  private readonly enforcers: readonly LimitEnforcer[]

  /** @param configuration a valid one */
  constructor({limits = []}: EventRateLimitConfiguration) {
    this.enforcers = limits.map(limitEnforcer)
  }

  /**
   * Charges a request to every limit, also behind one that rejects it, and gives those that do, in the order of the
   * configuration. There is never a refund (eventratelimit `Plugin.Validate`; spec eventratelimit 6.1).
   */
  check(request: EventRequest, now: Instant): readonly ReachedPosition[] {
    let reached: ReachedPosition[] | undefined
    let position = 0
    // Hot in a replay of a log: no iterator of entries.
    for (const enforcer of this.enforcers) {
      const key = enforcer.keyOf(request)
      if (!enforcer.tryAccept(key, now)) (reached ??= []).push({type: enforcer.type, key, position})
      position++
    }
    return reached ?? none
  }

  /** Explains what each limit says about a request, in the order of the configuration, and takes no token. */
  explain(request: EventRequest, now: Instant): EventLimitExplanation[] {
    return this.enforcers.map((enforcer, position) => {
      const key = enforcer.keyOf(request)
      return {type: 'event-limit', limit: enforcer.spec, position, key, ...enforcer.look(key, now)}
    })
  }
}

/** A limit at work, with its buckets (eventratelimit `limitEnforcer`; spec eventratelimit 4, spec eventratelimit 5). */
interface LimitEnforcer {
  readonly type: string
  readonly spec: LimitSpec
  keyOf(request: EventRequest): string
  /** Takes a token from the bucket of a key, false when it has none. Either way the bucket is remembered as the last one used. */
  tryAccept(key: string, now: Instant): boolean
  /** Returns what `tryAccept` finds, and changes nothing. */
  look(key: string, now: Instant): BucketState
}

/** Makes the enforcer of a limit that is valid. */
export function limitEnforcer(spec: LimitSpec): LimitEnforcer {
  const {type = '', qps = 0, burst = 0} = spec
  if (type === 'Server') {
    const bucket = new TokenBucket(qps, burst)
    return {type, spec, keyOf: keyOfType(type), tryAccept: (_key, now) => bucket.tryAccept(now), look: (_key, now) => bucket.peek(now)}
  }
  const full = (): TokenBucket => new TokenBucket(qps, burst)
  const buckets = new LruCache(effectiveCacheSize(spec), full)
  return {
    type, spec, keyOf: keyOfType(type), tryAccept: (key, now) => buckets.get(key).tryAccept(now), look: (key, now) => (buckets.peek(key) ?? full()).peek(now),
  }
}
