import type {Arrival} from '../read/arrival.js'
import {RecentByHash} from '../lookup/recent-by-hash.js'
import {approximatedObject, type LoggedEvent, type LogRecord, noApproximations} from '../read/request.js'

/** Number of events kept in memory to find the event that a patch changes. */
const rememberedEvents = 8192

/** Keeps the events of records to complete later records about the same events: a patch contains only the changed fields. */
export class KnownEvents<K> {
  private readonly keys = new RecentByHash<K | null>(rememberedEvents)
  private readonly objects = new RecentByHash<string>(rememberedEvents)
  /** The places of the keys that depend on the event. */
  private readonly places: readonly number[]

  /** @param types the types of the keys */
  constructor(types: readonly string[]) {
    this.places = types.flatMap((type, i) => type === 'SourceAndObject' ? [i] : [])
  }

  /**
   * Completes an arrival that lacks the event from an earlier one about the same event.
   *
   * @param record the record itself, if its object is needed
   */
  complete(arrival: Arrival<K>, record: LogRecord | undefined): void {
    const {event, keys, isCreate} = arrival
    const {places} = this
    if (event === 0) return
    if (!arrival.approx.includes(approximatedObject)) {
      this.keys.put(event, keys[places[0] ?? -1] ?? null)
      if (record?.object !== undefined) this.objects.put(event, packed(record.object))
      return
    }
    const key = isCreate ? undefined : this.keys.get(event)
    if (key === undefined) return
    if (key !== null) for (const place of places) keys[place] = key
    arrival.approx = noApproximations
    const object = record && this.objects.get(event)
    if (record === undefined || object === undefined) return
    record.object = unpacked(object, record.object?.message)
    record.approx = noApproximations
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
