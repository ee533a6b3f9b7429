import type {Clock} from '../../admission/clock.js'
import type {EventWrite, RequestSteps, ServerAnswer} from './types.js'

/** Sends requests to the server. */
export interface Transport {
  /** True while requests are held back. */
  isPaused(): boolean
  /** Sends a write, repeating it until there is a final answer. */
  send(write: EventWrite): RequestSteps<ServerAnswer>
}

/** Number of retries when the server asks for a retry. */
const maxRetries = 10

const nanoseconds = (seconds: number): bigint => BigInt(Math.round(seconds * 1e9))

/** Returns the seconds to wait before a request with this answer is repeated, or 0 not to repeat it. */
type Wait = (answer: ServerAnswer) => number

/** client-go's HTTP layer repeats a request after a 429 or a server error if the answer has Retry-After (rest `checkWait`). */
const whenAsked: Wait = ({code, retryAfterSeconds = 0}) => code === 429 || isServerError(code) ? retryAfterSeconds : 0

const unlessRejected: Wait = (answer) => answer.code === 429 ? 0 : whenAsked(answer)

const isServerError = (code: ServerAnswer['code']): boolean => code !== 'transport' && code >= 500

/** Sends a write, and repeats it as long as `wait` asks for it (rest `withRetry`). */
function* sendRepeatedly(write: EventWrite, wait: Wait): RequestSteps<ServerAnswer> {
  for (let retries = 0; ; retries++) {
    const answer = (yield {write}) ?? {code: 'transport'}
    const seconds = retries < maxRetries ? wait(answer) : 0
    if (seconds <= 0) return answer
    yield {pause: nanoseconds(seconds)}
  }
}

/** Emulates today's client-go: a 429 without Retry-After, such as those of EventRateLimit, is not repeated. */
export const repeatingTransport: Transport = {
  isPaused: () => false,
  send: (write) => sendRepeatedly(write, whenAsked),
}

/**
 * Emulates the recorders that the design document of EventRateLimit describes: they treat a 429 as a transport failure and try the
 * event up to 12 times with pauses of 10 seconds. All later events wait.
 */
export const legacyTransport: Transport = {
  isPaused: () => false,
  * send(write) {
    const answer = yield* sendRepeatedly(write, unlessRejected)
    return answer.code === 429 ? {code: 'transport'} : answer
  },
}

/** Emulates the proposal in the design document of EventRateLimit: after a 429 nothing is sent for the time in its Retry-After. */
export class PausingTransport implements Transport {
  private pausedUntil: bigint | undefined

  constructor(private readonly clock: Clock) {}

  isPaused(): boolean {
    return this.pausedUntil !== undefined && this.clock.now() < this.pausedUntil
  }

  * send(write: EventWrite): RequestSteps<ServerAnswer> {
    const answer = yield* sendRepeatedly(write, unlessRejected)
    if (answer.code === 429) this.pausedUntil = this.clock.now() + nanoseconds(answer.retryAfterSeconds ?? 0)
    return answer
  }
}
