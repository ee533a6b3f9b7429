/** Time as the engine sees it: given from outside, so that the same input always gives the same answer. */
export interface Clock {
  /** Nanoseconds since 1970. */
  now(): bigint
}

/** A clock that stands still at the beginning of 1970. */
export const stoppedClock: Clock = {now: () => 0n}

/** The time of a clock as the API writes it: RFC 3339, whole seconds, UTC. */
export const timestamp = (clock: Clock): string => new Date(Number(clock.now() / 1_000_000n)).toISOString().replace(/\.\d+Z$/, 'Z')
