import type {Decision} from './decisions.js'
import type {Timed} from './reorder.js'
import type {Bypass, LogRequest, Observed} from './request.js'

/** A request that waits for its turn: of what the log tells, no more than will be needed. */
export interface Pending extends Timed {
  /** Where it is from, if decisions are told. */
  readonly origin: Omit<Decision, 'reached'> | undefined
  readonly bypass: Bypass | undefined
  /** The keys of its buckets. */
  readonly keys: readonly string[]
  readonly approx: readonly string[]
  /** What the log says that the server answered, if that is compared. */
  readonly observed: Observed | undefined
  /** The request itself, where a client stands between it and the server. */
  readonly request: LogRequest | undefined
  state: 'waiting' | 'withdrawn' | 'done'
}
