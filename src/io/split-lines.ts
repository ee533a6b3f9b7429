import {isAscii} from 'node:buffer'

const [lineFeed, carriageReturn] = [0x0a, 0x0d]

/** Cuts bytes that come in chunks into lines of text, in UTF-8. A byte order mark at the beginning goes away. */
export class LineSplitter {
  /** The beginning of a line of which the end has not come. */
  private parts: Buffer[] = []
  private length = 0
  private isBegun = false

  /** @param longest of a longer line, only so many bytes are kept and one more */
  constructor(private readonly longest: number) {}

  /** Takes a chunk, and gives the lines that it ends, without their line breaks. */
  push(chunk: Buffer): string[] {
    const lines: string[] = []
    // Nearly all logs are in ASCII, for which nothing has to be decoded.
    const encoding = isAscii(chunk) ? 'latin1' : 'utf8'
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      lines.push(this.length === 0 && this.isBegun ? textOf(chunk, start, end, encoding) : this.take(chunk.subarray(start, end)))
      start = end + 1
    }
    this.keep(chunk.subarray(start))
    return lines
  }

  /** The last line, if it has no line break. */
  end(): string[] {
    return this.length === 0 ? [] : [this.take(Buffer.alloc(0))]
  }

  private take(rest: Buffer): string {
    this.keep(rest)
    const line = Buffer.concat(this.parts)
    this.parts = []
    this.length = 0
    const text = textOf(line, 0, line.length, 'utf8')
    const isFirst = !this.isBegun
    this.isBegun = true
    return isFirst && text.startsWith('\ufeff') ? text.slice(1) : text
  }

  /** The chunk itself is not kept: its bytes may be read into again. */
  private keep(bytes: Buffer): void {
    const kept = bytes.subarray(0, Math.max(0, this.longest + 1 - this.length))
    if (kept.length > 0) this.parts.push(Buffer.from(kept))
    this.length += kept.length
  }
}

const textOf = (bytes: Buffer, start: number, end: number, encoding: 'latin1' | 'utf8'): string =>
  bytes.toString(encoding, start, bytes[end - 1] === carriageReturn && end > start ? end - 1 : end)
