import type {AuditedWrite} from './read/audit/audited-write.js'
import {type RecordLine, unpackLines} from './read/blocks/packed-lines.js'
import type {Packed} from './read/blocks/packed.js'
import {RecordLog} from './read/record-log.js'
import type {Timed} from './order/reorder.js'
import {Reorder} from './order/reorder.js'
import type {LogRecord} from './read/request.js'
import type {UserOf} from './read/users.js'
import {endLine, headLine} from './read/extract/format.js'
import {recordLine} from './read/extract/record-json.js'

/** A record, or its line. */
type Item = Timed & ({readonly record: LogRecord} | {readonly text: string})

/** Writes the records of logs and extracts as one extract, in order of time. */
export class ExtractLog extends RecordLog {
  override readonly wanted = 'records'
  private readonly order = new Reorder<Item>((item) => this.write('text' in item ? item.text : recordLine(item.record)))
  private places = 0
  private reordered = 0
  private records = 0

  /** @param print Called with each line of the extract, including the line break */
  constructor(private readonly print: (line: string) => void, userOf?: UserOf) {
    super(userOf)
    print(`${headLine}\n`)
  }

  override add(record: LogRecord): void {
    const {seconds, nanoseconds} = record
    this.order.push({seconds, nanoseconds, place: this.places++, record})
  }

  override addWrite(write: AuditedWrite): void {
    this.add(write.record())
  }

  override hold(): void {
    this.order.hold()
  }

  override release(): void {
    this.order.release()
  }

  override addReordered(count: number): void {
    this.reordered += count
  }

  override learn(): void {
    // Lines of records have no names.
  }

  override addPacked(packed: Packed, line: number): void {
    unpackLines(packed, line, this, ({seconds, nanoseconds, text}: RecordLine) => this.order.push({seconds, nanoseconds, place: this.places++, text}))
  }

  /** Writes the remaining records and the last line. Returns how many records were reordered, and how many came too late for that. */
  finish(): {readonly reordered: number, readonly late: number} {
    this.order.end()
    const {reading, records, order: {late}} = this
    const reordered = this.reordered + this.order.reordered
    this.print(`${endLine({records, reordered, lines: reading.counts()})}\n`)
    return {reordered, late}
  }

  private write(line: string): void {
    this.records++
    this.print(`${line}\n`)
  }
}
