import {ScalarNode} from './node.js'
import {
  backslash, colon, dash, doubleQuote, hash, isFlowCharacter, isFlowStart, isIndicator, isKeyCharacter, isKeyStart, lineFeed, singleQuote, space,
  verticalBar,
} from './plain-characters.js'
import {PlainCursor} from './plain-cursor.js'
import {readLiteral} from './plain-literal.js'
import {resolvePlain} from './yaml-scalar.js'

/** Longer keys are left to js-yaml, as go-yaml limits their length. */
const longestKey = 500

/** Reads scalars on one line without escapes. Methods return undefined for all others. */
export class PlainScalars extends PlainCursor {
  /** End of the last node. */
  protected lastEnd = 0

  /** Reads a key up to its colon; does not move if there is none. */
  protected key(): ScalarNode | undefined {
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
  protected scalar(column: number): ScalarNode | undefined {
    const {code} = this
    if (code === verticalBar) return this.literal(column)
    return code === doubleQuote || code === singleQuote ? this.quoted(code) : this.plain()
  }

  /** Reads a value in brackets. */
  protected flowScalar(): ScalarNode | undefined {
    const {code} = this
    return code === doubleQuote || code === singleQuote ? this.quoted(code) : this.word(isFlowStart, isFlowCharacter)
  }

  protected empty(at: number): ScalarNode {
    this.lastEnd = at
    return new ScalarNode(at, at, 'plain', '', null)
  }

  private literal(column: number): ScalarNode | undefined {
    const node = readLiteral(this.text, {start: this.at, end: this.end}, column)
    if (node !== undefined) this.at = this.lastEnd = node.end
    return node
  }

  private plain(): ScalarNode | undefined {
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

  private quoted(mark: number): ScalarNode | undefined {
    const {text, at: start} = this
    let end = start + 1
    for (let code = text.charCodeAt(end); code !== mark; code = text.charCodeAt(++end)) {
      if (code === lineFeed || (code === backslash && mark === doubleQuote) || end >= text.length) return undefined
    }
    if (mark === singleQuote && text.charCodeAt(end + 1) === singleQuote) return undefined
    this.at = this.lastEnd = end + 1
    const content = text.slice(start + 1, end)
    return new ScalarNode(start, end + 1, mark === doubleQuote ? 'double-quoted' : 'single-quoted', content, content)
  }

  private word(isStart: Uint8Array, isPart: Uint8Array): ScalarNode | undefined {
    const {text, at: start} = this
    if (isStart[text.charCodeAt(start)] !== 1) return undefined
    let end = start + 1
    while (isPart[text.charCodeAt(end)] === 1) end++
    return this.unquoted(start, end)
  }

  /** An unquoted scalar; undefined for numbers that JSON does not have. */
  private unquoted(start: number, end: number): ScalarNode | undefined {
    const content = this.text.slice(start, end)
    const value = resolvePlain(content)
    if (typeof value === 'number' && !Number.isFinite(value)) return undefined
    this.at = this.lastEnd = end
    return new ScalarNode(start, end, 'plain', content, value)
  }
}
