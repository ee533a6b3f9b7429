import {isObject, textOf} from '../../../machinery/go/json-value.js'
import type {BatchReader} from '../batch-reader.js'
import {isCanonical, readCanonical} from '../canonical.js'
import {fieldsOf, numberOf} from '../fields.js'
import {parseJson} from '../documents/open-document.js'
import {lineCounts} from '../line-tally.js'
import type {LogRecord} from '../request.js'
import {endKind, type ExtractEnd, extractVersion, headKind} from './format.js'

interface Head {
  readonly kind: unknown
  readonly version: unknown
}

/** Reads an extract, or several concatenated ones, line by line. */
export class ExtractReader {
  private line = 0
  private records = 0
  /** True after a head line until its end line. */
  private isOpen = false

  /** @param batches Receives the counts of lines read, skipped and unreadable */
  constructor(private readonly path: string, private readonly batches: BatchReader) {}

  /** Returns the record on a line, or undefined if there is none. */
  read(text: string): LogRecord | undefined {
    this.line++
    const value = text === '' ? undefined : parseJson(text, this.line, (_, reason) => this.reject(reason))
    if (value === undefined) return undefined
    const {json} = value
    const {kind} = fieldsOf<Head>(json)
    if (kind === headKind) this.begin(fieldsOf<Head>(json).version)
    else if (kind === endKind) this.finish(json)
    else return this.record(json)
    return undefined
  }

  /** Ends the file. An error of the whole file counts as an unreadable line. */
  end(error?: string): void {
    if (error !== undefined) this.reject(error)
    else if (this.isOpen) this.reject(cutOff)
    this.isOpen = false
  }

  private begin(version: unknown): void {
    if (this.isOpen) this.reject(cutOff)
    this.isOpen = true
    this.records = 0
    if (version !== extractVersion) this.reject(`an extract of another version of kadm: this one reads version ${extractVersion}`)
  }

  private record(json: unknown): LogRecord | undefined {
    this.records++
    const record = isObject(json) && isCanonical(json) ? readCanonical(json, this.line) : 'not a canonical record'
    if (typeof record !== 'string') return record
    this.reject(record)
    return undefined
  }

  private finish(json: unknown): void {
    const {lines, reordered, records} = fieldsOf<ExtractEnd>(json)
    const {unreadableLines, ...reported} = fieldsOf<ExtractEnd['lines']>(lines)
    const {tally} = this.batches
    if (this.isOpen && records !== this.records) this.reject(`${numberOf(records)} records were written, and ${this.records} are here`)
    this.isOpen = false
    this.batches.addReordered(numberOf(reordered))
    const rejected = Array.isArray(unreadableLines) ? unreadableLines.map((one) => fieldsOf<{path: unknown, line: unknown, reason: unknown}>(one)) : []
    for (const {path, line, reason} of rejected) tally.reject(textOf(path), numberOf(line), textOf(reason))
    for (const name of lineCounts) tally[name] += name === 'unreadable' ? Math.max(0, numberOf(reported[name]) - rejected.length) : numberOf(reported[name])
  }

  private reject(reason: string): void {
    this.batches.tally.reject(this.path, this.line, reason)
  }
}

const cutOff = 'the extract is cut off: its last line is missing'
