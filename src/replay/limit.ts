import {limitEnforcer} from '../admission/plugins/event-rate-limit/limit-enforcer.js'
import {type Instant, TokenBucket} from '../admission/plugins/event-rate-limit/token-bucket.js'
import type {EventRequest, LimitSpec} from '../admission/plugins/event-rate-limit/types.js'
import {Lru} from './lru.js'
import type {KeyTally, TopKeys} from './top-keys.js'

/** The number of buckets of a limit without a cacheSize (eventratelimit `defaultCacheSize`). */
export const defaultCacheSize = 4096

/** Returns the maximum number of buckets of a limit: its cacheSize or the default; 1 for type Server. */
export const effectiveCacheSize = ({type, cacheSize = 0}: LimitSpec): number => type === 'Server' ? 1 : cacheSize === 0 ? defaultCacheSize : cacheSize

/** The bucket of a key, with the counts of the key. */
interface Entry {
  readonly bucket: TokenBucket
  /** A bucket that is charged only for requests that no other limit refuses. */
  readonly spared: TokenBucket | undefined
  tally: KeyTally | undefined
}

/**
 * A limit on one API server, with its buckets and the counts of a replay. It decides as the plugin does
 * (eventratelimit `limitEnforcer`; spec eventratelimit 4, spec eventratelimit 5).
 */
export class ReplayLimit {
  readonly type: string
  /** Returns the key of the bucket that a request takes its token from. */
  readonly keyOf: (request: EventRequest) => string
  accepted = 0
  refused = 0
  /** Refusals by this limit alone that it would not make if requests that other limits refuse took no tokens from it. */
  collateral = 0
  private made = 0
  private readonly size: number
  private readonly entryOf: (key: string) => Entry
  /** The last entry used. */
  private entry: Entry | undefined

  /**
   * @param keys Receives the keys of this limit on all servers
   * @param hasSpared True if `trySpared` will be called
   */
  constructor(spec: LimitSpec, private readonly keys: TopKeys, hasSpared: boolean) {
    const {type = '', qps = 0, burst = 0} = spec
    this.type = type
    const enforcer = limitEnforcer(spec)
    this.keyOf = (request) => enforcer.keyOf(request)
    this.size = effectiveCacheSize(spec)
    const entries = new Lru<Entry>(this.size, () => {
      this.made++
      return {bucket: new TokenBucket(qps, burst), spared: hasSpared ? new TokenBucket(qps, burst) : undefined, tally: undefined}
    })
    this.entryOf = (key) => entries.get(key)
  }

  /** Number of buckets evicted from the cache. An evicted key starts again with a full burst. */
  get evicted(): number {
    return Math.max(0, this.made - this.size)
  }

  /** Takes a token from the bucket of a key. Returns false when the bucket is empty. */
  tryAccept(key: string, now: Instant): boolean {
    const entry = this.entry = this.entryOf(key)
    const tally = entry.tally = this.keys.tallyOf(key, entry.tally)
    if (entry.bucket.tryAccept(now)) {
      this.accepted++
      tally.accepted++
      return true
    }
    this.refused++
    tally.refused++
    if (!tally.isKept) entry.tally = this.keys.keep(tally)
    return false
  }

  /** For the last request tried, if no other limit refuses it: reports whether this limit would accept it if charged for such requests alone. */
  trySpared(now: Instant): boolean {
    return this.entry?.spared?.tryAccept(now) ?? false
  }
}
