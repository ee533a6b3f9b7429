import {LogReader} from './log-reader.js'
import {ReadingTally} from './reading-tally.js'
import type {LogRecord, RecordSink} from './request.js'
import {type UserOf, usualUser} from './users.js'

/** Takes logs line by line, and the records of extracts; gives all records to a subclass. */
export abstract class RecordLog implements RecordSink {
  readonly reading = new ReadingTally()
  readonly paths: string[] = []
  /** The log that is being read. */
  protected path = ''
  private readonly reader: LogReader

  /** @param userOf names who wrote events of which the log does not say it */
  constructor(userOf: UserOf = usualUser) {
    this.reader = new LogReader(this, this.reading, userOf)
  }

  /** Adds a log or an extract to those that the result names. */
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
   * @param goesOn whether it is only a piece of one, and the next one continues it
   */
  read(line: string, goesOn = false): void {
    this.reader.read(line, goesOn)
  }

  /** Ends a log; what went wrong with it as a whole counts as an unreadable line. */
  end(fault?: string): void {
    this.reader.end()
    if (fault !== undefined) this.reader.fail(fault)
  }

  /** Takes a record of an extract. Records of several extracts come in order of time. */
  addFrom(path: string, record: LogRecord): void {
    this.path = path
    this.add(record)
  }

  /** Counts lines that were put in order when an extract was written. */
  abstract addReordered(count: number): void
  abstract add(record: LogRecord): void
  abstract hold(): void
  abstract release(): void
}
