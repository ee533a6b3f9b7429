import {printable} from '../../machinery/printable.js'
import type {Timed} from '../reorder.js'
import {Reorder} from '../reorder.js'
import {RecordLog} from '../record-log.js'
import type {LogRecord} from '../request.js'
import type {UserOf} from '../users.js'
import {endKind, type ExtractEnd, headLine} from './format.js'
import {recordJson} from './record-json.js'

interface Placed extends Timed {
  readonly record: LogRecord
}

/** Writes the records of logs and extracts as one extract, in order of time. */
export class ExtractLog extends RecordLog {
  private readonly order = new Reorder<Placed>(({record}) => this.write(recordJson(record)))
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

  override hold(): void {
    this.order.hold()
  }

  override release(): void {
    this.order.release()
  }

  override addReordered(count: number): void {
    this.reordered += count
  }

  /** Writes the remaining records and the last line. Returns how many records were reordered, and how many came too late for that. */
  finish(): {readonly reordered: number, readonly late: number} {
    this.order.end()
    const {reading, order: {late}} = this
    const reordered = this.reordered + this.order.reordered
    const end: ExtractEnd = {kind: endKind, records: this.records, reordered, lines: reading.counts()}
    this.print(`${printable(JSON.stringify(end))}\n`)
    return {reordered, late}
  }

  private write(json: object): void {
    this.records++
    this.print(`${printable(JSON.stringify(json))}\n`)
  }
}
