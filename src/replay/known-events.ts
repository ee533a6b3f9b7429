import {textHash} from '../machinery/text-hash.js'
import {RecentByHash} from './recent-by-hash.js'
import {exact, type LoggedEvent, type LogRecord, unknownObject} from './request.js'

/** How many events are remembered, to tell what a patch is about. */
const rememberedEvents = 8192

/** Remembers the events of records, and completes records about the same events that say less: a patch says only what changes. */
export class KnownEvents {
  private readonly events = new RecentByHash<string>(rememberedEvents)

  /** Gives a record the object that an earlier record has for the event of that name, if it has none itself. */
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

/** All that tells events apart but the message, in one text: a log has many, and they are kept for long. */
function packed({source: {component = '', host = ''} = {}, involvedObject = {}, type = '', reason = ''}: LoggedEvent): string {
  const {kind = '', namespace = '', name = '', uid = '', apiVersion = '', fieldPath = ''} = involvedObject
  return [component, host, kind, namespace, name, uid, apiVersion, fieldPath, type, reason].join('\0')
}

/** What was packed, with a message. */
function unpacked(text: string, message = ''): LoggedEvent {
  const [component = '', host = '', kind = '', namespace = '', name = '', uid = '', apiVersion = '', fieldPath = '', type = '', reason = ''] = text.split('\0')
  return {source: {component, host}, involvedObject: {kind, namespace, name, uid, apiVersion, fieldPath}, type, reason, message}
}
