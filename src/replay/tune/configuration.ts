import {advise} from '../../admission/plugins/event-rate-limit/index.js'
import {defaultCacheSize, type LimitType} from '../../machinery/rate-limit/event-limit.js'
import {TokenBucket} from '../../machinery/rate-limit/token-bucket.js'
import type {Arrivals} from './arrivals.js'
import {maxInt32, smallest} from './search.js'
import type {TunedLimit} from './types.js'

/** A limit of a configuration. */
export interface ConfiguredLimit {
  readonly type: LimitType
  readonly qps: number
  readonly burst: number
  readonly cacheSize?: number
}

/** A configuration without findings of `kadm lint`, and the changes that avoid findings. */
export interface TunedConfiguration {
  readonly limits: readonly ConfiguredLimit[]
  /** Omitted limits, because a wider limit is at least as strict. */
  readonly ineffective: readonly LimitType[]
  /** The burst found for the limit of type Server, if a larger one was set: otherwise, a few namespaces would use all its tokens. */
  readonly raisedFrom: number | undefined
  /** The number of requests that all limits together would have accepted. */
  readonly accepted: number
}

/** Returns a configuration with the limits found for a log; undefined if there are none. */
export function configurationOf(tuned: readonly TunedLimit[], arrivals: Arrivals): TunedConfiguration | undefined {
  const attainable = tuned.filter(({isAttainable}) => isAttainable)
  const all = attainable.map(limitOf)
  const effective = withoutIneffective(all)
  // A burst given by the user is never raised.
  const limits = tuned.some(({type, given}) => type === 'Server' && given === 'burst') ? effective : withRoomyServer(effective)
  if (limits.length === 0) return undefined
  const [before, after] = [effective, limits].map((list) => list.find(({type}) => type === 'Server')?.burst)
  const kept = new Set(limits.map(({type}) => type))
  return {
    limits, ineffective: all.map(({type}) => type).filter((type) => !kept.has(type)), raisedFrom: before === after ? undefined : before,
    accepted: acceptedBy(limits, tuned.map(({type}) => type), arrivals),
  }
}

/** Keeps a bucket for each key, as an evicted bucket starts again with a full burst. */
const limitOf = ({type, qps, burst, keys}: TunedLimit): ConfiguredLimit => ({type, qps, burst, ...type !== 'Server' && keys > defaultCacheSize && {cacheSize: keys}})

const isReported = (limits: readonly ConfiguredLimit[], rule: string, i?: number): boolean =>
  advise({limits}).some(({ruleId, field}) => ruleId === rule && (i === undefined || String(field).startsWith(`limits[${i}]`)))

function withoutIneffective(limits: readonly ConfiguredLimit[]): readonly ConfiguredLimit[] {
  const ineffective = limits.findIndex((_, i) => isReported(limits, 'event-rate-limit/ineffective-limit', i))
  return ineffective === -1 ? limits : withoutIneffective(limits.toSpliced(ineffective, 1))
}

function withRoomyServer(limits: readonly ConfiguredLimit[]): readonly ConfiguredLimit[] {
  const withBurst = (burst: number): readonly ConfiguredLimit[] => limits.map((limit) => limit.type === 'Server' ? {...limit, burst} : limit)
  const isRoomy = (burst: number): boolean => !isReported(withBurst(burst), 'event-rate-limit/server-exhausted')
  const server = limits.find(({type}) => type === 'Server')
  return server === undefined || !isRoomy(maxInt32) ? limits : withBurst(smallest(server.burst, maxInt32, isRoomy))
}

function acceptedBy(limits: readonly ConfiguredLimit[], types: readonly LimitType[], arrivals: Arrivals): number {
  const {seconds, nanoseconds} = arrivals.times
  const charged = limits.map(({type, qps, burst}) => {
    const {names, keyOf} = arrivals.by(types.indexOf(type))
    return {keyOf, buckets: names.map(() => new TokenBucket(qps, burst))}
  })
  let accepted = 0
  for (let i = 0; i < seconds.length; i++) {
    const time = {seconds: seconds[i] ?? 0, nanoseconds: nanoseconds[i] ?? 0}
    let isAccepted = true
    for (const {keyOf, buckets} of charged) if (buckets[keyOf[i] ?? 0]?.tryAccept(time) === false) isAccepted = false
    if (isAccepted) accepted++
  }
  return accepted
}
