const [quote, comma, backslash, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x2c, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Receives an item of the list in a document: the text between two commas, even if invalid.
 *
 * @param text undefined for one that is too long
 * @param line on which it begins; the document begins on line 0
 */
export type TakeItem = (text: string | undefined, line: number) => void

/** The number of pieces joined at a time: a list of many small strings takes more memory than their text. */
const maxPieces = 4096

/** Collects the pieces of a text up to a maximum length. */
class Collected {
  private parts: string[] = []
  private pieces: string[] = []
  private length = 0
  /** The first line that is not blank; -1 if there is none. */
  line = -1

  constructor(private readonly longest: number) {}

  add(text: string, line: number): void {
    this.length += text.length
    if (this.length <= this.longest && text !== '' && this.pieces.push(text) === maxPieces) {
      this.parts.push(this.pieces.join(''))
      this.pieces = []
    }
    if (this.line === -1 && /\S/.test(text)) this.line = line
  }

  /** The text; undefined when it is too long. */
  get text(): string | undefined {
    return this.length <= this.longest ? this.parts.concat(this.pieces).join('') : undefined
  }

  /** Its last characters: this number, and perhaps some more. */
  tail(count: number): string {
    let tail = ''
    for (let i = this.pieces.length - 1; i >= 0 && tail.length < count; i--) tail = `${this.pieces[i] ?? ''}${tail}`
    return tail.length < count ? `${this.parts.at(-1) ?? ''}${tail}` : tail
  }

  clear(): void {
    this.parts = []
    this.pieces = []
    this.length = 0
    this.line = -1
  }
}

/** The number of characters before a bracket that are searched for the name of its field. */
const longestName = 64

/**
 * Splits a JSON document that comes in pieces into the items of its list, without keeping the whole document in memory. The list is an
 * array, or the field `items` of an object. Finds only the boundaries of items.
 */
export class JsonDocument {
  /** The text outside of the list. */
  private readonly frame: Collected
  private readonly item: Collected
  private line = 0
  private depth = 0
  /** The depth of its items, while inside the list; otherwise 0. */
  private listDepth = 0
  private isInString = false
  private isEscaped = false
  private items = 0

  /** @param longest maximum number of characters of an item, and of the rest */
  constructor(private readonly take: TakeItem, longest: number) {
    this.frame = new Collected(longest)
    this.item = new Collected(longest)
  }

  /** The document without the items of the list; undefined when it is too long. */
  get text(): string | undefined {
    return this.frame.text
  }

  /** The document up to the list, closed, while inside the list. */
  get head(): string {
    return `${this.frame.text ?? ''}${this.listDepth === 1 ? ']' : ']}'}`
  }

  /** The item that has not ended, and the line on which it begins; undefined for none. */
  get lastItem(): {readonly text: string | undefined, readonly line: number} | undefined {
    return this.item.line === -1 ? undefined : this.item
  }

  /** True if an item or the end of the list may follow. */
  get isBetweenItems(): boolean {
    return this.listDepth > 0 && this.depth === this.listDepth && this.item.line === -1
  }

  /**
   * Takes a piece of a line.
   *
   * @returns the offset in it at which the document ends; undefined if the document continues
   */
  push(text: string): number | undefined {
    let start = 0
    for (let i = this.isInString ? this.endOfString(text, 0) + 1 : 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code === quote) i = this.endOfString(text, i + 1)
      else if (code === openBrace || code === openBracket) {
        this.depth++
        if (code === openBracket && this.listDepth === 0 && this.isList(text, start, i)) start = this.beginList(text, start, i + 1)
      } else if (code === comma && this.depth === this.listDepth) start = this.endItem(text, start, i) + 1
      else if (code === closeBrace || code === closeBracket) {
        if (this.depth === this.listDepth) start = this.endList(text, start, i)
        if (--this.depth === 0) {
          this.keep(text.slice(start, i + 1))
          return i + 1
        }
      }
    }
    this.keep(text.slice(start))
    return undefined
  }

  /** Ends a line. A string cannot contain a line break: an unclosed string is invalid, and ends here. */
  endLine(): void {
    this.keep('\n')
    this.line++
    this.isInString = this.isEscaped = false
  }

  /** The offset of the last character of the current string; the end of the text if the string continues. */
  private endOfString(text: string, from: number): number {
    this.isInString = true
    for (let i = from; i < text.length; i++) {
      if (this.isEscaped) this.isEscaped = false
      else if (text.charCodeAt(i) === backslash) this.isEscaped = true
      else if (text.charCodeAt(i) === quote) {
        this.isInString = false
        return i
      }
    }
    return text.length
  }

  /** True if a bracket begins the list: the first bracket of the document, or that of the field `items`. */
  private isList(text: string, start: number, at: number): boolean {
    if (this.depth > 2) return false
    const before = `${this.frame.tail(longestName)}${text.slice(Math.max(start, at - longestName), at)}`
    return this.depth === 1 ? before.trim() === '' : /(?<!\\)"items"\s*:\s*$/.test(before)
  }

  private beginList(text: string, start: number, end: number): number {
    this.keep(text.slice(start, end))
    this.listDepth = this.depth
    this.items = 0
    return end
  }

  private endItem(text: string, start: number, end: number): number {
    this.keep(text.slice(start, end))
    this.items++
    this.take(this.item.text, this.item.line === -1 ? this.line : this.item.line)
    this.item.clear()
    return end
  }

  private endList(text: string, start: number, end: number): number {
    const isEmpty = this.items === 0 && this.item.line === -1 && text.slice(start, end).trim() === ''
    if (isEmpty) this.item.clear()
    else this.endItem(text, start, end)
    this.listDepth = 0
    return end
  }

  private keep(text: string): void {
    (this.listDepth > 0 ? this.item : this.frame).add(text, this.line)
  }
}
