import {durationError, parseDuration} from '../machinery/go/duration.js'
import {UsageError} from '../usage-error.js'

/**
 * Returns the period of --resync in milliseconds, the time unit of a simulation, rounded up. Undefined without the flag.
 *
 * @throws UsageError for an invalid duration, and for one that is not positive
 */
export function resyncOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const nanoseconds = parseDuration(text) ?? 0n
  if (nanoseconds <= 0n) throw new UsageError(`--resync: ${durationError(text) ?? `${text} is not positive`}`, ['--resync 5m'])
  return Number((nanoseconds + 999_999n) / 1_000_000n)
}
