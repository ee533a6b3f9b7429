/** The types of limits, named for the scope of a bucket, in the order in which messages list them. */
export const limitTypes = ['Namespace', 'Server', 'SourceAndObject', 'User'] as const

export type LimitType = typeof limitTypes[number]

/** One limit as a configuration writes it (eventratelimit.admission.k8s.io/v1alpha1 `Limit`). */
export interface LimitSpec {
  readonly type?: string
  /** Tokens that a bucket gains a second. */
  readonly qps?: number
  /** Tokens that a bucket holds at most. */
  readonly burst?: number
  /** The number of buckets kept; 0 means `defaultCacheSize`. */
  readonly cacheSize?: number
}

/** The configuration of EventRateLimit (spec eventratelimit 2.2). */
export interface EventRateLimitConfiguration {
  readonly limits?: readonly LimitSpec[]
}

/** The parts of a core/v1 Event that make its key. */
export interface EventParts {
  readonly source?: {readonly component?: string, readonly host?: string}
  readonly involvedObject?: {
    readonly kind?: string
    readonly namespace?: string
    readonly name?: string
    readonly uid?: string
    readonly apiVersion?: string
  }
}

/** The fields of a request that limits read. */
export interface EventRequest {
  readonly namespace: string
  readonly user: string
  readonly object: EventParts | undefined
}

/** A limit that has no token for a request. */
export interface ReachedLimit {
  readonly type: string
  readonly key: string
}

/** The number of buckets of a limit without a cacheSize (eventratelimit `defaultCacheSize`). */
export const defaultCacheSize = 4096

/** Returns the maximum number of buckets of a limit: its cacheSize or the default; 1 for type Server. */
export const effectiveCacheSize = ({type, cacheSize = 0}: LimitSpec): number => type === 'Server' ? 1 : cacheSize === 0 ? defaultCacheSize : cacheSize

/** Returns the key of the bucket that a request takes its token from. */
export type KeyOf = (request: EventRequest) => string

const serverKey: KeyOf = () => ''

/** The parts are joined without a separator, so different events can have one key. */
const sourceAndObjectKey: KeyOf = ({object: {source = {}, involvedObject = {}} = {}}) => {
  const {component = '', host = ''} = source
  const {kind = '', namespace = '', name = '', uid = '', apiVersion = ''} = involvedObject
  return component + host + kind + namespace + name + uid + apiVersion
}

const keys: ReadonlyMap<string, KeyOf> = new Map([
  ['Namespace', ({namespace}) => namespace],
  ['User', ({user}) => user],
  ['SourceAndObject', sourceAndObjectKey],
])

/** Returns the function that returns a request's key for limits of a type (spec eventratelimit 4). */
export const keyOfType = (type: string): KeyOf => keys.get(type) ?? serverKey

/** Returns the messages with which the server rejects a request, one for each limit (spec eventratelimit 6.2). */
export const reachedMessages = (reached: readonly ReachedLimit[]): string[] => reached.map(({type, key}) => `limit reached on type ${type} for key ${key}`)
