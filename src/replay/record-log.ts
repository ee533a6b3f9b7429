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
