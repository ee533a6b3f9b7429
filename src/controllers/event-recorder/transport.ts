import type {Clock} from '../../admission/clock.js'
import type {Conversation, EventWrite, ServerAnswer} from './types.js'

/** How requests get to the server. */
export interface Transport {
  /** True while nothing is to be sent. */
  isPaused(): boolean
  /** Sends something until there is an answer that counts. */
  send(write: EventWrite): Conversation<ServerAnswer>
}

/** A request is repeated so often, if the server asks for it. */
const maxRetries = 10

const nanoseconds = (seconds: number): bigint => BigInt(Math.round(seconds * 1e9))

/** How many seconds to wait before a request is repeated that got this answer; 0 not to repeat it. */
type Wait = (answer: ServerAnswer) => number

/** client-go's HTTP layer repeats what the server is too busy for, if it says when (rest `checkWait`). */
const whenAsked: Wait = ({code, retryAfterSeconds = 0}) => code === 429 || isServerError(code) ? retryAfterSeconds : 0

const unlessRefused: Wait = (answer) => answer.code === 429 ? 0 : whenAsked(answer)

const isServerError = (code: ServerAnswer['code']): boolean => code !== 'transport' && code >= 500

/** Sends something, and again while it is worth waiting for (rest `withRetry`). */
function* sendRepeatedly(write: EventWrite, wait: Wait): Conversation<ServerAnswer> {
  for (let retries = 0; ; retries++) {
    const answer = (yield {write}) ?? {code: 'transport'}
    const seconds = retries < maxRetries ? wait(answer) : 0
    if (seconds <= 0) return answer
    yield {pause: nanoseconds(seconds)}
  }
}

/** What client-go does today: a 429 without Retry-After, such as those of EventRateLimit, is not repeated. */
export const repeatingTransport: Transport = {
  isPaused: () => false,
  send: (write) => sendRepeatedly(write, whenAsked),
}

/**
 * What the design document of EventRateLimit says of the recorders of its time: they take a 429 for a failure of the transport, so
 * that they try the event again, 12 times in all with pauses of 10 seconds, and everything behind it waits.
 */
export const legacyTransport: Transport = {
  isPaused: () => false,
  * send(write) {
    const answer = yield* sendRepeatedly(write, unlessRefused)
    return answer.code === 429 ? {code: 'transport'} : answer
  },
}

/** What the design document of EventRateLimit proposes: after a 429 nothing is sent for as long as its Retry-After says. */
export class PausingTransport implements Transport {
  private pausedUntil: bigint | undefined

  constructor(private readonly clock: Clock) {}

  isPaused(): boolean {
    return this.pausedUntil !== undefined && this.clock.now() < this.pausedUntil
  }

  * send(write: EventWrite): Conversation<ServerAnswer> {
    const answer = yield* sendRepeatedly(write, unlessRefused)
    if (answer.code === 429) this.pausedUntil = this.clock.now() + nanoseconds(answer.retryAfterSeconds ?? 0)
    return answer
  }
}
