import {auditPaths, eventAt, slots, textAt} from './audit-fields.js'
import {Interned} from './interned.js'
import {JsonFields} from './json-fields.js'
import type {FieldValue} from './json-shapes.js'
import type {ReadingTally} from './reading-tally.js'
import {exact, isWrite, type LoggedEvent, type Observed, type RecordSink, unknownObject} from './request.js'
import {parseTime} from '../machinery/go/instant.js'

/** Number of names of namespaces and users that are shared between records. */
const rememberedNames = 4096

type Values = readonly FieldValue[]

const approximated: readonly string[] = [unknownObject]
const unfinished: readonly string[] = ['stage', unknownObject]

/** Converts the audit events of an API server to records (spec eventratelimit 9.1). */
export class AuditReader {
  private readonly fields = new JsonFields(auditPaths)
  private readonly names = new Interned(rememberedNames)

  constructor(private readonly sink: RecordSink, private readonly tally: ReadingTally) {}

  /**
   * Reads an audit event that stands between two places of a text.
   *
   * @returns the error, or undefined if there is none; null for a text that has to be read in another way
   */
  readText(text: string, start: number, end: number, line: number): string | undefined | null {
    const values = this.fields.scan(text, start, end)
    return values === undefined ? null : this.readValues(values, line)
  }

  /**
   * Reads an audit event.
   *
   * @returns the error, or undefined if there is none
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
    const time = textAt(values, slots.time)
    const instant = parseTime(time)
    if (instant === undefined) return 'requestReceivedTimestamp is not a time in RFC 3339'
    const verb = textAt(values, slots.verb)
    const body = bodyOf(values, verb)
    this.sink.add({
      seconds: instant.seconds, nanoseconds: instant.nanoseconds, time, verb, observed: observedOf(values), line,
      group: textAt(values, slots.apiGroup), dryRun: isDryRun(textAt(values, slots.requestURI)),
      user: this.names.of(userOf(values)), namespace: this.names.of(textAt(values, slots.namespace)), name: textAt(values, slots.name),
      object: body === undefined ? guessed(values) : eventAt(values, body),
      approx: body !== undefined ? exact : isBeginning ? unfinished : approximated,
      auditID: textAt(values, slots.auditID), isBeginning, stored: undefined,
    })
    return undefined
  }
}

/** Returns the slot of the complete event: the response if it is an Event, else the request unless it is a patch. */
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

/** Infers the event from names if the body is missing: `web-0.17c0ffee` involves `web-0`, and the user agent is the source. */
function guessed(values: Values): LoggedEvent {
  return {
    source: {component: textAt(values, slots.userAgent).replace(/\/.*$/s, '')},
    involvedObject: {namespace: textAt(values, slots.namespace), name: textAt(values, slots.name).replace(/\.[0-9a-f]+$/i, '')},
    message: textAt(values, slots.requestMessage),
  }
}
