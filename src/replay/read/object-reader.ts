import {isObject, textOf} from '../../machinery/go/json-value.js'
import {isCanonical, readCanonical} from './canonical.js'
import {fieldsOf} from './fields.js'
import type {Reject} from './documents/open-document.js'
import {AuditReader} from './audit/audit-reader.js'
import {EventReader} from './event-reader.js'
import type {LineTally} from './line-tally.js'
import type {RecordSink} from './record-sink.js'
import type {UserOf} from './users.js'

/** The fields that identify the kind of an object in a log. */
interface LogObject {
  apiVersion: unknown
  kind: unknown
  items: unknown
  type: unknown
  object: unknown
  auditID: unknown
  involvedObject: unknown
  regarding: unknown
}

/** The kind and version of a list's items, which the items may omit. Empty if the list does not state them. */
export interface ListHead {
  readonly kind: string
  readonly apiVersion: string
}

const noList: ListHead = {kind: '', apiVersion: ''}

/** The types of watch events other than ADDED and MODIFIED. */
const otherChanges: ReadonlySet<string> = new Set(['DELETED', 'BOOKMARK', 'ERROR'])

/** Converts the objects of a log, in any supported form, to requests (spec eventratelimit 9). */
export class ObjectReader {
  private readonly audits: AuditReader
  private readonly events: EventReader

  /** Depth of open documents: the log's, and possibly a list on a line. */
  private documents = 0

  /** @param reject Called with the line and the reason for each unreadable object */
  constructor(private readonly sink: RecordSink, private readonly tally: LineTally, userOf: UserOf, private readonly reject: Reject) {
    this.audits = new AuditReader(sink, tally)
    this.events = new EventReader(sink, tally, userOf)
  }

  /**
   * Reads an audit event in the form that kube-apiserver writes, between two positions of a text.
   *
   * @param bytes the whole text, if it is ASCII
   * @returns the error, or undefined if there is none; null for a text that must be read as JSON
   */
  readAuditText(text: string, start: number, end: number, line: number, bytes: Uint8Array | undefined): string | undefined | null {
    return this.audits.readText(text, start, end, line, bytes)
  }

  /** Begins a document. The items of a list can be in any order until the document ends. */
  begin(): void {
    this.documents++
  }

  end(): void {
    if (--this.documents === 0) this.sink.release()
  }

  /**
   * Reads a value: an object, a list of objects, a watch event or an array.
   *
   * @param lineOf Returns the line on which an item of a list begins; by default, all are on the same line
   */
  read(value: unknown, line: number, lineOf: (index: number) => number = () => line): void {
    const {items} = fieldsOf<LogObject>(value)
    const list: unknown = Array.isArray(value) ? value : items
    if (!Array.isArray(list)) return this.readItem(value, line, noList)
    const head = this.headOf(value)
    this.begin()
    for (const [i, item] of list.entries()) this.readItem(item, lineOf(i), head)
    this.end()
  }

  /** Returns the kind and version of a list's items, if the list states them: an EventList has items of kind Event. */
  headOf(list: unknown): ListHead {
    const {kind, apiVersion} = fieldsOf<LogObject>(list)
    const [, itemKind = ''] = /^(.+)List$/.exec(textOf(kind)) ?? []
    return itemKind === '' ? noList : {kind: itemKind, apiVersion: textOf(apiVersion)}
  }

  /** Reads an item of a list. */
  readItem(value: unknown, line: number, head: ListHead): void {
    const reason = this.readObject(value, line, head)
    if (reason !== undefined) this.reject(line, reason)
  }

  /** @param isWatched True for the object of a watch event */
  private readObject(value: unknown, line: number, head: ListHead, isWatched = false): string | undefined {
    if (!isObject(value)) return 'not an object'
    const {type, object} = fieldsOf<LogObject>(value)
    const {kind, apiVersion} = kindOf(value, head)
    // Audit events are nearly in order, also in lists.
    if (kind === 'Event' && apiVersion.startsWith('audit.k8s.io/')) return this.audits.read(value, line)
    if (this.documents > 0) this.sink.hold()
    if (kind === 'Event' && (apiVersion === 'v1' || apiVersion.startsWith('events.k8s.io/'))) return this.events.read(value, line)
    if (kind === '' && isCanonical(value)) return this.readRecord(value, line)
    if (kind === '' && (type === undefined || !isObject(object) || isWatched)) return 'neither an audit event nor an Event nor a canonical record'
    if (kind === '' && !otherChanges.has(textOf(type))) return this.readObject(object, line, noList, true)
    this.tally.others++
    return undefined
  }

  private readRecord(value: object, line: number): string | undefined {
    const record = readCanonical(value, line)
    if (typeof record === 'string') return record
    this.sink.add(record)
    return undefined
  }
}

/** Returns the kind of an object: its own, else its list's, else one inferred from its fields, as after `jq '.items[]'`. */
function kindOf(value: object, head: ListHead): ListHead {
  const {kind, apiVersion, auditID, involvedObject, regarding} = fieldsOf<LogObject>(value)
  const stated = {kind: textOf(kind) || head.kind, apiVersion: textOf(apiVersion) || head.apiVersion}
  if (stated.kind !== '' || isCanonical(value)) return stated
  if (isObject(involvedObject)) return {kind: 'Event', apiVersion: 'v1'}
  if (isObject(regarding)) return {kind: 'Event', apiVersion: 'events.k8s.io/v1'}
  return textOf(auditID) === '' ? stated : {kind: 'Event', apiVersion: 'audit.k8s.io/v1'}
}
