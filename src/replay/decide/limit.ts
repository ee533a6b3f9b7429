import type {Instant} from '../../machinery/go/instant.js'
import {effectiveCacheSize, type LimitSpec} from '../../machinery/rate-limit/event-limit.js'
import {LruCache} from '../../machinery/rate-limit/lru-cache.js'
import {TokenBucket} from '../../machinery/rate-limit/token-bucket.js'
import type {Bucket, Key} from './key.js'
import type {TopKeys} from './top-keys.js'

/**
 * A limit on one API server, with its buckets and the counts of a replay. It decides as the plugin does
 * (eventratelimit `limitEnforcer`; spec eventratelimit 4, spec eventratelimit 5).
 */
export class ReplayLimit {
  readonly type: string
  accepted = 0
  refused = 0
  /** Rejections by only this limit that it would not make if requests that other limits reject took no tokens from it. */
  collateral = 0
  private made = 0
  private readonly size: number
  private readonly buckets: LruCache<Bucket>
  /** The last bucket used. */
  private bucket: Bucket | undefined

  /**
   * @param place its place in the configuration
   * @param keys Receives the keys of this limit on all servers
   * @param hasSpared True if `trySpared` will be called
   */
  constructor(spec: LimitSpec, private readonly place: number, private readonly keys: TopKeys, hasSpared: boolean) {
    const {type = '', qps = 0, burst = 0} = spec
    this.type = type
    this.size = effectiveCacheSize(spec)
    this.buckets = new LruCache<Bucket>(this.size, () => {
      this.made++
      return {tokens: new TokenBucket(qps, burst), spared: hasSpared ? new TokenBucket(qps, burst) : undefined, tally: undefined}
    }, (bucket) => {
      this.made++
      bucket.tokens.fill()
      bucket.spared?.fill()
      bucket.tally = undefined
    })
  }

  /** Number of buckets evicted from the cache. An evicted key starts again with a full burst. */
  get evicted(): number {
    return Math.max(0, this.made - this.size)
  }

  /** Takes a token from the bucket of a key. Returns false when the bucket is empty. */
  tryAccept({text, found}: Key, now: Instant): boolean {
    const {place} = this
    const entry = found[place] = this.buckets.entryOf(text, found[place])
    const bucket = this.bucket = entry.value
    const tally = bucket.tally = this.keys.tallyOf(text, bucket.tally)
    if (bucket.tokens.tryAccept(now)) {
      this.accepted++
      tally.accepted++
      return true
    }
    this.refused++
    tally.refused++
    if (!tally.isKept) bucket.tally = this.keys.keep(tally)
    return false
  }

  /** The tokens left in the bucket of the last request tried. */
  tokensLeft(now: Instant): number {
    return this.bucket?.tokens.peek(now).before ?? 0
  }

  /** For the last request tried, if no other limit rejects it: reports whether this limit would accept it if charged only for such requests. */
  trySpared(now: Instant): boolean {
    return this.bucket?.spared?.tryAccept(now) ?? false
  }
}
