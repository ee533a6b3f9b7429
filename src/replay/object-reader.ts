import {isCanonical, readCanonical} from './canonical.js'
import {fieldsOf, isObject, textOf} from './fields.js'
import {AuditReader} from './read-audit.js'
import {EventReader} from './read-events.js'
import type {ReadingTally} from './reading-tally.js'
import type {RequestSink} from './request.js'
import type {UserOf} from './users.js'

/** What tells objects of a log apart. */
interface LogObject {
  apiVersion: unknown
  kind: unknown
  items: unknown
  type: unknown
  object: unknown
}

/** On which line the items of a list begin. */
type LineOf = (index: number) => number

/** What a watch tells besides what has come or changed. */
const otherChanges: ReadonlySet<string> = new Set(['DELETED', 'BOOKMARK', 'ERROR'])

/** Makes requests out of the objects of a log, whatever form they have (eventratelimit spec 9). */
export class ObjectReader {
  private readonly audits: AuditReader
  private readonly events: EventReader

  constructor(private readonly sink: RequestSink, private readonly tally: ReadingTally, userOf: UserOf) {
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

  /**
   * Reads a value: an object, a list of objects, what a watch tells of one, or an array.
   *
   * @param refuse is told what is wrong, with the line
   */
  read(value: unknown, line: number, lineOf: LineOf, refuse: (line: number, reason: string) => void): void {
    const {kind, apiVersion, items} = fieldsOf<LogObject>(value)
    const list: unknown = Array.isArray(value) ? value : items
    if (!Array.isArray(list)) {
      const reason = this.readObject(value, line, '', '')
      if (reason !== undefined) refuse(line, reason)
      return
    }
    // The items of a typed list, an EventList, need not say what they are.
    const itemKind = textOf(kind).replace(/List$/, '')
    const isTyped = itemKind !== '' && itemKind !== textOf(kind)
    // The items of a list can be in any order, and are all there.
    this.sink.hold()
    for (const [i, item] of list.entries()) {
      const reason = this.readObject(item, lineOf(i), isTyped ? itemKind : '', isTyped ? textOf(apiVersion) : '')
      if (reason !== undefined) refuse(lineOf(i), reason)
    }
    this.sink.release()
  }

  /** @param isWatched whether it is what a watch tells of */
  private readObject(value: unknown, line: number, listKind: string, listVersion: string, isWatched = false): string | undefined {
    if (!isObject(value)) return 'not an object'
    const {kind, apiVersion, type, object} = fieldsOf<LogObject>(value)
    const version = textOf(apiVersion) || listVersion
    const name = textOf(kind) || listKind
    if (name === 'Event' && version.startsWith('audit.k8s.io/')) return this.audits.read(value, line)
    if (name === 'Event' && (version === 'v1' || version.startsWith('events.k8s.io/'))) return this.events.read(value, line)
    if (name === '' && isCanonical(value)) return readCanonical(value, line, this.sink, this.tally)
    if (name === '' && (type === undefined || !isObject(object) || isWatched)) return 'neither an audit event nor an Event nor a canonical record'
    if (name === '' && !otherChanges.has(textOf(type))) return this.readObject(object, line, '', '', true)
    this.tally.skipOther()
    return undefined
  }
}
