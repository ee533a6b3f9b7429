import {aggregate} from '../../machinery/field/error.js'
import type {Instant} from '../../machinery/go/instant.js'
import {type EventRateLimitConfiguration, type EventRequest, type KeyOf, keyOfType, type LimitSpec, type ReachedLimit, reachedMessages} from '../../machinery/rate-limit/event-limit.js'
import {type Key, Keys} from './key.js'
import {ReplayLimit} from './limit.js'
import {type KeyTally, TopKeys} from './top-keys.js'

/** The decisions of a limit so far, on all servers. */
export interface LimitSummary {
  readonly spec: LimitSpec
  readonly accepted: number
  readonly refused: number
  readonly evicted: number
  readonly collateral: number
  readonly top: readonly KeyTally[]
  /** True if there were too many rejected keys to count all of them. */
  readonly isIncomplete: boolean
}

export interface EngineOptions {
  /** Number of API servers, each with its own buckets. Requests go to them in turn. */
  readonly servers?: number | undefined
  /** The number of keys to report for each limit. */
  readonly top?: number | undefined
  /** Called with each decision, and with the limits of the server that made it. */
  readonly onDecided?: ((now: Instant, reached: readonly ReachedLimit[], limits: readonly DecidedLimit[]) => void) | undefined
}

/** A limit after a decision. */
export interface DecidedLimit {
  readonly type: string
  /** The tokens left in the bucket of the request. */
  tokensLeft(now: Instant): number
}

/** The limits reached by an accepted request. */
const none: readonly ReachedLimit[] = []

/** Types of limits with a bucket for several namespaces: it is also charged for requests that other limits reject. */
const wideTypes: ReadonlySet<string> = new Set(['Server', 'User'])

/** Decides requests in order, as the plugin does, and counts decisions (spec eventratelimit 6, spec eventratelimit 10). */
export class ReplayEngine {
  private readonly specs: readonly LimitSpec[]
  private readonly servers: readonly (readonly ReplayLimit[])[]
  private readonly tops: readonly TopKeys[]
  private readonly keysOfTypes: readonly KeyOf[]
  private readonly first: readonly ReplayLimit[]
  /** Indexes of the limits whose rejections can be collateral. */
  private readonly wide: readonly number[]
  /** The keys of the last requests. */
  readonly keys: Keys
  private readonly onDecided: EngineOptions['onDecided']
  private turn = 0
  /** Requests rejected by a single limit, and only because requests that other limits reject took its tokens. */
  collateral = 0

  /** @param configuration a valid one */
  constructor({limits = []}: EventRateLimitConfiguration, {servers = 1, top = 10, onDecided}: EngineOptions = {}) {
    this.onDecided = onDecided
    this.specs = limits
    this.tops = limits.map(() => new TopKeys(top, servers > 1))
    this.keys = new Keys(limits.length)
    this.keysOfTypes = this.types.map(keyOfType)
    this.wide = limits.length < 2 ? [] : limits.flatMap(({type = ''}, i) => wideTypes.has(type) ? [i] : [])
    this.servers = Array.from({length: servers}, () => limits.map((spec, i) => new ReplayLimit(spec, i, this.tops[i] as TopKeys, this.wide.includes(i))))
    this.first = this.servers[0] ?? []
  }

  /** The types of the limits. */
  get types(): readonly string[] {
    return this.specs.map(({type = ''}) => type)
  }

  /** The keys of a request, in the order of the limits. */
  keysOf(request: EventRequest): Key[] {
    return this.keysOfTypes.map((keyOf) => this.keys.of(keyOf(request)))
  }

  /**
   * Charges a request to every limit of the server whose turn it is. Returns the limits that reject it, in the order of the
   * configuration.
   *
   * @param keys as `keysOf` gives them
   */
  decide(keys: readonly Key[], now: Instant): readonly ReachedLimit[] {
    const limits = this.servers[this.turn] ?? this.first
    this.turn = (this.turn + 1) % this.servers.length
    let reached: ReachedLimit[] | undefined
    let rejecting = -1
    for (let i = 0; i < limits.length; i++) {
      const limit = limits[i] as ReplayLimit
      const key = keys[i] as Key
      if (limit.tryAccept(key, now)) continue
      (reached ??= []).push({type: limit.type, key: key.text})
      rejecting = i
    }
    if (reached === undefined || reached.length === 1) this.spare(limits, rejecting, now)
    this.onDecided?.(now, reached ?? none, limits)
    return reached ?? none
  }

  /** Charges a second set of buckets only for requests that no other limit rejects: a rejection that does not occur there is collateral. */
  private spare(limits: readonly ReplayLimit[], rejecting: number, now: Instant): void {
    for (const i of this.wide) {
      const limit = limits[i] as ReplayLimit
      if (rejecting !== -1 && rejecting !== i) continue
      if (!limit.trySpared(now) || rejecting === -1) continue
      limit.collateral++
      this.collateral++
    }
  }

  /** The decisions of the limits, in the order of the configuration. */
  summaries(): LimitSummary[] {
    return this.specs.map((spec, i) => {
      const limits = this.servers.map((server) => server[i] as ReplayLimit)
      const sum = (count: (limit: ReplayLimit) => number): number => limits.reduce((total, limit) => total + count(limit), 0)
      const keys = this.tops[i] as TopKeys
      return {
        spec, top: keys.top(), isIncomplete: keys.isIncomplete,
        accepted: sum(({accepted}) => accepted), refused: sum(({refused}) => refused),
        evicted: sum(({evicted}) => evicted), collateral: sum(({collateral}) => collateral),
      }
    })
  }
}

/** The message with which the server rejects a request (spec eventratelimit 6.2). */
export const rejectionMessage = (reached: readonly ReachedLimit[]): string =>
  `Too many requests: ${aggregate(reachedMessages(reached))}`
