import {auditPaths, eventAt, packedEvent, slots, textAt, unpackedEvent} from './audit-fields.js'
import {Interned} from './interned.js'
import {type FieldValue, JsonFields} from './json-fields.js'
import {failureBeforeAdmission} from './outcome.js'
import type {ReadingTally} from './reading-tally.js'
import {RecentByHash} from './recent-by-hash.js'
import {exact, isWrite, type LoggedEvent, type Observed, type RequestSink, type Ticket} from './request.js'
import {textHash} from '../machinery/text-hash.js'
import {parseTime} from '../machinery/instant.js'

/** How many requests are remembered, to tell lines about the same one. */
const rememberedIds = 4096

/** How many events are remembered, to tell what a patch is about. */
const rememberedEvents = 8192

/** How many names of namespaces and users are. */
const rememberedNames = 4096

/** What a line said about a request: a ticket while it can be taken back, as there may be more to come; null when all is said. */
type Said = {readonly ticket: Ticket} | null

type Values = readonly FieldValue[]

const approximated: readonly string[] = ['sourceAndObject']
const unfinished: readonly string[] = ['stage', 'sourceAndObject']

/** Makes requests out of the audit events of an API server (eventratelimit spec 9.1). */
export class AuditReader {
  private readonly fields = new JsonFields(auditPaths)
  private readonly said = new RecentByHash<Said>(rememberedIds)
  private readonly events = new RecentByHash<string>(rememberedEvents)
  private readonly names = new Interned(rememberedNames)

  constructor(private readonly sink: RequestSink, private readonly tally: ReadingTally) {}

  /**
   * Reads the text of an audit event.
   *
   * @returns what is wrong with it; undefined when nothing is; null for a text that has to be read in another way
   */
  readText(text: string, line: number): string | undefined | null {
    const values = this.fields.scan(text)
    return values === undefined ? null : this.readValues(values, line)
  }

  /**
   * Reads an audit event.
   *
   * @returns what is wrong with it, undefined when nothing is
   */
  read(event: object, line: number): string | undefined {
    return this.readValues(this.fields.pick(event), line)
  }

  private readValues(values: Values, line: number): string | undefined {
    const {tally} = this
    const group = textAt(values, slots.apiGroup)
    tally.auditEvents++
    if (values[slots.resource] !== 'events' || textAt(values, slots.subresource) !== '' || !isWrite(textAt(values, slots.verb))
      || (group !== '' && group !== 'events.k8s.io')) {
      tally.skipOther()
      return undefined
    }
    tally.auditedWrites++
    const stage = values[slots.stage]
    if (stage === 'RequestReceived') return this.add(values, line, true)
    if (stage === 'ResponseComplete' || stage === 'Panic' || stage === undefined) return this.add(values, line, false)
    if (stage !== 'ResponseStarted') return 'an audit event with an unknown stage'
    tally.repeated++
    return undefined
  }

  private add(values: Values, line: number, isBeginning: boolean): string | undefined {
    const auditID = textAt(values, slots.auditID)
    const id = auditID === '' ? undefined : textHash(auditID)
    const time = textAt(values, slots.time)
    const instant = parseTime(time)
    if (instant === undefined) return 'requestReceivedTimestamp is not a time in RFC 3339'
    if (this.isSaid(id, isBeginning)) return undefined
    const verb = textAt(values, slots.verb)
    const object = this.objectOf(values, verb)
    const observed = observedOf(values)
    const failure = observed && failureBeforeAdmission(verb, observed)
    if (failure !== undefined) this.tally.skip(failure)
    const ticket = failure !== undefined ? undefined : this.sink.add({
      seconds: instant.seconds, nanoseconds: instant.nanoseconds, time, verb, observed, line,
      group: textAt(values, slots.apiGroup), dryRun: isDryRun(textAt(values, slots.requestURI)),
      user: this.names.of(userOf(values)), namespace: this.names.of(textAt(values, slots.namespace)),
      object: object ?? guessed(values), approx: object !== undefined ? exact : isBeginning ? unfinished : approximated,
    })
    if (id !== undefined) this.said.put(id, isBeginning ? {ticket} : null)
    return undefined
  }

  /** Whether a request has been told of. What was only its beginning is taken back, if it is not too late. */
  private isSaid(id: number | undefined, isBeginning: boolean): boolean {
    const said = id === undefined ? undefined : this.said.get(id)
    if (said === undefined) return false
    this.tally.repeated++
    return said === null || isBeginning || !this.sink.withdraw(said.ticket)
  }

  /** What the event says that is written, undefined when nobody knows. */
  private objectOf(values: Values, verb: string): LoggedEvent | undefined {
    const body = bodyOf(values, verb)
    const key = textHash(textAt(values, slots.namespace), textAt(values, slots.name))
    if (body !== undefined) {
      this.events.put(key, packedEvent(values, body))
      return eventAt(values, body)
    }
    const known = verb === 'create' ? undefined : this.events.get(key)
    return known === undefined ? undefined : unpackedEvent(known, textAt(values, slots.requestMessage))
  }
}

/** Where the whole event stands that is written: what the server answers, if it is that, else what is sent. A patch is no event. */
function bodyOf(values: Values, verb: string): number | undefined {
  if (values[slots.responseKind] === 'Event') return slots.responseObject
  return verb !== 'patch' && values[slots.requestObject] === true ? slots.requestObject : undefined
}

const userOf = (values: Values): string => textAt(values, values[slots.impersonatedUser] === true ? slots.impersonatedUsername : slots.username)

const isDryRun = (uri: string): boolean => uri.includes('dryRun') && /[?&]dryRun=All(?:&|$)/.test(uri)

function observedOf(values: Values): Observed | undefined {
  const code = values[slots.code]
  return typeof code === 'number' ? {code, message: textAt(values, slots.message)} : undefined
}

/** What the names say where the body is missing: `web-0.17c0ffee` is about `web-0`, and the client is who sends it. */
function guessed(values: Values): LoggedEvent {
  return {
    source: {component: textAt(values, slots.userAgent).replace(/\/.*$/s, '')},
    involvedObject: {namespace: textAt(values, slots.namespace), name: textAt(values, slots.name).replace(/\.[0-9a-f]+$/i, '')},
  }
}
