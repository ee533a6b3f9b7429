import {areSameBytes, utf8Bytes} from '../machinery/go/bytes.js'

/** A place in a text: `offset` counts UTF-16 units from 0; `line` and `column` (UTF-16 units too) count from 1. */
export interface Position {
  readonly offset: number
  readonly line: number
  readonly column: number
}

/** A stretch of a text, as offsets; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The place in a source file that corresponds to a place in a rendered text. */
export interface Origin {
  readonly file: SourceFile
  readonly span: Span
  /** True if the source has the same value; false for the closest known place. */
  readonly isExact: boolean
}

/** Finds the origin of a span of a rendered text; undefined if unknown. */
export type OriginOf = (span: Span) => Origin | undefined

/** One decoded input. `path` is for output: a file name, or `STDIN`. */
export class SourceFile {
  private lineStarts: number[] | undefined

  /** @param originOf for rendered text */
  constructor(
    readonly path: string,
    readonly text: string,
    /** Why the file cannot be read: `permission denied`. Its text is empty then. */
    readonly unreadable?: string,
    readonly originOf?: OriginOf,
  ) {}

  /**
   * Decodes bytes like kubectl: as UTF-8 unless a byte order mark indicates UTF-16. Removes the mark, and replaces invalid
   * UTF-8 by U+FFFD. UTF-16 that is truncated or has half a character is unreadable.
   */
  static decode(path: string, bytes: Uint8Array): SourceFile {
    const encoding = encodingOf(bytes)
    if (encoding === 'utf-8') return new SourceFile(path, new TextDecoder(encoding).decode(bytes))
    try {
      return new SourceFile(path, new TextDecoder(encoding, {fatal: true}).decode(bytes))
    } catch {
      const reason = bytes.length % 2 === 1 ? 'it ends in the middle of a character' : 'it has half a character (an unpaired surrogate)'
      return new SourceFile(path, '', `its byte order mark is that of UTF-16, and ${reason}`)
    }
  }

  /** The line and column of an offset; one past the end of the text is its last position. */
  position(offset: number): Position {
    const starts = this.starts()
    const line = lastAtMost(starts, offset)
    return {offset, line: line + 1, column: offset - (starts[line] ?? 0) + 1}
  }

  /** The text of a line, counted from 1, without its line break; empty if the line does not exist. */
  line(line: number): string {
    const starts = this.starts()
    const start = starts[line - 1]
    return start === undefined ? '' : this.text.slice(start, starts[line]).replace(/[\r\n]+$/, '')
  }

  /** The text of a span, for example of a node. */
  slice({start, end}: Span): string {
    return this.text.slice(start, end)
  }

  private starts(): number[] {
    return this.lineStarts ??= findLineStarts(this.text)
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

function findLineStarts(text: string): number[] {
  const starts = [0]
  for (const {index, 0: lineBreak} of text.matchAll(/\r\n?|\n/g)) starts.push(index + lineBreak.length)
  return starts
}

/** Returns the index of the last of the ascending numbers that is at most `limit`; 0 if none is. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((numbers[middle] ?? 0) <= limit) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Encodes a text like some bytes, with the same byte order mark.
 *
 * @returns undefined for bytes that are not valid in their encoding: their errors would be lost
 */
export function encodeLike(text: string, bytes: Uint8Array): Uint8Array | undefined {
  const encode = encoderFor(bytes)
  const before = encode(SourceFile.decode('', bytes).text)
  return areSameBytes(before, bytes) ? encode(text) : undefined
}

type Encode = (text: string) => Uint8Array

function encoderFor(bytes: Uint8Array): Encode {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return (text) => utf16Bytes(`\ufeff${text}`, true)
  if (first === 0xfe && second === 0xff) return (text) => utf16Bytes(`\ufeff${text}`, false)
  const mark = first === 0xef && second === 0xbb && third === 0xbf ? '\ufeff' : ''
  return (text) => utf8Bytes(mark + text)
}

function utf16Bytes(text: string, isLittleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length))
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), isLittleEndian)
  return new Uint8Array(view.buffer)
}

/** A place as text: `.kadm.yaml:3:5`. */
export function placeText(file: SourceFile, {start}: Span): string {
  const {line, column} = file.position(start)
  return `${file.path}:${line}:${column}`
}
