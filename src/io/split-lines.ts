import {isAscii} from 'node:buffer'

import {append} from '../machinery/collections/append.js'

const [lineFeed, byteOrderMark] = [0x0a, Buffer.from('\ufeff')]

/** Whole lines in UTF-8 with their line breaks, or a piece of a line that is too long to be kept in memory. */
export interface LineBlock {
  /** Valid until the next block is read. */
  readonly bytes: Buffer
  /** True for a piece of a line, which the next block continues. */
  readonly goesOn: boolean
}

/** Cuts bytes that come in chunks between lines. Removes a byte order mark at the beginning. */
export class LineSplitter {
  /** The beginning of an incomplete line. */
  private parts: Buffer[] = []
  private length = 0
  private isOpen = false

  /**
   * @param piece the maximum length of a line in bytes: longer ones are returned in pieces, each at most a chunk longer than that. Chunks are not longer
   * @param isBegun true if other bytes come before the first chunk
   */
  constructor(private readonly piece: number, private isBegun = false) {}

  /** Takes a chunk, and returns the lines that it ends, without a copy of those that it also begins. */
  push(chunk: Buffer): LineBlock[] {
    const blocks: LineBlock[] = []
    let start = 0
    if (this.length > 0 || this.isOpen) {
      start = chunk.indexOf(lineFeed) + 1
      if (start > 0) append(blocks, this.takeLine(chunk.subarray(0, start)))
    }
    const end = chunk.lastIndexOf(lineFeed) + 1
    if (end > start) blocks.push(this.block(chunk.subarray(start, end), false))
    this.keep(chunk.subarray(end))
    if (this.length > this.piece) blocks.push(this.takePiece())
    return blocks
  }

  /** Returns the last line, if it has no line break. */
  end(): LineBlock[] {
    if (this.length === 0 && !this.isOpen) return []
    return this.takeLine(Buffer.of(lineFeed))
  }

  /** Ends the line. Whether a line comes in pieces depends on its length, and not on where chunks begin. */
  private takeLine(rest: Buffer): LineBlock[] {
    const pieces = this.length > 0 && this.length + rest.length > this.piece ? [this.takePiece()] : []
    this.keep(rest)
    return [...pieces, this.block(this.kept(), false)]
  }

  /** Takes the kept part of a line, up to a character that may be incomplete. */
  private takePiece(): LineBlock {
    const bytes = this.kept()
    const end = letterEnd(bytes)
    this.keep(bytes.subarray(end))
    return this.block(bytes.subarray(0, end), true)
  }

  private kept(): Buffer {
    const bytes = Buffer.concat(this.parts)
    this.parts = []
    this.length = 0
    return bytes
  }

  private block(bytes: Buffer, goesOn: boolean): LineBlock {
    const hasMark = !this.isBegun && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)
    this.isBegun = true
    this.isOpen = goesOn
    return {bytes: hasMark ? bytes.subarray(byteOrderMark.length) : bytes, goesOn}
  }

  /** The chunk itself is not kept: its bytes may be read into again. */
  private keep(bytes: Buffer): void {
    if (bytes.length > 0) this.parts.push(Buffer.from(bytes))
    this.length += bytes.length
  }
}

/** Decodes UTF-8. */
export const textOf = (bytes: Uint8Array): string => decoded(bytes)[0]

/** Decodes UTF-8. Returns the text, and the bytes again if all of them are ASCII. Nearly all logs are, which needs no decoding. */
export function decoded(bytes: Uint8Array): readonly [text: string, ascii: Uint8Array | undefined] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return isAscii(bytes) ? [buffer.toString('latin1'), bytes] : [buffer.toString('utf8'), undefined]
}

/** Number of bytes decoded at once. V8 gets memory for each larger text from the system, which takes longer than to read it. */
const pieceSize = 1 << 16

/** Decodes whole lines in UTF-8, a piece of whole lines at a time. */
export function* decodedPieces(bytes: Uint8Array, size = pieceSize): Generator<ReturnType<typeof decoded>> {
  for (let start = 0; start < bytes.length;) {
    const last = bytes.lastIndexOf(lineFeed, start + size - 1)
    const end = last >= start ? last + 1 : bytes.indexOf(lineFeed, start) + 1 || bytes.length
    yield decoded(bytes.subarray(start, end))
    start = end
  }
}

/** Returns the lines of a block, without their line breaks. */
export function linesOf({bytes, goesOn}: LineBlock): string[] {
  const text = textOf(bytes)
  if (goesOn || text === '') return goesOn ? [text] : []
  return text.slice(0, -1).split('\n').map((line) => line.endsWith('\r') ? line.slice(0, -1) : line)
}

/** The start of the last character if it has several bytes, of which some may be missing; otherwise the end. UTF-8 uses up to four bytes. */
function letterEnd(bytes: Buffer): number {
  for (let i = bytes.length - 1; i >= 0 && i >= bytes.length - 4; i--) {
    const byte = bytes[i] ?? 0
    if (byte >= 0xc0) return i
    if (byte < 0x80) return bytes.length
  }
  return bytes.length
}
