import {parseTime} from '../../../machinery/go/instant.js'
import {eventAt, keySlots, slots, textAt} from './audit-fields.js'
import type {Hash} from '../../lookup/hash.js'
import type {FieldValue} from './json-shapes.js'
import {approximatedObject, type LoggedEvent, type LogRecord, noApproximations, type Observed} from '../request.js'

const approximated: readonly string[] = [approximatedObject]
const unfinished: readonly string[] = ['stage', approximatedObject]

/** The last read audit event about writing an Event. Hot: most uses need only a few facts, which are read without creating objects. */
export class AuditedWrite {
  line = 0
  seconds = 0
  nanoseconds = 0
  private values: readonly FieldValue[] = []
  private bytes: Uint8Array | undefined
  /** The slot of the complete event; -1 if there is none. */
  private body = -1

  /** @param starts the positions of the values in the text; -1 for a value that is not there as it is */
  constructor(private readonly starts: Int32Array) {}

  /**
   * Sets the audit event.
   *
   * @param bytes the text, if it is ASCII
   * @returns false if its time is invalid
   */
  set(values: readonly FieldValue[], line: number, bytes: Uint8Array | undefined): boolean {
    const instant = parseTime(textAt(values, slots.time))
    if (instant === undefined) return false
    this.seconds = instant.seconds
    this.nanoseconds = instant.nanoseconds
    this.line = line
    this.values = values
    this.bytes = bytes
    this.body = bodyOf(values)
    return true
  }

  get time(): string {
    return this.text(slots.time)
  }

  get verb(): string {
    return this.text(slots.verb)
  }

  get group(): string {
    return this.text(slots.apiGroup)
  }

  get dryRun(): boolean {
    const uri = this.text(slots.requestURI)
    return uri.includes('dryRun') && /[?&]dryRun=All(?:&|$)/.test(uri)
  }

  get isBeginning(): boolean {
    return this.values[slots.stage] === 'RequestReceived'
  }

  get approx(): readonly string[] {
    return this.body !== -1 ? noApproximations : this.isBeginning ? unfinished : approximated
  }

  /** The server's response. */
  get observed(): Observed | undefined {
    const code = this.values[slots.code]
    return typeof code === 'number' ? {code, message: this.text(slots.message)} : undefined
  }

  /** False if the server accepted the request. */
  get isFailed(): boolean {
    const code = this.values[slots.code]
    return typeof code === 'number' && !(code >= 200 && code < 300)
  }

  addAuditID(hash: Hash): void {
    this.add(slots.auditID, hash)
  }

  addNamespace(hash: Hash): void {
    this.add(slots.namespace, hash)
  }

  addUser(hash: Hash): void {
    this.add(this.userSlot, hash)
  }

  /** Adds the name of the event. Returns false if there is none. */
  addName(hash: Hash): boolean {
    this.add(slots.name, hash)
    return this.text(slots.name) !== ''
  }

  addSourceAndObject(hash: Hash): void {
    const {body} = this
    if (body === -1) {
      for (const text of guessedParts(this.values)) hash.addText(text)
    } else {
      for (const slot of keySlots) this.add(body + slot, hash)
    }
  }

  /** Returns it as a record. */
  record(): LogRecord {
    const {values, body, seconds, nanoseconds, line} = this
    return {
      seconds, nanoseconds, time: this.time, verb: this.verb, observed: this.observed, line, group: this.group, dryRun: this.dryRun,
      user: this.text(this.userSlot), namespace: this.text(slots.namespace), name: this.text(slots.name),
      object: body === -1 ? guessed(values) : eventAt(values, body),
      approx: this.approx, auditID: this.text(slots.auditID), isBeginning: this.isBeginning, stored: undefined,
    }
  }

  private get userSlot(): number {
    return this.values[slots.impersonatedUser] === true ? slots.impersonatedUsername : slots.username
  }

  private text(slot: number): string {
    return textAt(this.values, slot)
  }

  private add(slot: number, hash: Hash): void {
    const {bytes} = this
    const text = this.text(slot)
    const start = this.starts[slot] ?? -1
    if (bytes === undefined || start === -1) hash.addText(text)
    else hash.addBytes(bytes, start, start + text.length)
  }
}

/** Returns the slot of the complete event: the response if it is an Event, else the request unless it is a patch. */
function bodyOf(values: readonly FieldValue[]): number {
  if (values[slots.responseKind] === 'Event') return slots.responseObject
  return values[slots.requestObject] === true && textAt(values, slots.verb) !== 'patch' ? slots.requestObject : -1
}

/** Infers the event from names if the body is missing: `web-0.17c0ffee` involves `web-0`, and the user agent is the source. */
function guessed(values: readonly FieldValue[]): LoggedEvent {
  const [component = '', namespace = '', name = ''] = guessedParts(values)
  return {source: {component}, involvedObject: {namespace, name}, message: textAt(values, slots.requestMessage)}
}

const guessedParts = (values: readonly FieldValue[]): string[] =>
  [textAt(values, slots.userAgent).replace(/\/.*$/s, ''), textAt(values, slots.namespace), textAt(values, slots.name).replace(/\.[0-9a-f]+$/i, '')]
