import {isBlank, isBlankOrEnd, isLineBreak} from '../trivia.js'

/** An error of go-yaml about a text that it cannot parse. */
export class GoYamlError extends Error {
  override readonly name = 'GoYamlError'

  /**
   * @param line the number that the message gives; 0 for a message without one
   * @param offset the end of the text read so far
   */
  constructor(readonly problem: string, line = 0, readonly offset = 0) {
    super(line === 0 ? `yaml: ${problem}` : `yaml: line ${line}: ${problem}`)
  }
}

/** A text with a place in it, and go-yaml's kinds of characters (go-yaml `yamlprivateh.go`, `readerc.go`). */
export class YamlReader {
  offset: number
  /** Counted from 0, as is the column. */
  line = 0
  column = 0

  /** @param text may begin with a byte order mark, which is ignored */
  constructor(private readonly text: string) {
    this.offset = text.startsWith('\ufeff') ? 1 : 0
  }

  /** A character from the current one on; empty after the end. */
  at(distance = 0): string {
    return this.text.charAt(this.offset + distance)
  }

  private codeAt(distance: number): number {
    return this.text.charCodeAt(this.offset + distance)
  }

  startsWith(characters: string): boolean {
    return this.text.startsWith(characters, this.offset)
  }

  isEnd(distance = 0): boolean {
    return this.at(distance) === ''
  }

  isBlank(distance = 0): boolean {
    return isBlank(this.codeAt(distance))
  }

  isBreak(distance = 0): boolean {
    return isLineBreak(this.codeAt(distance))
  }

  isBreakOrEnd(distance = 0): boolean {
    return this.isEnd(distance) || this.isBreak(distance)
  }

  isSpace(distance = 0): boolean {
    return isBlankOrEnd(this.codeAt(distance))
  }

  /** True if the character is one of these. */
  isOneOf(characters: string, distance = 0): boolean {
    return !this.isEnd(distance) && characters.includes(this.at(distance))
  }

  isWord(): boolean {
    return /^[0-9A-Za-z_-]$/.test(this.at())
  }

  isDigit(): boolean {
    return /^[0-9]$/.test(this.at())
  }

  isHexadecimal(distance: number): boolean {
    return /^[0-9A-Fa-f]$/.test(this.at(distance))
  }

  /** True at a line that is `---` or `...`. */
  isDocumentIndicator(): boolean {
    return this.column === 0 && (this.startsWith('---') || this.startsWith('...')) && this.isSpace(3)
  }

  skip(count = 1): void {
    this.offset += count
    this.column += count
  }

  skipLine(): void {
    this.offset += this.startsWith('\r\n') ? 2 : 1
    this.column = 0
    this.line++
  }

  skipBlanks(): void {
    while (this.isBlank()) this.skip()
  }

  skipComment(): void {
    if (this.at() === '#') while (!this.isBreakOrEnd()) this.skip()
  }

  /** Reads letters, digits, `_` and `-`. */
  readWord(): string {
    const start = this.offset
    while (this.isWord()) this.skip()
    return this.text.slice(start, this.offset)
  }

  /** Fails at the current place. */
  fail(problem: string): never {
    throw new GoYamlError(problem, this.line === 0 ? 0 : this.line + 1, this.offset)
  }
}
