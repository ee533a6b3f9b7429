import {unreadable} from './discover.js'
import {InputFile} from './input-file.js'
import {isEncoded} from './line-stream.js'
import {canReopen} from './log-paths.js'
import {type LineBlock, LineSplitter} from './split-lines.js'

/** A range of positions in a file. The lines that begin in it belong to it. */
export interface LineRange {
  readonly start: number
  /** The position after the range. */
  readonly end: number
}

/** The number of bytes read at once, split into lines at once, and read to find the end of a line. */
const [readSize, chunkSize, lookSize] = [1 << 18, 1 << 16, 1 << 12]

const lineFeed = 0x0a

/** Reads the lines of a file in ranges, each by itself, so that several threads can read a file. */
export class LineRanges {
  private readonly room = Buffer.allocUnsafeSlow(readSize)

  private constructor(private readonly file: InputFile, private readonly path: string, private readonly piece: number) {}

  /**
   * Opens a file.
   *
   * @param piece lines with more bytes than this are split
   * @returns undefined for input that can only be read from its beginning: a pipe, a compressed file, or UTF-16
   * @throws UsageError for a file that cannot be read
   */
  static open(path: string, piece: number): LineRanges | undefined {
    if (!canReopen(path)) return undefined
    try {
      const file = InputFile.open(path, 'files')
      const mark = Buffer.alloc(2)
      if (file.size > 0 && (file.readAt(mark, 0, 2, 0) < 2 || !isEncoded(mark.readUInt16BE()))) return new LineRanges(file, path, piece)
      file.close()
      return undefined
    } catch (error) {
      throw unreadable(path, error)
    }
  }

  /** Returns ranges that cover the file, each of a number of bytes at most. */
  * split(bytes: number): Generator<LineRange> {
    const {size} = this.file
    for (let start = 0; start < size; start += bytes) yield {start, end: Math.min(size, start + bytes)}
  }

  /**
   * Reads the lines that begin in a range, as `readBlocks` reads a file.
   *
   * @throws UsageError if the file cannot be read
   */
  * read({start, end}: LineRange): Generator<LineBlock> {
    const splitter = new LineSplitter(this.piece, start > 0)
    const chunk = Math.min(chunkSize, this.piece)
    const first = this.lineFrom(start, end)
    const last = first < end ? this.lineFrom(end, Infinity) : first
    for (let position = first; position < last;) {
      const count = this.bytesAt(position, Math.min(readSize, last - position))
      if (count === 0) break
      for (let at = 0; at < count; at += chunk) yield* splitter.push(this.room.subarray(at, Math.min(at + chunk, count)))
      position += count
    }
    yield* splitter.end()
  }

  close(): void {
    this.file.close()
  }

  /** Returns the position of the first line that begins at a position or behind it; a limit if there is none before. */
  private lineFrom(from: number, limit: number): number {
    if (from === 0) return 0
    for (let position = from - 1; position < limit;) {
      const count = this.bytesAt(position, lookSize)
      if (count === 0) break
      const found = this.room.subarray(0, count).indexOf(lineFeed)
      if (found !== -1) return Math.min(position + found + 1, limit)
      position += count
    }
    return limit
  }

  /** Reads bytes into the room. Returns their number. */
  private bytesAt(position: number, length: number): number {
    try {
      return this.file.readAt(this.room, 0, length, position)
    } catch (error) {
      throw unreadable(this.path, error)
    }
  }
}
