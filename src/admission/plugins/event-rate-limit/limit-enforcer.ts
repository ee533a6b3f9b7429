import {LruCache} from './lru-cache.js'
import {type Instant, TokenBucket} from './token-bucket.js'
import type {EventRequest, LimitSpec} from './types.js'

const defaultCacheSize = 4096

/** Returns the key of the bucket that a request takes its token from. */
type KeyOf = (request: EventRequest) => string

/** A limit at work, with its buckets (eventratelimit `limitEnforcer`; spec eventratelimit 4, spec eventratelimit 5). */
export interface LimitEnforcer {
  readonly type: string
  keyOf(request: EventRequest): string
  /** Takes a token from the bucket of a key, false when it has none. Either way the bucket is remembered as the last one used. */
  tryAccept(key: string, now: Instant): boolean
}

/** Makes the enforcer of a limit that is valid. */
export function limitEnforcer({type = '', qps = 0, burst = 0, cacheSize = 0}: LimitSpec): LimitEnforcer {
  const keyOf = keys.get(type) ?? serverKey
  if (keyOf === serverKey) {
    const bucket = new TokenBucket(qps, burst)
    return {type, keyOf, tryAccept: (_key, now) => bucket.tryAccept(now)}
  }
  const buckets = new LruCache(cacheSize === 0 ? defaultCacheSize : cacheSize, () => new TokenBucket(qps, burst))
  return {type, keyOf, tryAccept: (key, now) => buckets.get(key).tryAccept(now)}
}

const serverKey: KeyOf = () => ''

/** The parts are joined without a separator, so different events can have one key. */
const sourceAndObjectKey: KeyOf = ({object: {source = {}, involvedObject = {}} = {}}) => {
  const {component = '', host = ''} = source
  const {kind = '', namespace = '', name = '', uid = '', apiVersion = ''} = involvedObject
  return component + host + kind + namespace + name + uid + apiVersion
}

const keys: ReadonlyMap<string, KeyOf> = new Map([
  ['Server', serverKey],
  ['Namespace', ({namespace}) => namespace],
  ['User', ({user}) => user],
  ['SourceAndObject', sourceAndObjectKey],
])
