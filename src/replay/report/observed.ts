import type {ReachedLimit} from '../../machinery/rate-limit/event-limit.js'
import {refusalMessage} from '../decide/engine.js'
import {isRateLimited} from '../read/outcome.js'
import type {Observed} from '../read/request.js'

/** Compares kadm's verdicts with those of the log. */
export class ObservedTally {
  bothAccepted = 0
  bothRefused = 0
  /** Of these, the requests rejected with the same message. */
  sameMessage = 0
  /** Refused by kadm, and accepted by the log. */
  onlyReplayed = 0
  /** Refused by the log, and accepted by kadm. */
  onlyObserved = 0
  /** The log does not say what the server answered. */
  unknown = 0

  add(observed: Observed | undefined, reached: readonly ReachedLimit[]): void {
    if (observed === undefined) this.unknown++
    else if (!isRateLimited(observed)) this[reached.length === 0 ? 'bothAccepted' : 'onlyReplayed']++
    else if (reached.length === 0) this.onlyObserved++
    else {
      this.bothRefused++
      if (observed.message === refusalMessage(reached)) this.sameMessage++
    }
  }
}
