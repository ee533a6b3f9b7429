import {textHash} from '../machinery/collections/text-hash.js'
import {RecentByHash} from './recent-by-hash.js'
import {exact, type LoggedEvent, type LogRecord, unknownObject} from './request.js'

/** Number of events kept in memory to find the event that a patch changes. */
const rememberedEvents = 8192

/** Keeps the events of records to complete later records about the same events: a patch contains only the changed fields. */
export class KnownEvents {
  private readonly events = new RecentByHash<string>(rememberedEvents)

  /** Copies the object of an earlier record about the same event to a record that lacks it. */
  complete(record: LogRecord): void {
    const {namespace, name, verb, object, approx} = record
    if (name === '' || object === undefined) return
    const key = textHash(namespace, name)
    if (!approx.includes(unknownObject)) {
      this.events.put(key, packed(object))
      return
    }
    const known = verb === 'create' ? undefined : this.events.get(key)
    if (known === undefined) return
    record.object = unpacked(known, object.message)
    record.approx = exact
  }
}

/** Returns all fields that identify an event, except the message, as one text. This saves memory: many events are kept. */
function packed({source: {component = '', host = ''} = {}, involvedObject = {}, type = '', reason = ''}: LoggedEvent): string {
  const {kind = '', namespace = '', name = '', uid = '', apiVersion = '', fieldPath = ''} = involvedObject
  return [component, host, kind, namespace, name, uid, apiVersion, fieldPath, type, reason].join('\0')
}

/** Returns the packed event, with a message. */
function unpacked(text: string, message = ''): LoggedEvent {
  const [component = '', host = '', kind = '', namespace = '', name = '', uid = '', apiVersion = '', fieldPath = '', type = '', reason = ''] = text.split('\0')
  return {source: {component, host}, involvedObject: {kind, namespace, name, uid, apiVersion, fieldPath}, type, reason, message}
}
