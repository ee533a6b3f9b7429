import {dash, hash, lineFeed, space} from './plain-characters.js'
import type {Span} from './source-file.js'

/** A position in a document without tabs and carriage returns. */
export class PlainCursor {
  /** The offset of the next character. */
  at: number
  /** The column of the first token of the line to which `nextLine` moved; -1 at the end of the document. */
  column = 0
  protected readonly end: number

  /** Before the first line of the document. */
  constructor(readonly text: string, {start, end}: Span) {
    this.at = start - 1
    this.end = end
  }

  /** Moves past the marker at the start of the document, if there is one. @returns false if a comment follows it without a space, which only kubectl accepts */
  skipMarker(): boolean {
    const start = this.at + 1
    if (!this.text.startsWith('---', start)) return true
    this.at = this.lineEnd(start)
    return this.isSpace(start + 3)
  }

  /** The next character; NaN at the end of the text. */
  get code(): number {
    return this.text.charCodeAt(this.at)
  }

  /** Moves from the end of a line to the next token on a later line. */
  nextLine(): void {
    const {text, end} = this
    for (let lineEnd = this.at; lineEnd < end;) {
      const start = lineEnd + 1
      let at = start
      while (text.charCodeAt(at) === space) at++
      const code = text.charCodeAt(at)
      if (at < end && code !== lineFeed && code !== hash) {
        this.at = at
        this.column = at - start
        return
      }
      lineEnd = code === lineFeed ? at : this.lineEnd(at)
    }
    this.at = end
    this.column = -1
  }

  /** Moves to the next token of the line. @returns true if there is none; the position is the end of the line then */
  isLineOver(): boolean {
    this.skipSpaces()
    const {code} = this
    if (this.at >= this.end || code === lineFeed) return true
    if (code !== hash || this.text.charCodeAt(this.at - 1) !== space) return false
    this.at = this.lineEnd(this.at)
    return true
  }

  skipSpaces(): void {
    while (this.text.charCodeAt(this.at) === space) this.at++
  }

  /** Returns true if the next token starts an item of a list. */
  isDash(): boolean {
    return this.code === dash && this.isSpace(this.at + 1)
  }

  /** Returns true for a space, a line feed and the end. */
  isSpace(at: number): boolean {
    const code = this.text.charCodeAt(at)
    return code === space || code === lineFeed || at >= this.end
  }

  private lineEnd(from: number): number {
    const at = this.text.indexOf('\n', from)
    return at === -1 ? this.text.length : at
  }
}
