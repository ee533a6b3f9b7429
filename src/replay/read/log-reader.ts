import {longestText, type OpenDocument, parseJson, type Piece, type Reject, wholeLine} from './documents/open-document.js'
import {OpenJson, OpenJsonLine} from './documents/open-json.js'
import type {LineTally} from './line-tally.js'
import {ObjectReader} from './object-reader.js'
import type {RecordSink} from './record-sink.js'
import type {UserOf} from './users.js'

/** The beginning of each audit event that kube-apiserver writes. */
const auditPrefix = '{"kind":"Event","apiVersion":"audit.k8s.io/'

/** The text in all audit events about Events. A leading quotation mark would only slow down the search. */
const aboutEvents = 'resource":"events"'

const [carriageReturn, openBrace, closeBrace] = [0x0d, 0x7b, 0x7d]

const legacyAudit = /^\S+ AUDIT: /

const yamlStart = /^(?:---(?:\s|$)|%|#|(?:apiVersion|kind|items|metadata|type|object|involvedObject|regarding):(?:\s|$))/

/** Matches the end of the first line of a JSON document that spans several lines. No complete JSON value ends like this. */
const jsonGoesOn = /[[{,]$/

/** Begins to read the YAML documents of a file, from a line to its end. */
export type OpenYamlFile = (objects: ObjectReader, reject: Reject, path: string, line: number) => OpenDocument

/**
 * Reads logs line by line: JSON lines, JSON documents over several lines as kubectl prints them, and YAML. Counts unreadable
 * lines and continues.
 */
export class LogReader {
  private readonly objects: ObjectReader
  private readonly reject = (line: number, reason: string): void => this.tally.reject(this.path, line, reason)
  private path = ''
  private line = 0
  /** True if there was a line that is not blank. */
  isBegun = false
  /** True if the next text continues the line of the last one. */
  private goesOn = false
  private document: OpenDocument | undefined
  private bytes: Uint8Array | undefined

  constructor(sink: RecordSink, private readonly tally: LineTally, userOf: UserOf, private readonly openYaml: OpenYamlFile) {
    this.objects = new ObjectReader(sink, tally, userOf, this.reject)
  }

  /**
   * Begins a file.
   *
   * @param isBegun true if there is a line before that is not blank
   */
  begin(path: string, isBegun = false): void {
    this.path = path
    this.line = 0
    this.isBegun = isBegun
    this.goesOn = false
  }

  /** True unless a document or a line continues in the next text. */
  get isBetweenLines(): boolean {
    return this.document === undefined && !this.goesOn
  }

  /** Skips lines that another reader has read. Returns the number of lines before them. */
  pass(lines: number, isBegun: boolean): number {
    const before = this.line
    this.line += lines
    this.isBegun = isBegun
    return before
  }

  /**
   * Takes a line, without the line break.
   *
   * @param goesOn True for a piece of a line that the next text continues
   */
  read(text: string, goesOn = false): void {
    const begins = !this.goesOn
    this.bytes = undefined
    if (begins) {
      this.line++
      this.tally.lines++
    }
    this.goesOn = goesOn
    if (this.document === undefined && begins && !goesOn) this.readLine(text)
    else this.readPiece(text, {begins, goesOn})
  }

  /**
   * Takes whole lines with their line breaks.
   *
   * @param bytes the text, if it is ASCII
   */
  readLines(text: string, bytes?: Uint8Array): void {
    this.bytes = bytes
    let about = -1
    for (let start = 0; start < text.length;) {
      const lineBreak = text.indexOf('\n', start)
      const stop = lineBreak === -1 ? text.length : lineBreak
      const end = text.charCodeAt(stop - 1) === carriageReturn && stop > start ? stop - 1 : stop
      if (this.document !== undefined || this.goesOn) this.read(text.slice(start, end))
      else {
        this.line++
        this.tally.lines++
        if (about < start) about = placeOf(aboutEvents, text, start)
        this.readLineAt(text, start, end, about < end)
      }
      start = stop + 1
    }
  }

  /** Ends a file. */
  end(): void {
    this.document?.end()
    this.document = undefined
  }

  /** Counts the current line as unreadable. */
  fail(reason: string): void {
    this.reject(this.line, reason)
  }

  /** Reads a piece of a line, or a part of a document. */
  private readPiece(text: string, piece: Piece): void {
    if (this.document === undefined && piece.begins) this.beginLine(text)
    const rest = this.document?.read(text, piece)
    if (rest === undefined) return
    this.document = undefined
    if (rest.trim() === '') return
    // The rest of the document's last line is read as a line, if it is complete.
    if (piece.goesOn) this.reject(this.line, 'not JSON')
    else this.readLine(rest)
  }

  /** Begins a line that comes in pieces. */
  private beginLine(text: string): void {
    this.isBegun = true
    if (/^\s*[{[]/.test(text)) this.document = new OpenJsonLine(this.objects, this.reject, this.line)
    else this.reject(this.line, 'not JSON')
  }

  private readLine(text: string): void {
    this.readLineAt(text, 0, text.length, text.includes(aboutEvents))
  }

  /** @param mayCount true if the line contains the text in all audit events about Events */
  private readLineAt(text: string, start: number, end: number, mayCount: boolean): void {
    if (text.startsWith(auditPrefix, start) && end - start <= longestText) this.readAudit(text, start, end, mayCount)
    else if (text.charCodeAt(start) === openBrace && end - start > 2) this.readJson(text.slice(start, end))
    else this.readOther(text.slice(start, end).trim())
  }

  /** Fast path for audit events: most are not about Events and are only counted. */
  private readAudit(text: string, start: number, end: number, mayCount: boolean): void {
    this.isBegun = true
    if (!mayCount && text.charCodeAt(end - 1) === closeBrace) {
      this.tally.auditEvents++
      this.tally.others++
      return
    }
    const reason = this.objects.readAuditText(text, start, end, this.line, this.bytes)
    if (reason === null) this.readJson(text.slice(start, end))
    else if (reason !== undefined) this.reject(this.line, reason)
  }

  /** Reads a line that does not look like an object. */
  private readOther(text: string): void {
    if (text === '') return
    const isFirst = !this.isBegun
    this.isBegun = true
    if (isFirst && yamlStart.test(text)) this.beginDocument(this.openYaml(this.objects, this.reject, this.path, this.line), text)
    else if (legacyAudit.test(text)) this.reject(this.line, 'the legacy format of audit logs is not supported')
    else this.readJson(text)
  }

  private readJson(text: string): void {
    this.isBegun = true
    if (/^[{[]/.test(text) && jsonGoesOn.test(text.slice(-1))) return this.beginDocument(new OpenJson(this.objects, this.reject, this.line), text)
    const value = parseJson(text, this.line, this.reject)
    if (value !== undefined) this.objects.read(value.json, this.line)
  }

  private beginDocument(document: OpenDocument, text: string): void {
    this.document = document
    this.readPiece(text, wholeLine)
  }
}

/** Returns the first position of a text in another, from a position on; infinity if there is none. */
function placeOf(searched: string, text: string, from: number): number {
  const place = text.indexOf(searched, from)
  return place === -1 ? Infinity : place
}
