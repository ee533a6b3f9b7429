import {durationError, parseDuration} from '../machinery/go/duration.js'
import {type Decoder, invalid, text} from './decoder.js'

/** Reads a duration such as `1m30s`, in nanoseconds. Negative ones are rejected. */
export const duration: Decoder<bigint> = {
  expected: 'a duration such as 1m30s',
  schema: {type: ['string', 'number']},
  read: (node) => {
    const written = text('a duration such as 1m30s').read(node)
    if (written === null) return null
    const nanoseconds = parseDuration(written)
    if (nanoseconds === undefined) return invalid(node, `is not a duration: ${durationError(written) ?? ''}`)
    return nanoseconds < 0n ? invalid(node, 'cannot be negative') : nanoseconds
  },
}
