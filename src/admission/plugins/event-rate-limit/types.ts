import type {KubeObject} from '../../../kinds/kind.js'

/** What a limit gives a bucket of its own to, in the order in which messages list the types. */
export const limitTypes = ['Namespace', 'Server', 'SourceAndObject', 'User'] as const

export type LimitType = typeof limitTypes[number]

/** One limit as a configuration writes it (eventratelimit.admission.k8s.io/v1alpha1 `Limit`). */
export interface LimitSpec {
  readonly type?: string
  /** Tokens that a bucket gains a second. */
  readonly qps?: number
  /** Tokens that a bucket holds at most. */
  readonly burst?: number
  /** How many buckets are remembered; 0 stands for 4096. */
  readonly cacheSize?: number
}

/** The configuration of the plugin (eventratelimit spec 2.2). */
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

/** What limits look at of a request. */
export interface EventRequest {
  readonly namespace: string
  readonly user: string
  readonly object: EventParts | undefined
}
