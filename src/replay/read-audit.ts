import {exact, isWrite, type LoggedEvent, type LogRequest, type Observed, type RequestSink, type Ticket} from './request.js'
import {fieldsOf, isObject, loggedEvent, numberOf, textOf} from './fields.js'
import {failureBeforeAdmission} from './outcome.js'
import type {ReadingTally} from './reading-tally.js'
import {Recent} from './recent.js'
import {parseTime} from './time.js'

/** How many requests are remembered, to tell lines about the same one. */
const rememberedIds = 16_384

/** How many events are remembered, to tell what a patch is about. */
const rememberedEvents = 16_384

/** An audit event (audit.k8s.io/v1 `Event`), as far as it matters here. */
interface AuditEvent {
  auditID: unknown
  stage: unknown
  verb: unknown
  requestURI: unknown
  userAgent: unknown
  user: unknown
  impersonatedUser: unknown
  objectRef: unknown
  responseStatus: unknown
  requestObject: unknown
  responseObject: unknown
  requestReceivedTimestamp: unknown
}

interface ObjectReference {
  resource: unknown
  subresource: unknown
  apiGroup: unknown
  namespace: unknown
  name: unknown
}

/** What a line said about a request: a ticket while it can be taken back, as there may be more to come; null when all is said. */
type Said = {readonly ticket: Ticket} | null

const approximated: readonly string[] = ['sourceAndObject']
const unfinished: readonly string[] = ['stage', 'sourceAndObject']

/** Makes requests out of the audit events of an API server (eventratelimit spec 9.1). */
export class AuditReader {
  private readonly said = new Recent<Said>(rememberedIds)
  private readonly events = new Recent<LoggedEvent>(rememberedEvents)

  constructor(private readonly sink: RequestSink, private readonly tally: ReadingTally) {}

  /**
   * Reads an audit event.
   *
   * @returns what is wrong with it, undefined when nothing is
   */
  read(value: unknown, line: number): string | undefined {
    const event = fieldsOf<AuditEvent>(value)
    const {resource, subresource, apiGroup} = fieldsOf<ObjectReference>(event.objectRef)
    const verb = textOf(event.verb)
    this.tally.auditEvents++
    const group = textOf(apiGroup)
    if (resource !== 'events' || textOf(subresource) !== '' || !isWrite(verb) || (group !== '' && group !== 'events.k8s.io')) {
      this.tally.others++
      return undefined
    }
    this.tally.auditedWrites++
    const {stage} = event
    if (stage === 'RequestReceived') return this.add(event, verb, line, true)
    if (stage === 'ResponseComplete' || stage === 'Panic') return this.add(event, verb, line, false)
    if (stage !== 'ResponseStarted') return 'an audit event with an unknown stage'
    this.tally.repeated++
    return undefined
  }

  private add(event: Fields, verb: string, line: number, isBeginning: boolean): string | undefined {
    const time = textOf(event.requestReceivedTimestamp)
    const instant = parseTime(time)
    if (instant === undefined) return 'requestReceivedTimestamp is not a time in RFC 3339'
    const id = textOf(event.auditID)
    if (this.isSaid(id, isBeginning)) return undefined
    const {object, approx} = this.objectOf(event, verb, isBeginning)
    const observed = observedOf(event)
    const failure = observed && failureBeforeAdmission(verb, observed)
    const ticket = failure === undefined ? this.sink.add({...instant, time, verb, observed, object, approx, line, ...metadataOf(event)}) : this.tally.skip(failure)
    if (id !== '') this.said.put(id, isBeginning ? {ticket} : null)
    return undefined
  }

  /** Whether a request has been told of. What was only its beginning is taken back, if it is not too late. */
  private isSaid(id: string, isBeginning: boolean): boolean {
    const said = id === '' ? undefined : this.said.get(id)
    if (said === undefined) return false
    this.tally.repeated++
    return said === null || isBeginning || !this.sink.withdraw(said.ticket)
  }

  private objectOf(event: Fields, verb: string, isBeginning: boolean): Pick<LogRequest, 'object' | 'approx'> {
    const {namespace, name} = fieldsOf<ObjectReference>(event.objectRef)
    const key = `${textOf(namespace)}/${textOf(name)}`
    const body = isEvent(event.responseObject) ? event.responseObject : verb === 'patch' ? undefined : event.requestObject
    if (isObject(body)) {
      const object = loggedEvent(body)
      this.events.put(key, {...object, message: ''})
      return {object, approx: exact}
    }
    const known = verb === 'create' ? undefined : this.events.get(key)
    const message = textOf(fieldsOf<{message: unknown}>(event.requestObject).message)
    if (known !== undefined) return {object: message === '' ? known : {...known, message}, approx: exact}
    return {object: guessed(event), approx: isBeginning ? unfinished : approximated}
  }
}

type Fields = ReturnType<typeof fieldsOf<AuditEvent>>

const isEvent = (value: unknown): value is object => isObject(value) && (value as {kind?: unknown}).kind === 'Event'

function metadataOf(event: Fields): Pick<LogRequest, 'user' | 'namespace' | 'group' | 'dryRun'> {
  const {namespace, apiGroup} = fieldsOf<ObjectReference>(event.objectRef)
  const {username} = fieldsOf<{username: unknown}>(isObject(event.impersonatedUser) ? event.impersonatedUser : event.user)
  const uri = textOf(event.requestURI)
  return {user: textOf(username), namespace: textOf(namespace), group: textOf(apiGroup), dryRun: uri.includes('dryRun') && /[?&]dryRun=All(?:&|$)/.test(uri)}
}

function observedOf({responseStatus}: Fields): Observed | undefined {
  const {code, message} = fieldsOf<Observed>(responseStatus)
  return typeof code === 'number' ? {code: numberOf(code), message: textOf(message)} : undefined
}

/** What the names say where the body is missing: `web-0.17c0ffee` is about `web-0`, and the client is who sends it. */
function guessed({objectRef, userAgent}: Fields): LoggedEvent {
  const {namespace, name} = fieldsOf<ObjectReference>(objectRef)
  return {
    source: {component: textOf(userAgent).replace(/\/.*$/s, '')},
    involvedObject: {namespace: textOf(namespace), name: textOf(name).replace(/\.[0-9a-f]+$/i, '')},
  }
}
