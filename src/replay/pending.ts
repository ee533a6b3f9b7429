import type {Decision} from './decisions.js'
import type {Timed} from './reorder.js'
import type {Bypass, LogRequest, Observed} from './request.js'

/** A request that waits to be decided, with only the needed data. */
export interface Pending extends Timed {
  /** Its place in the log, if decisions are written. */
  readonly origin: Omit<Decision, 'reached'> | undefined
  readonly bypass: Bypass | undefined
  /** The keys of its buckets. */
  readonly keys: readonly string[]
  readonly approx: readonly string[]
  /** The server's response according to the log, if verdicts are compared. */
  readonly observed: Observed | undefined
  /** The request itself, if a client is simulated. */
  readonly request: LogRequest | undefined
  state: 'waiting' | 'withdrawn' | 'done'
}
