import type {KubeObject} from '../../../kinds/kind.js'

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
  /** The number of buckets kept; 0 means 4096. */
  readonly cacheSize?: number
}

/** The configuration of the plugin (spec eventratelimit 2.2). */
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

export type EventObject = KubeObject & EventParts

/** The fields of a request that limits read. */
export interface EventRequest {
  readonly namespace: string
  readonly user: string
  readonly object: EventParts | undefined
}
