import type {BatchContent} from '../batch.js'
import {type LineCounts, LineTally} from '../line-tally.js'
import type {OpenDocument} from '../documents/open-document.js'
import {LogReader} from '../log-reader.js'
import type {UserOf} from '../users.js'
import {ArrivalPacker} from './packed-arrivals.js'
import {LinePacker} from './packed-lines.js'
import type {Packed} from './packed.js'

/** The records and counts of a block of lines, as plain values that can be sent to another thread. */
export interface BlockResult {
  readonly records: Packed
  /** The first line of the block is line 1. */
  readonly counts: LineCounts
  /** True if the block or a line before it is not blank. */
  readonly isBegun: boolean
}

/** A text of a log, its bytes if it is ASCII, and true if the next text continues its line. */
export type TextPiece = readonly [text: string, ascii: Uint8Array | undefined, goesOn?: boolean]

export type Packer = ArrivalPacker | LinePacker

/**
 * Returns the packer for records.
 *
 * @param thread the thread that packs
 */
export const packerOf = (content: BatchContent, thread: number): Packer =>
  content === 'records' ? new LinePacker(thread) : new ArrivalPacker(content, thread)

/**
 * YAML in a block. It continues to the end of the file, so that the block cannot be read by itself (`BatchReader` reads it): the threads do
 * without the modules that read YAML.
 */
const unreadYaml: OpenDocument = {read: () => undefined, end: () => undefined}

/** Reads blocks of lines independently of the blocks before them. */
export class BlockReader {
  private readonly packer: Packer
  private readonly tally = new LineTally()
  private reader: LogReader
  private path = ''

  /** @param thread the thread that reads */
  constructor(private readonly userOf: UserOf, content: BatchContent, thread: number) {
    this.packer = packerOf(content, thread)
    this.reader = this.newReader()
  }

  /** Begins a log: forgets the names of the last one. */
  begin(path: string): void {
    this.path = path
    this.packer.forget()
  }

  /**
   * Reads a block of whole lines.
   *
   * @param pieces the texts of whole lines, with their bytes if they are ASCII; or of a piece of a line, which the next one continues
   * @param isBegun true if there is a line before the block that is not blank
   * @returns undefined if a document begins in the block and does not end in it
   */
  read(pieces: Iterable<TextPiece>, isBegun: boolean): BlockResult | undefined {
    const {reader} = this
    reader.begin(this.path, isBegun)
    for (const [text, ascii, goesOn] of pieces) {
      if (goesOn === true) reader.read(text, true)
      else reader.readLines(text, ascii)
    }
    if (!reader.isBetweenLines) { this.drop(); return; }
    return {records: this.packer.take(), counts: this.tally.take(), isBegun: reader.isBegun}
  }

  /** Drops what was read of a block. */
  drop(): undefined {
    this.packer.drop()
    this.tally.take()
    this.reader = this.newReader()
  }

  private newReader(): LogReader {
    return new LogReader(this.packer, this.tally, this.userOf, () => unreadYaml)
  }
}
