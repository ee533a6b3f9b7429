import {isAscii} from 'node:buffer'

const [lineFeed, carriageReturn] = [0x0a, 0x0d]

/** Cuts bytes that come in chunks into lines of text, in UTF-8. A byte order mark at the beginning goes away. */
export class LineSplitter {
  /** The beginning of a line of which the end has not come. */
  private parts: Buffer[] = []
  private length = 0
  private isBegun = false
  private isOpen = false

  /** @param piece the length in bytes from which lines are returned in pieces, each at most a chunk longer than that */
  constructor(private readonly piece: number) {}

  /** True if the last returned line is a piece that the next one continues. */
  get goesOn(): boolean {
    return this.isOpen
  }

  /** Takes a chunk, and gives the lines that it ends, without their line breaks; the last may be a piece of one that it does not end. */
  push(chunk: Buffer): string[] {
    const lines: string[] = []
    // Nearly all logs are in ASCII, for which nothing has to be decoded.
    const encoding = isAscii(chunk) ? 'latin1' : 'utf8'
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      lines.push(this.length === 0 && this.isBegun ? textOf(chunk, start, lineEnd(chunk, start, end), encoding) : this.take(chunk.subarray(start, end)))
      this.isOpen = false
      start = end + 1
    }
    this.keep(chunk.subarray(start))
    if (this.length > this.piece) lines.push(this.takePiece())
    return lines
  }

  /** The last line, if it has no line break. */
  end(): string[] {
    if (this.length === 0 && !this.isOpen) return []
    this.isOpen = false
    return [this.take(Buffer.alloc(0))]
  }

  private take(rest: Buffer): string {
    this.keep(rest)
    const line = this.kept()
    return this.begun(textOf(line, 0, lineEnd(line, 0, line.length), 'utf8'))
  }

  /** Takes the kept part of a line, up to a character that may be incomplete. */
  private takePiece(): string {
    const bytes = this.kept()
    const end = letterEnd(bytes)
    this.keep(bytes.subarray(end))
    this.isOpen = true
    return this.begun(textOf(bytes, 0, end, 'utf8'))
  }

  private kept(): Buffer {
    const bytes = Buffer.concat(this.parts)
    this.parts = []
    this.length = 0
    return bytes
  }

  private begun(text: string): string {
    const isFirst = !this.isBegun
    this.isBegun = true
    return isFirst && text.startsWith('\ufeff') ? text.slice(1) : text
  }

  /** The chunk itself is not kept: its bytes may be read into again. */
  private keep(bytes: Buffer): void {
    if (bytes.length > 0) this.parts.push(Buffer.from(bytes))
    this.length += bytes.length
  }
}

const textOf = (bytes: Buffer, start: number, end: number, encoding: 'latin1' | 'utf8'): string => bytes.toString(encoding, start, end)

const lineEnd = (bytes: Buffer, start: number, end: number): number => bytes[end - 1] === carriageReturn && end > start ? end - 1 : end

/** The start of the last character if it has several bytes, of which some may be missing; otherwise the end. UTF-8 uses up to four bytes. */
function letterEnd(bytes: Buffer): number {
  for (let i = bytes.length - 1; i >= 0 && i >= bytes.length - 4; i--) {
    const byte = bytes[i] ?? 0
    if (byte >= 0xc0) return i
    if (byte < 0x80) return bytes.length
  }
  return bytes.length
}
