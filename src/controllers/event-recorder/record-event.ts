import type {EventCorrelator} from './event-correlator.js'
import type {NameEvent} from './event-name.js'
import type {Transport} from './transport.js'
import type {EmittedEvent, RecordedEvent, RequestSteps, ServerAnswer} from './types.js'

/** The result of one attempt to write an event; `retry` if there was no answer. */
export type TryResult = 'stored' | 'abandoned' | 'retry'

/** True for answers to admitted requests. */
export const isGranted = ({code}: ServerAnswer): boolean => code !== 'transport' && code < 300

/**
 * Tries to write an event: as a patch if it exists, else as a create. An event that the server rejects
 * is abandoned, for any reason (client-go tools/record `recordEvent`).
 */
export function* recordEvent(event: RecordedEvent, correlator: EventCorrelator, transport: Transport): RequestSteps<TryResult> {
  const patched = event.count > 1 ? yield* transport.send({verb: 'PATCH', event}) : undefined
  const answer = patched === undefined || patched.code === 404 ? yield* transport.send({verb: 'POST', event}) : patched
  if (answer.code === 'transport') return 'retry'
  if (!isGranted(answer)) return 'abandoned'
  correlator.updateState(event)
  return 'stored'
}

/** The event that a recorder creates from an emitted event (client-go tools/record `recorderImpl.makeEvent`). */
export function makeEvent({time, source, involvedObject, type, reason, message, annotations}: EmittedEvent, nameOf: NameEvent): RecordedEvent {
  const {name = '', namespace = ''} = involvedObject
  const {component: reportingComponent = '', host: reportingInstance = ''} = source
  return {
    // Spread properties would take most of the time of a replay with recorders.
    name: nameOf(name, time), namespace: namespace || 'default', involvedObject, type, reason, message, source, reportingComponent, reportingInstance,
    count: 1, firstTimestamp: time, lastTimestamp: time, ...annotations !== undefined && {annotations},
  }
}
