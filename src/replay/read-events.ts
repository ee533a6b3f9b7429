import {eventTimes} from '../kinds/event/times.js'
import {formatTime, type Instant, nanosecondsBetween} from '../machinery/instant.js'
import {fieldsOf, loggedEvent, numberOf, textOf} from './fields.js'
import type {ReadingTally} from './reading-tally.js'
import {Recent} from './recent.js'
import type {LogRequest, RequestSink} from './request.js'
import {longestSeries, requestSeries} from './series.js'
import type {UserOf} from './users.js'

/** How many events are remembered, to tell what is new in the next word about one. */
const rememberedEvents = 16_384

/** A running series is written again so often (client-go tools/events `refreshTime`; eventratelimit spec 8.2). */
const heartbeat = 30 * 60 * 1e9

/** An Event as `kubectl get` prints it, in core/v1 or events.k8s.io/v1, as far as it matters here. */
interface StoredEvent {
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

type Fields = ReturnType<typeof fieldsOf<StoredEvent>>

/** How far an event had come when it was last seen. */
interface Standing {
  readonly requests: number
  readonly last: Instant
}

/** Makes requests out of events as they are stored, once or again and again (eventratelimit spec 9.2). */
export class EventReader {
  private readonly seen = new Recent<string, Standing>(rememberedEvents)

  constructor(private readonly sink: RequestSink, private readonly tally: ReadingTally, private readonly userOf: UserOf) {}

  /**
   * Reads an event. Of one that was seen before, only what has been added since counts.
   *
   * @returns what is wrong with it, undefined when nothing is
   */
  read(value: unknown, line: number): string | undefined {
    const event = fieldsOf<StoredEvent>(value)
    const {first, last} = eventTimes(value)
    if (first === undefined || last === undefined) return 'an event without a time'
    this.tally.storedEvents++
    const key = keyOf(event)
    const before = key === undefined ? undefined : this.seen.get(key)
    const group = groupOf(event)
    const requests = group === '' ? legacyRequests(event) : seriesRequests(event, first, last)
    if (before !== undefined && requests <= before.requests) {
      this.tally.repeated++
      return undefined
    }
    if (key !== undefined) this.seen.put(key, {requests, last})
    const added = requests - (before?.requests ?? 0)
    const from = before?.last ?? first
    const {seconds, nanoseconds} = from
    const request = this.requestOf(value, {group, approx: added > longestSeries ? ['user', 'count'] : ['user'], line, seconds, nanoseconds})
    this.tally.leftOut += Math.max(0, added - longestSeries)
    const following = Math.min(added, longestSeries) - (before === undefined ? 1 : 0)
    if (following === 0) this.sink.add(request)
    else this.sink.addSeries(requestSeries(request, {first: from, last, following, begins: before === undefined}))
    return undefined
  }

  private requestOf(value: unknown, rest: Pick<LogRequest, 'group' | 'approx' | 'line' | 'seconds' | 'nanoseconds'>): LogRequest {
    const event = fieldsOf<StoredEvent>(value)
    const object = loggedEvent(value)
    const {component = '', host = ''} = object.source
    const user = this.userOf(component, host, managerOf(event))
    return {...rest, time: formatTime(rest), verb: 'create', dryRun: false, user, namespace: textOf(metadataOf(event).namespace), object, observed: undefined}
  }
}

const metadataOf = ({metadata}: Fields): ReturnType<typeof fieldsOf<Metadata>> => fieldsOf<Metadata>(metadata)

/** What tells an event from others; undefined for one without a name, as the server has not seen it yet. */
function keyOf(event: Fields): string | undefined {
  const {uid, namespace, name} = metadataOf(event)
  if (textOf(uid) !== '') return textOf(uid)
  return textOf(name) === '' ? undefined : `${textOf(namespace)}/${textOf(name)}`
}

/** The API through which an event was written: the log of its fields says it, else what new recorders leave out. */
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

/** Every occurrence is taken for a request, though recorders filter some: it is the most that there can have been. */
const legacyRequests = ({count, deprecatedCount}: Fields): number => Math.max(1, Math.floor(numberOf(count ?? deprecatedCount)))

/** One for the event, one for the series, and one whenever half an hour has gone by. */
function seriesRequests({series}: Fields, first: Instant, last: Instant): number {
  if (series === undefined || series === null) return 1
  return 2 + Math.floor(Math.max(0, nanosecondsBetween(first, last)) / heartbeat)
}
