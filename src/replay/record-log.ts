import type {BlockResult} from './blocks/block-result.js'
import {RecordUnpacker} from './blocks/unpack-records.js'
import {LogReader} from './log-reader.js'
import {ReadingTally} from './reading-tally.js'
import type {LogRecord, RecordSink} from './request.js'
import {type UserOf, usualUser} from './users.js'

/** Reads logs line by line and takes the records of extracts. Subclasses process the records. */
export abstract class RecordLog implements RecordSink {
  readonly reading = new ReadingTally()
  readonly paths: string[] = []
  /** The path of the current log. */
  protected path = ''
  private readonly reader: LogReader
  private readonly unpacker = new RecordUnpacker()

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
   */
  readBlock(text: string, goesOn: boolean): void {
    if (goesOn) this.reader.read(text, true)
    else this.reader.readLines(text)
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
    if (!reader.isBetweenLines || reader.isBegun !== isBegun) return false
    const line = reader.pass(counts.lines, isBegunBehind)
    reading.add(counts, path, line)
    this.unpacker.unpack(records, line, this)
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
  abstract hold(): void
  abstract release(): void
}
