import type {JsonScalar} from './json-value.js'
import type {ScalarStyle} from './node.js'
import type {PlainBuilder} from './plain-builder.js'
import {
  backslash, colon, dash, doubleQuote, hash, isFlowCharacter, isFlowStart, isIndicator, isKeyCharacter, isKeyStart, lineFeed, singleQuote, space,
  verticalBar,
} from './plain-characters.js'
import {PlainCursor} from './plain-cursor.js'
import {readLiteral} from './plain-literal.js'
import type {Span} from './source-file.js'
import {resolvePlain} from './yaml-scalar.js'

/** Longer keys are left to js-yaml, as go-yaml limits their length. */
const longestKey = 500

/** Reads scalars on one line without escapes. Methods return undefined for all others. */
export class PlainScalars<Content, Mapping extends Content, Sequence extends Content> extends PlainCursor {
  /** End of the last node. */
  protected lastEnd = 0

  constructor(text: string, chunk: Span, protected readonly builder: PlainBuilder<Content, Mapping, Sequence>) {
    super(text, chunk)
  }

  /** Reads a key up to its colon; does not move if there is none. */
  protected key(): Content | undefined {
    const {at: start, code} = this
    const key = code === doubleQuote || code === singleQuote ? this.quoted(code) : this.word(isKeyStart, isKeyCharacter)
    if (key !== undefined && this.code === colon && this.isSpace(this.at + 1) && this.at - start < longestKey) return key
    this.at = start
    return undefined
  }

  /**
   * Reads the value at the end of a line.
   *
   * @param column that of the collection to which it belongs
   */
  protected scalar(column: number): Content | undefined {
    const {code} = this
    if (code === verticalBar) return this.literal(column)
    return code === doubleQuote || code === singleQuote ? this.quoted(code) : this.plain()
  }

  /** Reads a value in brackets. */
  protected flowScalar(): Content | undefined {
    const {code} = this
    return code === doubleQuote || code === singleQuote ? this.quoted(code) : this.word(isFlowStart, isFlowCharacter)
  }

  protected empty(at: number): Content {
    return this.built(at, at, 'plain', '', null)
  }

  private literal(column: number): Content | undefined {
    const {at: start} = this
    const read = readLiteral(this.text, {start, end: this.end}, column)
    if (read === undefined) return undefined
    const {content, end} = read
    this.at = end
    return this.built(start, end, 'literal', content, content)
  }

  private plain(): Content | undefined {
    const {text, at: start, code} = this
    if (isIndicator[code] === 1 && (code !== dash || this.isSpace(start + 1))) return undefined
    let end = start
    for (let at = start; at < text.length; at++) {
      const character = text.charCodeAt(at)
      if (character === lineFeed || (character === hash && text.charCodeAt(at - 1) === space)) break
      if (character === colon && this.isSpace(at + 1)) return undefined
      if (character !== space) end = at + 1
    }
    return this.unquoted(start, end)
  }

  private quoted(mark: number): Content | undefined {
    const {text, at: start} = this
    let end = start + 1
    for (let code = text.charCodeAt(end); code !== mark; code = text.charCodeAt(++end)) {
      if (code === lineFeed || (code === backslash && mark === doubleQuote) || end >= text.length) return undefined
    }
    if (mark === singleQuote && text.charCodeAt(end + 1) === singleQuote) return undefined
    this.at = end + 1
    const content = text.slice(start + 1, end)
    return this.built(start, end + 1, mark === doubleQuote ? 'double-quoted' : 'single-quoted', content, content)
  }

  private word(isStart: Uint8Array, isPart: Uint8Array): Content | undefined {
    const {text, at: start} = this
    if (isStart[text.charCodeAt(start)] !== 1) return undefined
    let end = start + 1
    while (isPart[text.charCodeAt(end)] === 1) end++
    return this.unquoted(start, end)
  }

  /** An unquoted scalar; undefined for numbers that JSON does not have. */
  private unquoted(start: number, end: number): Content | undefined {
    const content = this.text.slice(start, end)
    const value = resolvePlain(content)
    if (typeof value === 'number' && !Number.isFinite(value)) return undefined
    this.at = end
    return this.built(start, end, 'plain', content, value)
  }

  private built(start: number, end: number, style: ScalarStyle, text: string, value: JsonScalar): Content {
    this.lastEnd = end
    return this.builder.scalar(start, end, style, text, value)
  }
}
