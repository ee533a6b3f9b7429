import type {LimitType} from '../../machinery/rate-limit/event-limit.js'

/** One of the two numbers of a limit, from which the other is found. */
export type Given = {readonly qps: number} | {readonly burst: number}

/** A limit found for a log. */
export interface TunedLimit {
  readonly type: LimitType
  /** The given number; `rate` when none was, and qps is the mean rate of the key with the most requests. */
  readonly given: 'qps' | 'burst' | 'rate'
  readonly qps: number
  readonly burst: number
  /** False when no number is enough: then the one that was to be found is the largest there is. */
  readonly isAttainable: boolean
  /** The number of keys. */
  readonly keys: number
  /** The key with the most requests. */
  readonly busiest: {readonly key: string, readonly requests: number}
  /** The key without which less would do; undefined where there is none. */
  readonly deciding: string | undefined
  readonly accepted: number
  readonly requests: number
}
