import {skipTrivia} from './trivia.js'

/** A token of the text, or everything between two brackets. */
export interface YamlToken {
  readonly kind: 'plain' | 'quoted' | 'brackets' | 'block'
  readonly start: number
  readonly end: number
  /** False for quotes and brackets that are not closed. */
  readonly closed: boolean
}

const blanks = ' \t'
const lineBreaks = '\n\r'
const flowIndicators = ',[]{}'

const isOneOf = (characters: string, character: string): boolean => character !== '' && characters.includes(character)
const isSpace = (character: string): boolean => character === '' || isOneOf(blanks, character) || isOneOf(lineBreaks, character)

/**
 * A rough scanner for YAML that finds texts, comments and brackets in a text with any errors. It is used only for texts that
 * js-yaml rejects, so speed does not matter.
 */
export class YamlScanner {
  /** The tokens outside of brackets, and unclosed brackets. */
  readonly tokens: YamlToken[] = []
  private offset = 0
  private lineStart = 0
  /** False after the first token of a line. */
  private atLineStart = true
  /** The column of the key or dash that the current value belongs to: what its further lines are indented against. */
  private indent = -1
  /** True when a comment in brackets would cut an unquoted text in two. */
  private isAfterPlain = false
  private readonly pieces: string[] = []
  private copied = 0

  constructor(private readonly text: string) {}

  /**
   * A copy of the text, offset for offset, in which js-yaml finds what go-yaml finds in the original. go-yaml
   * ignores the indentation of brackets, braces and quoted texts. It reads `#` right after a token as a comment, and `\'` as an
   * escape. So quoted texts and everything in brackets is put on one line, and comments are blanked.
   */
  relax(): string {
    while (this.offset < this.text.length) this.blockToken()
    this.pieces.push(this.text.slice(this.copied))
    return this.pieces.join('')
  }

  /** The character at an offset; empty after the end. */
  private at(offset = this.offset): string {
    return this.text[offset] ?? ''
  }

  private found(kind: YamlToken['kind'], start: number, closed = true): void {
    this.tokens.push({kind, start, end: this.offset, closed})
  }

  private replace(start: number, end: number, filler = ' '): void {
    this.pieces.push(this.text.slice(this.copied, start), filler.repeat(end - start))
    this.copied = end
  }

  private lineEnd(offset: number): number {
    while (offset < this.text.length && !isOneOf(lineBreaks, this.at(offset))) offset++
    return offset
  }

  private blockToken(): void {
    const character = this.at()
    if (isOneOf(lineBreaks, character)) return this.nextLine()
    if (isOneOf(blanks, character)) return this.blockBlank()
    this.atLineStart = false
    if (character === '#') this.comment()
    else if (isOneOf('-?:', character) && isSpace(this.at(this.offset + 1))) this.indicator(this.offset - this.lineStart)
    else if (isOneOf('&*!', character)) this.property('')
    else if (isOneOf('|>', character)) this.blockScalar()
    else this.blockNode(character)
  }

  private nextLine(): void {
    this.lineStart = ++this.offset
    this.atLineStart = true
  }

  /** A tab after a token on the line is white space. */
  private blockBlank(): void {
    if (this.atLineStart) this.offset++
    else this.blank()
  }

  private blank(): void {
    if (this.at() !== ' ') this.replace(this.offset, this.offset + 1)
    this.offset++
  }

  /** `-`, `?` or `:`. */
  private indicator(column: number): void {
    this.indent = column
    this.offset++
  }

  /** An anchor, alias or tag. */
  private property(ends: string): void {
    while (!isSpace(this.at()) && !isOneOf(ends, this.at())) this.offset++
  }

  private comment(): void {
    const end = this.lineEnd(this.offset)
    if (!isSpace(this.at(this.offset - 1))) this.replace(this.offset, end)
    this.offset = end
  }

  /** A node, and when a colon follows it, the key that it is. */
  private blockNode(character: string): void {
    const start = this.offset
    const column = start - this.lineStart
    if (isOneOf('"\'', character)) this.found('quoted', start, this.quoted(character))
    else if (isOneOf('[{', character)) this.flow()
    else this.plain()
    while (isOneOf(blanks, this.at())) this.blockBlank()
    if (this.at() === ':' && isSpace(this.at(this.offset + 1))) this.indicator(column)
  }

  /** An unquoted text, with the lines that continue it. */
  private plain(): void {
    const start = this.offset
    do {
      while (!this.endsPlain()) this.offset++
    } while (this.continues())
    this.found('plain', start)
  }

