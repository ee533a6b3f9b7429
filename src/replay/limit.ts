import {limitEnforcer} from '../admission/plugins/event-rate-limit/limit-enforcer.js'
import {type Instant, TokenBucket} from '../admission/plugins/event-rate-limit/token-bucket.js'
import type {EventRequest, LimitSpec} from '../admission/plugins/event-rate-limit/types.js'
import {Lru} from './lru.js'
import type {KeyTally, TopKeys} from './top-keys.js'

/** The number of buckets of a limit that names none (eventratelimit `defaultCacheSize`). */
export const defaultCacheSize = 4096

/** How many buckets a limit keeps at most: the default where it names no number; a limit of type Server has one. */
export const effectiveCacheSize = ({type, cacheSize = 0}: LimitSpec): number => type === 'Server' ? 1 : cacheSize === 0 ? defaultCacheSize : cacheSize

/** The bucket of a key, with what is counted of the key. */
interface Entry {
  readonly bucket: TokenBucket
  /** A bucket that is charged only for what no other limit refuses, where that makes a difference. */
  readonly spared: TokenBucket | undefined
  tally: KeyTally | undefined
}

/**
 * A limit at work on one API server, with the books of a replay beside its buckets. It decides as the plugin does
 * (eventratelimit `limitEnforcer`; eventratelimit spec 4 and 5).
 */
export class ReplayLimit {
  readonly type: string
  /** Which bucket a request takes its token from. */
  readonly keyOf: (request: EventRequest) => string
  accepted = 0
  refused = 0
  /** Refusals by this limit alone that come of what others refuse, too: for that takes tokens from it. */
  collateral = 0
  private made = 0
  private readonly size: number
  private readonly entryOf: (key: string) => Entry
  /** The one used last. */
  private entry: Entry | undefined

  /**
   * @param keys gets the keys of this limit, on whichever server
   * @param hasSpared whether `trySpared` will be asked
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

  /** How many buckets were dropped for others: when their key comes again, it has its burst again. */
  get evicted(): number {
    return Math.max(0, this.made - this.size)
  }

  /** Takes a token from the bucket of a key, false when it has none. */
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

  /** What the request would have met that was tried last, and that no other limit refuses, if this limit were charged for such requests alone. */
  trySpared(now: Instant): boolean {
    return this.entry?.spared?.tryAccept(now) ?? false
  }
}
