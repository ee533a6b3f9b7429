import {LogReader} from '../log-reader.js'
import {ReadingTally} from '../reading-tally.js'
import type {UserOf} from '../users.js'
import type {BlockResult} from './block-result.js'
import {RecordPacker} from './packed-records.js'

/** Reads blocks of lines independently of the blocks before them. */
export class BlockReader {
  private readonly packer = new RecordPacker()
  private readonly tally = new ReadingTally()
  private reader: LogReader

  constructor(private readonly userOf: UserOf) {
    this.reader = this.newReader()
  }

  /**
   * Reads a block of whole lines.
   *
   * @param isBegun true if there is a line before the block that is not blank
   * @returns undefined if a document begins in the block and does not end in it
   */
  read(text: string, isBegun: boolean): BlockResult | undefined {
    const {reader, tally, packer} = this
    reader.begin('', isBegun)
    reader.readLines(text)
    const records = packer.take()
    const counts = tally.counts()
    tally.clear()
    if (!reader.isBetweenLines) {
      this.reader = this.newReader()
      return undefined
    }
    return {records, counts, isBegun: reader.isBegun}
  }

  private newReader(): LogReader {
    return new LogReader(this.packer, this.tally, this.userOf)
  }
}
