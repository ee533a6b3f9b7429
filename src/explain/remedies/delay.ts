import {millisecondsToTokens} from '../../machinery/rate-limit/token-bucket.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {Trials} from './trials.js'

/** Maximum number of times that an Event is sent later again because other Events have taken its token. */
const maxRounds = 5

/** A delay with which the server admits an Event. It has been simulated. */
interface Delay {
  readonly milliseconds: number
  /** True if the server denies the Event one millisecond earlier. */
  readonly isSmallest: boolean
}

/** Returns the delay with which the limits of EventRateLimit have a token for an Event; undefined if no limit denies the request, or if none was found. */
export function findDelay(request: ManifestReview, trials: Trials): Delay | undefined {
  let milliseconds = 0
  let denied: ManifestReview | undefined = request
  for (let round = 0; round < maxRounds && denied !== undefined; round++) {
    const more = delayFor(denied)
    if (more === 0) return undefined
    milliseconds += more
    const trial = trials.sendLater(request, milliseconds)
    if (trial?.isAdmitted === true) return {milliseconds, isSmallest: trials.sendLater(request, milliseconds - 1)?.isAdmitted === false}
    denied = trial?.denied
  }
  return undefined
}

/** The milliseconds until all limits have a token; 0 if none of them denies the request. */
const delayFor = ({trace}: ManifestReview): number =>
  millisecondsToTokens((trace?.explanations.flatMap(({policies}) => policies) ?? []).filter((policy) => policy.type === 'event-limit'))
