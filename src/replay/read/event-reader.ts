import {eventTimes} from '../../kinds/event/times.js'
import {formatTime, type Instant, nanosecondsBetween} from '../../machinery/go/instant.js'
import {textOf} from '../../machinery/go/json-value.js'
import {fieldsOf, loggedEvent, numberOf} from './fields.js'
import type {LineTally} from './line-tally.js'
import type {RecordSink} from './record-sink.js'
import type {UserOf} from './users.js'

/** Interval in nanoseconds at which a running series is rewritten (client-go tools/events `refreshTime`; spec eventratelimit 8.2). */
const heartbeat = 30 * 60 * 1e9

/** The fields used here of an Event in core/v1 or events.k8s.io/v1, as `kubectl get` prints it. */
interface Stored {
  metadata: unknown
  firstTimestamp: unknown
  deprecatedFirstTimestamp: unknown
  eventTime: unknown
  series: unknown
  count: unknown
  deprecatedCount: unknown
  source: unknown
  deprecatedSource: unknown
}

interface Metadata {
  namespace: unknown
  name: unknown
  uid: unknown
  managedFields: unknown
}

type Fields = ReturnType<typeof fieldsOf<Stored>>

/** Converts stored events to records (spec eventratelimit 9.2). */
export class EventReader {
  constructor(private readonly sink: RecordSink, private readonly tally: LineTally, private readonly userOf: UserOf) {}

  /**
   * Reads an event.
   *
   * @returns the error, or undefined if there is none
   */
  read(value: unknown, line: number): string | undefined {
    const event = fieldsOf<Stored>(value)
    const {first, last} = eventTimes(value)
    if (first === undefined || last === undefined) return 'an event without a time'
    this.tally.storedEvents++
    const group = groupOf(event)
    const requests = group === '' ? legacyRequests(event) : seriesRequests(event, first, last)
    const object = loggedEvent(value)
    const {component = '', host = ''} = object.source
    const {namespace} = metadataOf(event)
    this.sink.add({
      seconds: first.seconds, nanoseconds: first.nanoseconds, time: formatTime(first), verb: 'create', observed: undefined, line, group, dryRun: false,
      user: this.userOf(component, host, managerOf(event)), namespace: textOf(namespace), name: '', object, approx: unknownUser,
      auditID: '', isBeginning: false, stored: {event: keyOf(event), requests, last},
    })
    return undefined
  }
}

const unknownUser: readonly string[] = ['user']

const metadataOf = ({metadata}: Fields): ReturnType<typeof fieldsOf<Metadata>> => fieldsOf<Metadata>(metadata)

/** Returns the unique key of an event, or the empty string for an event without uid and name. */
function keyOf(event: Fields): string {
  const {uid, namespace, name} = metadataOf(event)
  if (textOf(uid) !== '') return textOf(uid)
  return textOf(name) === '' ? '' : `${textOf(namespace)}/${textOf(name)}`
}

/** Returns the API group through which an event was written: from its managedFields, else from the fields that new recorders omit. */
function groupOf(event: Fields): string {
  const {component, host} = loggedEvent(event).source
  const [version] = managers(event).map(({apiVersion}) => textOf(apiVersion)).filter((text) => text !== '')
  if (version !== undefined) return version.startsWith('events.k8s.io/') ? 'events.k8s.io' : ''
  const isNew = textOf(event.eventTime) !== '' && component === '' && host === '' && textOf(event.firstTimestamp ?? event.deprecatedFirstTimestamp) === ''
  return isNew ? 'events.k8s.io' : ''
}

interface Manager {
  manager: unknown
  apiVersion: unknown
}

function managers(event: Fields): ReturnType<typeof fieldsOf<Manager>>[] {
  const {managedFields} = metadataOf(event)
  return Array.isArray(managedFields) ? managedFields.map((value) => fieldsOf<Manager>(value)) : []
}

const managerOf = (event: Fields): string => textOf(managers(event)[0]?.manager)

/** Returns the maximum number of requests: one for each occurrence, although recorders filter some. */
const legacyRequests = ({count, deprecatedCount}: Fields): number => Math.max(1, Math.floor(numberOf(count ?? deprecatedCount)))

/** Returns the number of requests: one for the event, one for the series, and one for every half hour. */
function seriesRequests({series}: Fields, first: Instant, last: Instant): number {
  if (series === undefined || series === null) return 1
  return 2 + Math.floor(Math.max(0, nanosecondsBetween(first, last)) / heartbeat)
}
