import type {LimitType} from '../../machinery/rate-limit/event-limit.js'

/** One of the two numbers of a limit, from which the other is found. */
export type GivenNumber = {readonly qps: number} | {readonly burst: number}

/** A limit found for a log. */
export interface TunedLimit {
  readonly type: LimitType
  /** The given number; `rate` if there is none: then qps is the mean rate of the key with the most requests. */
  readonly given: 'qps' | 'burst' | 'rate'
  readonly qps: number
  readonly burst: number
  /** False if no number is enough: then the number to find has the largest value. */
  readonly isAttainable: boolean
  /** The number of keys. */
  readonly keys: number
  /** The key with the most requests. */
  readonly busiest: {readonly key: string, readonly requests: number}
  /** The key without which a smaller number would be enough; undefined if there is none. */
  readonly deciding: string | undefined
  readonly accepted: number
  readonly requests: number
}
