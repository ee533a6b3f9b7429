import type {ReachedLimit} from '../../machinery/rate-limit/event-limit.js'
import {rejectionMessage} from '../decide/engine.js'
import {isRateLimited, type Observed} from '../read/request.js'

/** Compares kadm's verdicts with those of the log. */
export class ObservedTally {
  bothAccepted = 0
  bothRefused = 0
  /** Of these, the requests rejected with the same message. */
  sameMessage = 0
  /** Requests that kadm rejects and the server accepted, according to the log. */
  onlyReplayed = 0
  /** Requests that kadm accepts and the server rejected, according to the log. */
  onlyObserved = 0
  /** Requests whose response is not in the log. */
  unknown = 0

  add(observed: Observed | undefined, reached: readonly ReachedLimit[]): void {
    if (observed === undefined) this.unknown++
    else if (!isRateLimited(observed)) this[reached.length === 0 ? 'bothAccepted' : 'onlyReplayed']++
    else if (reached.length === 0) this.onlyObserved++
    else {
      this.bothRefused++
      if (observed.message === rejectionMessage(reached)) this.sameMessage++
    }
  }
}
