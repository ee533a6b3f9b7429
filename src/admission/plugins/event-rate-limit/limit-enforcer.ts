import type {Instant} from '../../../machinery/go/instant.js'
import {effectiveCacheSize, type EventRequest, keyOfType, type LimitSpec} from '../../../machinery/rate-limit/event-limit.js'
import {LruCache} from '../../../machinery/rate-limit/lru-cache.js'
import {TokenBucket} from '../../../machinery/rate-limit/token-bucket.js'

/** A limit at work, with its buckets (eventratelimit `limitEnforcer`; spec eventratelimit 4, spec eventratelimit 5). */
export interface LimitEnforcer {
  readonly type: string
  keyOf(request: EventRequest): string
  /** Takes a token from the bucket of a key, false when it has none. Either way the bucket is remembered as the last one used. */
  tryAccept(key: string, now: Instant): boolean
}

/** Makes the enforcer of a limit that is valid. */
export function limitEnforcer(spec: LimitSpec): LimitEnforcer {
  const {type = '', qps = 0, burst = 0} = spec
  if (type === 'Server') {
    const bucket = new TokenBucket(qps, burst)
    return {type, keyOf: keyOfType(type), tryAccept: (_key, now) => bucket.tryAccept(now)}
  }
  const buckets = new LruCache(effectiveCacheSize(spec), () => new TokenBucket(qps, burst))
  return {type, keyOf: keyOfType(type), tryAccept: (key, now) => buckets.get(key).tryAccept(now)}
}
