import type {Wanted} from './arrival.js'
import type {AuditedWrite} from './audit/audited-write.js'
import type {BlockResult} from './blocks/block-result.js'
import type {Packed} from './blocks/packed.js'
import {LogReader} from './log-reader.js'
import {ReadingTally} from './reading-tally.js'
import type {RecordSink} from './record-sink.js'
import type {LogRecord} from './request.js'
import {type UserOf, usualUser} from './users.js'

/** Reads logs line by line and takes the records of extracts. Subclasses process the records. */
export abstract class RecordLog implements RecordSink {
  readonly reading = new ReadingTally()
  readonly paths: string[] = []
  /** What threads that read logs find out about each record; `records` for the records themselves. */
  abstract readonly wanted: Wanted | 'records'
  /** The path of the current log. */
  protected path = ''
  private readonly reader: LogReader

  /** @param userOf Returns the user of an event if the log does not contain it */
  constructor(userOf: UserOf = usualUser) {
    this.reader = new LogReader(this, this.reading, userOf)
  }

  /** Adds the path of a log or an extract to the result. */
  name(path: string): void {
    this.paths.push(path)
  }

  /** Begins a log. */
  begin(path: string): void {
    this.name(path)
    this.path = path
    this.reader.begin(path)
  }

  /**
   * Takes a line of the log.
   *
   * @param goesOn True for a piece of a line that the next text continues
   */
  read(line: string, goesOn = false): void {
    this.reader.read(line, goesOn)
  }

  /**
   * Takes whole lines of the log with their line breaks.
   *
   * @param goesOn true for a piece of a line, which the next block continues
   * @param bytes the text, if it is ASCII
   */
  readBlock(text: string, goesOn: boolean, bytes?: Uint8Array): void {
    if (goesOn) this.reader.read(text, true)
    else this.reader.readLines(text, bytes)
  }

  /** True unless a document or a line continues in the next block. */
  get isBetweenLines(): boolean {
    return this.reader.isBetweenLines
  }

  /**
   * Takes the result that a `BlockReader` has for the next block of lines.
   *
   * @param isBegun as given to the reader
   * @returns false if the block does not begin as the reader assumed: it must be read with `readBlock`
   */
  addBlock({records, counts, isBegun: isBegunBehind}: BlockResult, isBegun: boolean): boolean {
    const {reader, reading, path} = this
    this.learn(records)
    if (!reader.isBetweenLines || reader.isBegun !== isBegun) return false
    const line = reader.pass(counts.lines, isBegunBehind)
    reading.add(counts, path, line)
    this.addPacked(records, line)
    return true
  }

  /** Ends a log. A fault of the whole log counts as an unreadable line. */
  end(fault?: string): void {
    this.reader.end()
    if (fault !== undefined) this.reader.fail(fault)
  }

  /** Adds a record of an extract. Records of several extracts come in order of time. */
  addFrom(path: string, record: LogRecord): void {
    this.path = path
    this.add(record)
  }

  /** Adds the number of records that were reordered when an extract was written. */
  abstract addReordered(count: number): void
  abstract add(record: LogRecord): void
  abstract addWrite(write: AuditedWrite): void
  abstract hold(): void
  abstract release(): void

  /** Takes the names of a block, also of one that is not added. */
  abstract learn(packed: Packed): void

  /**
   * Adds what a thread found out about the records of a block.
   *
   * @param line number of lines before the block
   */
  abstract addPacked(packed: Packed, line: number): void
}