  private endsPlain(): boolean {
    const character = this.at()
    if (character === '' || isOneOf(lineBreaks, character)) return true
    return (character === ':' && isSpace(this.at(this.offset + 1))) || (character === '#' && isSpace(this.at(this.offset - 1)))
  }

  /** Moves to the next nonblank line if it continues an unquoted text. */
  private continues(): boolean {
    if (!isOneOf(lineBreaks, this.at())) return false
    let {offset, lineStart} = this
    for (; offset < this.text.length && isSpace(this.at(offset)); offset++) if (isOneOf(lineBreaks, this.at(offset))) lineStart = offset + 1
    if (offset === this.text.length || offset - lineStart <= this.indent || this.at(offset) === '#') return false
    this.offset = offset
    this.lineStart = lineStart
    return true
  }

  private blockScalar(): void {
    const start = this.offset
    const end = this.lineEnd(start)
    const comment = this.text.slice(start, end).indexOf('#')
    if (comment !== -1 && !isSpace(this.at(start + comment - 1))) this.replace(start + comment, end)
    this.offset = end
    while (this.offset < this.text.length && this.isContent(this.offset + 1)) this.offset = this.lineEnd(this.offset + 1)
    this.found('block', start)
  }

  /** True for a line that is blank or indented deeper than the key or dash. */
  private isContent(lineStart: number): boolean {
    let offset = lineStart
    while (this.at(offset) === ' ') offset++
    return isOneOf(lineBreaks, this.at(offset)) || offset - lineStart > this.indent
  }

  /** Moves past the closing quote; returns false if there is none. */
  private quoted(mark: string): boolean {
    for (this.offset++; this.offset < this.text.length; this.offset++) {
      const character = this.at()
      if (character === '\\' && mark === '"') this.escape()
      else if (isOneOf(lineBreaks, character)) this.replace(this.offset, this.offset + 1)
      else if (character === mark && this.at(this.offset + 1) === mark && mark === "'") this.offset++
      else if (character === mark) return ++this.offset > 0
    }
    return false
  }

  private escape(): void {
    this.offset++
    if (this.at() === "'") this.replace(this.offset - 1, this.offset + 1, 'x')
    else if (isOneOf(lineBreaks, this.at())) this.replace(this.offset, this.offset + 1)
  }

  /** From a bracket to the one that closes it. */
  private flow(): void {
    const start = this.offset
    const open: number[] = []
    do {
      const character = this.at()
      if (isOneOf('[{', character)) open.push(this.offset)
      if (isOneOf(']}', character)) open.pop()
      this.flowToken(character)
    } while (open.length > 0 && this.offset < this.text.length)
    this.found('brackets', open.at(-1) ?? start, open.length === 0)
  }

  private flowToken(character: string): void {
    if (isSpace(character)) return this.blank()
    if (character === '#') return this.flowComments()
    this.isAfterPlain = false
    if (isOneOf('"\'', character)) this.flowQuoted(character)
    else if (isOneOf('&*!', character)) this.property(flowIndicators)
    else if (character === '-' && this.isTight()) this.fill()
    else if (isOneOf(flowIndicators, character) || isOneOf(':?', character)) this.offset++
    else this.flowPlain()
  }

  /** Comments, and all space around them. */
  private flowComments(): void {
    const end = skipTrivia(this.text, this.offset)
    if (!this.isAfterPlain || isOneOf(`${flowIndicators}:`, this.at(end))) this.replace(this.offset, end)
    this.offset = end
  }

  private flowQuoted(mark: string): void {
    const start = this.offset
    if (!this.quoted(mark)) this.found('quoted', start, false)
  }

  /** True for a `-` or `:` right before a comma or bracket, which go-yaml reads as part of an unquoted text. */
  private isTight(): boolean {
    return isOneOf(flowIndicators, this.at(this.offset + 1))
  }

  private fill(): void {
    this.replace(this.offset, ++this.offset, 'x')
  }

  /** An unquoted text in brackets, with the lines that continue it. */
  private flowPlain(): void {
    this.isAfterPlain = true
    while (!isOneOf(flowIndicators, this.at()) && this.offset < this.text.length) {
      if (isOneOf(lineBreaks, this.at())) this.blank()
      else if (this.at() === ':' && this.isTight()) this.fill()
      else if (this.endsPlain()) return
      else this.offset++
    }
  }
}
