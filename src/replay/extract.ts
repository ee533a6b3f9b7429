import {Reorder, type Timed} from './order/reorder.js'
import type {Batch} from './read/batch.js'
import {LineUnpacker, type RecordLine} from './read/blocks/packed-lines.js'
import {endLine, headLine} from './read/extract/format.js'
import {ReadingTally} from './report/log-tally.js'

/** The line of a record, with its place in the input. */
type Item = Timed & Pick<RecordLine, 'text'>

/** Writes the records of logs and extracts as one extract, in order of time. */
export class ExtractLog {
  /** Facts to determine about each record. */
  readonly content = 'records'
  readonly reading = new ReadingTally()
  private readonly lines = new LineUnpacker()
  private readonly order = new Reorder<Item>()
  private places = 0
  private reordered = 0
  private records = 0

  /** @param print Called with each line of the extract, including the line break */
  constructor(private readonly print: (line: string) => void) {
    print(`${headLine}\n`)
  }

  /** Takes the next batch of records. */
  add(batch: Batch): void {
    const {lines, order} = this
    this.reading.add(batch.counts, batch.line)
    this.reordered += batch.reordered
    lines.begin(batch)
    for (let step = lines.step(); step !== undefined; step = lines.step()) {
      if (step === 'record') {
        const {seconds, nanoseconds, text} = lines.line()
        order.push({seconds, nanoseconds, place: this.places++, text})
      } else order[step]()
      this.write()
    }
  }

  /** Writes the remaining records and the last line. Returns how many records were reordered, and how many came too late for that. */
  finish(): {readonly reordered: number, readonly late: number} {
    this.order.end()
    this.write()
    const {reading, records, order: {late}} = this
    const reordered = this.reordered + this.order.reordered
    this.print(`${endLine({records, reordered, lines: reading.counts()})}\n`)
    return {reordered, late}
  }

  /** Writes the records whose order is certain. */
  private write(): void {
    for (let item = this.order.next(); item !== undefined; item = this.order.next()) {
      this.records++
      this.print(`${item.text}\n`)
    }
  }
}
