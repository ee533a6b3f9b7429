import type {Batch, BatchContent} from './batch.js'
import {type BlockResult, type Packer, packerOf} from './blocks/block-reader.js'
import type {Packed} from './blocks/packed.js'
import {OpenYaml} from './documents/open-yaml.js'
import {type LineCounts, LineTally} from './line-tally.js'
import {LogReader} from './log-reader.js'
import type {LogRecord} from './request.js'
import type {UserOf} from './users.js'

/** Reads logs and extracts into batches. */
export class BatchReader {
  readonly tally = new LineTally()
  private readonly packer: Packer
  private readonly reader: LogReader
  private paths: string[] = []
  private path = ''
  private reordered = 0

  /** @param userOf Returns the user of an event if the log does not contain it */
  constructor(userOf: UserOf, content: BatchContent) {
    this.packer = packerOf(content, mainThread)
    this.reader = new LogReader(this.packer, this.tally, userOf, (objects, reject, path, line) => new OpenYaml(objects, reject, path, line))
  }

  /** Begins a log. */
  begin(path: string): void {
    this.paths.push(path)
    this.path = path
    this.reader.begin(path)
  }

  /**
   * Reads a line of the log, without its line break.
   *
   * @param goesOn true for a piece of a line, which the next text continues
   */
  read(line: string, goesOn = false): void {
    this.reader.read(line, goesOn)
  }

  /**
   * Reads whole lines of the log with their line breaks.
   *
   * @param goesOn true for a piece of a line, which the next block continues
   * @param bytes the text, if it is ASCII
   */
  readBlock(text: string, goesOn: boolean, bytes?: Uint8Array): void {
    if (goesOn) this.reader.read(text, true)
    else this.reader.readLines(text, bytes)
  }

  /** Ends a log. An error of the whole log counts as an unreadable line. */
  end(error?: string): void {
    this.reader.end()
    if (error !== undefined) this.reader.fail(error)
  }

  /** Begins extracts that are merged. */
  beginExtracts(paths: readonly string[]): void {
    this.paths = this.paths.concat(paths)
    this.path = ''
  }

  /** Takes the next record of merged extracts, and the extract that contains it. */
  addFrom(path: string, record: LogRecord): void {
    this.packer.from(path)
    this.packer.add(record)
  }

  /** Adds the number of records that were moved into order of time when an extract was written. */
  addReordered(count: number): void {
    this.reordered += count
  }

  /** Returns what was read since the last batch. */
  take(): Batch {
    return this.batch(this.packer.take(), this.tally.take(), 0)
  }

  /** True unless a document or a line continues in the next block. */
  get isBetweenLines(): boolean {
    return this.reader.isBetweenLines
  }

  /**
   * Takes the next block of lines, which another thread has read. The batches before it must have been taken.
   *
   * @param isBegun as given to the thread
   * @returns the batch; undefined if the block does not begin as the thread assumed: then `takeNames` and `readBlock` take it
   */
  takeBlock({records, counts, isBegun: isBegunAfter}: BlockResult, isBegun: boolean): Batch | undefined {
    const {reader} = this
    if (!reader.isBetweenLines || reader.isBegun !== isBegun) return undefined
    return this.batch(records, counts, reader.pass(counts.lines, isBegunAfter))
  }

  /** Takes only the names of such a block: later blocks of the thread refer to them. */
  takeNames({records}: BlockResult): Batch {
    return this.batch({...records, numbers: new Float64Array(0)}, this.tally.take(), 0)
  }

  private batch(records: Packed, counts: LineCounts, line: number): Batch {
    const {paths, path, reordered} = this
    this.paths = []
    this.reordered = 0
    return {paths, path, line, records, counts, reordered}
  }
}

/** The number of the main thread, which reads all blocks that no worker reads. */
const mainThread = 0
