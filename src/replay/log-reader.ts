import {isUnreadable, yamlValues} from './yaml-document.js'
import {itemLines} from './item-lines.js'
import {ObjectReader} from './object-reader.js'
import type {ReadingTally} from './reading-tally.js'
import type {RequestSink} from './request.js'
import type {UserOf} from './users.js'

/** Longer lines, and documents, are not read. */
export const longestText = 64 * 1024 * 1024

/** What the audit events of kube-apiserver begin with. */
const auditPrefix = '{"kind":"Event","apiVersion":"audit.k8s.io/'

/** What stands in the audit events that count. A quotation mark in front would only make the search longer. */
const aboutEvents = 'resource":"events"'

const legacyAudit = /^\S+ AUDIT: /

const yamlStart = /^(?:---(?:\s|$)|%|#|(?:apiVersion|kind|items|metadata|type|object|involvedObject|regarding):(?:\s|$))/

/** How lines are taken: each by itself, or as parts of a document. */
type Mode = 'lines' | 'json' | 'yaml'

/**
 * Reads logs line by line: JSON lines, JSON documents over several lines as kubectl prints them, and YAML. What cannot be read
 * is counted, and reading goes on.
 */
export class LogReader {
  private readonly objects: ObjectReader
  private path = ''
  private line = 0
  private mode: Mode = 'lines'
  private isBegun = false
  private readonly document: string[] = []
  private documentLine = 0
  private documentLength = 0

  constructor(sink: RequestSink, private readonly tally: ReadingTally, userOf: UserOf) {
    this.objects = new ObjectReader(sink, tally, userOf)
  }

  /** Begins a file. */
  begin(path: string): void {
    this.path = path
    this.line = 0
    this.mode = 'lines'
    this.isBegun = false
    this.leaveDocument()
  }

  /** Takes a line, without the line break. */
  read(text: string): void {
    this.line++
    this.tally.lines++
    if (this.mode === 'lines') this.readLine(text)
    else if (this.mode === 'json') this.readJsonPart(text)
    else this.readYamlPart(text)
  }

  /** Ends a file. */
  end(): void {
    if (this.mode === 'yaml') this.endYaml()
    else if (this.mode === 'json') this.refuse(this.documentLine, 'the document that begins here does not end')
    this.leaveDocument()
  }

  /** Counts something that is wrong where the reader is now. */
  fail(reason: string): void {
    this.refuse(this.line, reason)
  }

  private readLine(text: string): void {
    if (text.startsWith(auditPrefix) && text.length <= longestText) this.readAudit(text)
    else if (text.charCodeAt(0) === 0x7b && text.length > 2) this.readJson(text, this.line, false)
    else this.readOther(text.trim())
  }

  /** What is nearly every line of an audit log is looked at no closer than need be. */
  private readAudit(text: string): void {
    this.isBegun = true
    if (!text.includes(aboutEvents) && text.endsWith('}')) {
      this.tally.auditEvents++
      this.tally.others++
      return
    }
    const reason = this.objects.readAuditText(text, this.line)
    if (reason === null) this.readJson(text, this.line, false)
    else if (reason !== undefined) this.refuse(this.line, reason)
  }

  /** A line that does not look like an object. */
  private readOther(text: string): void {
    if (text === '') return
    const isFirst = !this.isBegun
    this.isBegun = true
    if (text === '{' || text === '[') this.beginDocument('json', text)
    else if (isFirst && yamlStart.test(text)) this.beginYaml(text)
    else if (legacyAudit.test(text)) this.refuse(this.line, 'the legacy format of audit logs is not supported')
    else this.readJson(text, this.line, false)
  }

  private readJson(text: string, line: number, isDocument: boolean): void {
    this.isBegun = true
    if (text.length > longestText) return this.refuse(line, `longer than ${longestText} characters`)
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return this.refuse(line, 'not JSON')
    }
    let lines: readonly number[] | undefined
    const lineOf = (i: number): number => isDocument ? line - 1 + ((lines ??= itemLines(text))[i] ?? 1) : line
    this.objects.read(value, line, lineOf, (at, reason) => this.refuse(at, reason))
  }

  private beginDocument(mode: Mode, text: string): void {
    this.mode = mode
    this.documentLine = this.line
    this.addPart(text)
  }

  /** Documents are printed with an indentation: only their first and last lines stand at the margin. */
  private readJsonPart(text: string): void {
    if (text.startsWith('{"')) {
      this.end()
      this.mode = 'lines'
      return this.readLine(text)
    }
    this.addPart(text)
    if (!/^[}\]]\s*$/.test(text)) return
    this.mode = 'lines'
    const whole = this.takeDocument()
    if (whole !== undefined) this.readJson(whole, this.documentLine, true)
  }

  private beginYaml(text: string): void {
    this.beginDocument('yaml', text)
    if (/^---(?:\s|$)/.test(text)) this.document[0] = text.slice(3)
  }

  private readYamlPart(text: string): void {
    if (!/^---(?:\s|$)/.test(text)) return this.addPart(text)
    this.endYaml()
    this.documentLine = this.line
    this.addPart(text.slice(3))
  }

  private endYaml(): void {
    const line = this.documentLine
    const whole = this.takeDocument()
    if (whole === undefined) return
    for (const found of yamlValues(this.path, whole)) {
      const begin = line - 1 + found.line
      if (isUnreadable(found)) this.refuse(begin, found.reason)
      else this.objects.read(found.value, begin, (i) => line - 1 + (found.itemLines[i] ?? found.line), (at, reason) => this.refuse(at, reason))
    }
  }

  /** Of what is too long anyway, no more is kept. */
  private addPart(text: string): void {
    this.documentLength += text.length + 1
    if (this.documentLength <= longestText) this.document.push(text)
  }

  /** The document as a whole; undefined when it is too long, which is counted. */
  private takeDocument(): string | undefined {
    const whole = this.documentLength > longestText ? undefined : this.document.join('\n')
    if (whole === undefined) this.refuse(this.documentLine, `longer than ${longestText} characters`)
    this.leaveDocument()
    return whole
  }

  private leaveDocument(): void {
    this.document.length = 0
    this.documentLength = 0
  }

  private refuse(line: number, reason: string): void {
    this.tally.refuse(this.path, line, reason)
  }
}
