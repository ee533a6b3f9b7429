import type {Span} from './source-file.js'
import type {SourceRuleId} from './source-problem.js'
import {isLineBreak, lineEnd, lineStart, skipBlanks} from './trivia.js'
import {YamlScanner, type YamlToken} from './yaml-scanner.js'

/** An explanation of an error, with its place in the document. */
export interface Explanation extends Span {
  readonly message: string
  readonly hint?: string | undefined
  readonly ruleId?: SourceRuleId
}

/** The place where js-yaml failed, and its context. */
export class YamlSyntaxError {
  /** The offset at which js-yaml failed, or of the next character after blanks. */
  readonly offset: number
  private scanned: readonly YamlToken[] | undefined

  /** @param reason js-yaml's own words */
  constructor(
    readonly text: string,
    noticed: number,
    readonly reason: string,
  ) {
    const offset = skipBlanks(text, noticed)
    this.offset = isLineBreak(text.charCodeAt(offset)) ? noticed : offset
  }

  get character(): string {
    return this.text[this.offset] ?? ''
  }

  get line(): Span {
    return this.lineAt(this.offset)
  }

  lineAt(offset: number): Span {
    return {start: lineStart(this.text, offset), end: lineEnd(this.text, offset)}
  }

  sliceOf({start, end}: Span): string {
    return this.text.slice(start, end)
  }

  /** True if only blanks precede the place on its line. */
  get startsLine(): boolean {
    return this.text.slice(this.line.start, this.offset).trim() === ''
  }

  get tokens(): readonly YamlToken[] {
    if (this.scanned === undefined) {
      const scanner = new YamlScanner(this.text)
      scanner.relax()
      this.scanned = scanner.tokens
    }
    return this.scanned
  }

  /** The last token that starts before the place, or before another one. */
  tokenBefore(offset = this.offset): YamlToken | undefined {
    return this.tokens.findLast(({start}) => start < offset)
  }

  /** True within quotes, brackets and block texts. */
  isInside(offset: number): boolean {
    return this.tokens.some(({kind, start, end, closed}) => closed && start < offset && offset < end && kind !== 'plain')
  }

  /** @param span the place itself by default */
  explain(message: string, hint?: string, {start, end}: Span = this.here()): Explanation {
    return {start, end, message, hint}
  }

  /** The character, or the one before the end of the line. */
  private here(): Span {
    const {start, end} = this.line
    const at = Math.max(Math.min(this.offset, end - 1), start)
    return {start: at, end: Math.min(at + 1, end)}
  }
}
