import type {NameEvent} from './event-name.js'
import type {EmittedEvent, RecordedEvent} from './types.js'

/** The event that a recorder makes of what it is told (client-go tools/record `recorderImpl.makeEvent`). */
export function makeEvent({time, user: _user, ...told}: EmittedEvent, nameOf: NameEvent): RecordedEvent {
  const {source: {component = '', host = ''}, involvedObject: {name = '', namespace = ''}} = told
  return {
    ...told, name: nameOf(name, time), namespace: namespace || 'default', count: 1, firstTimestamp: time, lastTimestamp: time,
    reportingComponent: component, reportingInstance: host,
  }
}
