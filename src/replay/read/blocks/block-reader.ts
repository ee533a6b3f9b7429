import type {Wanted} from '../arrival.js'
import {LogReader} from '../log-reader.js'
import {ReadingTally} from '../reading-tally.js'
import type {UserOf} from '../users.js'
import type {BlockResult} from './block-result.js'
import {ArrivalPacker} from './packed-arrivals.js'
import {LinePacker} from './packed-lines.js'

/** Reads blocks of lines independently of the blocks before them. */
export class BlockReader {
  private readonly packer: ArrivalPacker | LinePacker
  private readonly tally = new ReadingTally()
  private reader: LogReader

  /** @param thread the thread that reads */
  constructor(private readonly userOf: UserOf, wanted: Wanted | 'records', thread: number) {
    this.packer = wanted === 'records' ? new LinePacker(thread) : new ArrivalPacker(wanted, thread)
    this.reader = this.newReader()
  }

  /** Begins a log: forgets the names of the last one. */
  begin(): void {
    this.packer.forget()
  }

  /**
   * Reads a block of whole lines.
   *
   * @param pieces the texts of pieces of whole lines, with their bytes if they are ASCII
   * @param isBegun true if there is a line before the block that is not blank
   * @returns undefined if a document begins in the block and does not end in it
   */
  read(pieces: Iterable<readonly [text: string, ascii: Uint8Array | undefined]>, isBegun: boolean): BlockResult | undefined {
    const {reader, tally, packer} = this
    reader.begin('', isBegun)
    for (const [text, ascii] of pieces) reader.readLines(text, ascii)
    const counts = tally.counts()
    tally.clear()
    if (reader.isBetweenLines) return {records: packer.take(), counts, isBegun: reader.isBegun}
    packer.drop()
    this.reader = this.newReader()
    return undefined
  }

  private newReader(): LogReader {
    return new LogReader(this.packer, this.tally, this.userOf)
  }
}
