import type {NameEvent} from './event-name.js'
import type {EmittedEvent, RecordedEvent} from './types.js'

/** The event that a recorder creates from an emitted event (client-go tools/record `recorderImpl.makeEvent`). */
export function makeEvent({time, user: _user, ...event}: EmittedEvent, nameOf: NameEvent): RecordedEvent {
  const {source: {component = '', host = ''}, involvedObject: {name = '', namespace = ''}} = event
  return {
    ...event, name: nameOf(name, time), namespace: namespace || 'default', count: 1, firstTimestamp: time, lastTimestamp: time,
    reportingComponent: component, reportingInstance: host,
  }
}
