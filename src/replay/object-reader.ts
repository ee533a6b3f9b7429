import {isCanonical, readCanonical} from './canonical.js'
import {fieldsOf, isObject, textOf} from './fields.js'
import {AuditReader} from './read-audit.js'
import {EventReader} from './read-events.js'
import type {Refuse} from './open-document.js'
import type {ReadingTally} from './reading-tally.js'
import type {RecordSink} from './request.js'
import type {UserOf} from './users.js'

/** What tells objects of a log apart. */
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

/** What a list says that its items are; they need not say it themselves. Empty where it says nothing. */
export interface ListHead {
  readonly kind: string
  readonly apiVersion: string
}

const noList: ListHead = {kind: '', apiVersion: ''}

/** What a watch tells besides what has come or changed. */
const otherChanges: ReadonlySet<string> = new Set(['DELETED', 'BOOKMARK', 'ERROR'])

/** Makes requests out of the objects of a log, whatever form they have (eventratelimit spec 9). */
export class ObjectReader {
  private readonly audits: AuditReader
  private readonly events: EventReader

  /** How many documents it is in: that of a log, and perhaps a list on a line. */
  private documents = 0

  /** @param refuse is told what is wrong, with the line */
  constructor(private readonly sink: RecordSink, private readonly tally: ReadingTally, userOf: UserOf, private readonly refuse: Refuse) {
    this.audits = new AuditReader(sink, tally)
    this.events = new EventReader(sink, tally, userOf)
  }

  /**
   * Reads the text of an audit event, written as kube-apiserver does.
   *
   * @returns what is wrong with it; undefined when nothing is; null for a text that has to be read as JSON
   */
  readAuditText(text: string, line: number): string | undefined | null {
    return this.audits.readText(text, line)
  }

  /** Begins a document: if it is a list, its items can be in any order, and are all there when it ends. */
  begin(): void {
    this.documents++
  }

  end(): void {
    if (--this.documents === 0) this.sink.release()
  }

  /**
   * Reads a value: an object, a list of objects, what a watch tells of one, or an array.
   *
   * @param lineOf the lines on which the items of a list begin; all stand on one line unless given
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

  /** What a list says that its items are, if it does: an EventList, say, of which kind and version are those of its items. */
  headOf(list: unknown): ListHead {
    const {kind, apiVersion} = fieldsOf<LogObject>(list)
    const [, itemKind = ''] = /^(.+)List$/.exec(textOf(kind)) ?? []
    return itemKind === '' ? noList : {kind: itemKind, apiVersion: textOf(apiVersion)}
  }

  /** Reads an item of a list. */
  readItem(value: unknown, line: number, head: ListHead): void {
    const reason = this.readObject(value, line, head)
    if (reason !== undefined) this.refuse(line, reason)
  }

  /** @param isWatched whether it is what a watch tells of */
  private readObject(value: unknown, line: number, head: ListHead, isWatched = false): string | undefined {
    if (!isObject(value)) return 'not an object'
    const {type, object} = fieldsOf<LogObject>(value)
    const {kind, apiVersion} = kindOf(value, head)
    // Audit events are nearly in order, wherever they stand.
    if (kind === 'Event' && apiVersion.startsWith('audit.k8s.io/')) return this.audits.read(value, line)
    if (this.documents > 0) this.sink.hold()
    if (kind === 'Event' && (apiVersion === 'v1' || apiVersion.startsWith('events.k8s.io/'))) return this.events.read(value, line)
    if (kind === '' && isCanonical(value)) return this.readRecord(value, line)
    if (kind === '' && (type === undefined || !isObject(object) || isWatched)) return 'neither an audit event nor an Event nor a canonical record'
    if (kind === '' && !otherChanges.has(textOf(type))) return this.readObject(object, line, noList, true)
    this.tally.skipOther()
    return undefined
  }

  private readRecord(value: object, line: number): string | undefined {
    const record = readCanonical(value, line)
    if (typeof record === 'string') return record
    this.sink.add(record)
    return undefined
  }
}

/** What an object is: what it says, else what its list says, else what its fields tell, as with `jq '.items[]'`. */
function kindOf(value: object, head: ListHead): ListHead {
  const {kind, apiVersion, auditID, involvedObject, regarding} = fieldsOf<LogObject>(value)
  const said = {kind: textOf(kind) || head.kind, apiVersion: textOf(apiVersion) || head.apiVersion}
  if (said.kind !== '' || isCanonical(value)) return said
  if (isObject(involvedObject)) return {kind: 'Event', apiVersion: 'v1'}
  if (isObject(regarding)) return {kind: 'Event', apiVersion: 'events.k8s.io/v1'}
  return textOf(auditID) === '' ? said : {kind: 'Event', apiVersion: 'audit.k8s.io/v1'}
}
