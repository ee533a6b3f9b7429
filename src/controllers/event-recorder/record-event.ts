import type {EventCorrelator} from './event-correlator.js'
import type {Transport} from './transport.js'
import type {Conversation, RecordedEvent, ServerAnswer} from './types.js'

/** What became of a try to write an event; `retry` where no answer came. */
export type TryResult = 'stored' | 'abandoned' | 'retry'

/** True of the answers to requests that were granted. */
export const isGranted = ({code}: ServerAnswer): boolean => code !== 'transport' && code < 300

/**
 * Tries to write an event: one that is there already as a patch, and whole if it is there no longer. What the server refuses
 * is abandoned, whatever the reason (client-go tools/record `recordEvent`).
 */
export function* recordEvent(event: RecordedEvent, correlator: EventCorrelator, transport: Transport): Conversation<TryResult> {
  const patched = event.count > 1 ? yield* transport.send({verb: 'PATCH', event}) : undefined
  const answer = patched === undefined || patched.code === 404 ? yield* transport.send({verb: 'POST', event}) : patched
  if (answer.code === 'transport') return 'retry'
  if (!isGranted(answer)) return 'abandoned'
  correlator.updateState(event)
  return 'stored'
}
