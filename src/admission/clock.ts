/** The clock of the engine, injected so that the same input always gives the same answer. */
export interface Clock {
  /** Nanoseconds since 1970. */
  now(): bigint
}

/**
 * A clock that is stopped at the beginning of 1970, half a second late: the stamps of the API are whole seconds, so what
 * has just been stamped is in the past, as on a clock that runs.
 */
export const stoppedClock: Clock = {now: () => 500_000_000n}

/** The time of a clock as the API writes it: RFC 3339, whole seconds, UTC. */
export const timestamp = (clock: Clock): string => new Date(Number(clock.now() / 1_000_000n)).toISOString().replace(/\.\d+Z$/, 'Z')
