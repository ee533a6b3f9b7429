import {latin1Text} from './bytes.js'
import {quote} from './text.js'

// The syntax errors of Go's encoding/json, found by a scanner that goes from byte to byte as Go's does.

/** A state of the scanner: maps the next byte to the next state, or to the end of Go's error message. */
type Step = (byte: string) => Step | string

/** The nesting limit of lists and maps (encoding/json `maxNestingDepth`). */
const maxDepth = 10000

const isSpace = (byte: string): boolean => byte === ' ' || byte === '\t' || byte === '\r' || byte === '\n'

const isDigit = (byte: string): boolean => byte >= '0' && byte <= '9'

const escapes = 'bfnrt\\/"'

/** The state machine of encoding/json `scanner`. */
class Scanner {
  /** The lists and maps that are not closed yet. */
  private readonly open: string[] = []
  private step: Step = (byte) => this.value(byte)
  isComplete = false

  /** Takes one byte; returns Go's message if the byte is not allowed there. */
  take(byte: string): string | undefined {
    const next = this.step(byte)
    if (typeof next === 'string') return `invalid character ${quoteByte(byte)} ${next}`
    this.step = next
    return undefined
  }

  private value(byte: string): Step | string {
    if (isSpace(byte)) return this.step
    switch (byte) {
      case '{':
      case '[': return this.enter(byte)
      case '"': return (next) => this.text(next, (after) => this.end(after))
      case '-': return (next) => isDigit(next) ? this.integer(next) : 'in numeric literal'
      case 't': return this.word('true', 1)
      case 'f': return this.word('false', 1)
      case 'n': return this.word('null', 1)
      default: return isDigit(byte) ? this.integer(byte) : 'looking for beginning of value'
    }
  }

  private enter(bracket: '{' | '['): Step | string {
    this.open.push(bracket)
    if (this.open.length > maxDepth) return 'exceeded max depth'
    const close = bracket === '{' ? '}' : ']'
    return (byte) => byte === close ? this.leave() : bracket === '{' ? this.key(byte) : this.value(byte)
  }

  private leave(): Step {
    this.open.pop()
    this.isComplete = this.open.length === 0
    return (byte) => this.end(byte)
  }

  private key(byte: string): Step | string {
    if (isSpace(byte)) return this.step
    if (byte !== '"') return 'looking for beginning of object key string'
    return (next) => this.text(next, (after) => this.colon(after))
  }

  private colon(byte: string): Step | string {
    if (isSpace(byte)) return this.step
    return byte === ':' ? (next) => this.value(next) : 'after object key'
  }

  /** The state after a value. */
  private end(byte: string): Step | string {
    const within = this.open.at(-1)
    if (within === undefined) this.isComplete = true
    if (isSpace(byte)) return (next) => this.end(next)
    if (within === undefined) return 'after top-level value'
    if (byte === ',') return (next) => within === '{' ? this.key(next) : this.value(next)
    if (byte === (within === '{' ? '}' : ']')) return this.leave()
    return within === '{' ? 'after object key:value pair' : 'after array element'
  }

  private text(byte: string, end: Step): Step | string {
    if (byte === '"') return end
    if (byte === '\\') return (next) => this.escape(next, end)
    return byte < ' ' ? 'in string literal' : this.step
  }

  private escape(byte: string, end: Step): Step | string {
    if (byte === 'u') return (next) => this.hex(next, 3, end)
    return escapes.includes(byte) ? (next) => this.text(next, end) : 'in string escape code'
  }

  private hex(byte: string, more: number, end: Step): Step | string {
    if (!/[0-9a-fA-F]/.test(byte)) return 'in \\u hexadecimal character escape'
    return (next) => more > 0 ? this.hex(next, more - 1, end) : this.text(next, end)
  }

  private word(word: string, position: number): Step {
    const wanted = word.charAt(position)
    return (byte) => {
      if (byte !== wanted) return `in literal ${word} (expecting '${wanted}')`
      return position + 1 < word.length ? this.word(word, position + 1) : (next) => this.end(next)
    }
  }

  private integer(first: string): Step {
    const digits: Step = (byte) => isDigit(byte) && first !== '0' ? digits : this.fraction(byte)
    return digits
  }

  private fraction(byte: string): Step | string {
    if (byte !== '.') return this.exponent(byte)
    const digits: Step = (next) => isDigit(next) ? digits : this.exponent(next)
    return (next) => isDigit(next) ? digits : 'after decimal point in numeric literal'
  }

  private exponent(byte: string): Step | string {
    if (byte !== 'e' && byte !== 'E') return this.end(byte)
    const digits: Step = (next) => isDigit(next) ? digits : this.end(next)
    const first: Step = (next) => isDigit(next) ? digits : 'in exponent of numeric literal'
    return (next) => next === '+' || next === '-' ? first : first(next)
  }
}

/** Go's `quoteChar`: one byte, taken for a character, in single quotes. */
const quoteByte = (byte: string): string => byte === "'" ? "'\\''" : byte === '"' ? "'\"'" : `'${quote(byte).slice(1, -1)}'`

/** Go's message about bytes that are not one JSON value; undefined when they are (encoding/json `checkValid`). */
export function jsonSyntaxError(bytes: Uint8Array): string | undefined {
  const text = latin1Text(bytes)
  const scanner = new Scanner()
  for (const byte of text) {
    const error = scanner.take(byte)
    if (error !== undefined) return error
  }
  // A blank at the end completes numbers, and shows what else is not complete.
  const error = scanner.isComplete ? undefined : scanner.take(' ')
  return error ?? (scanner.isComplete ? undefined : 'unexpected end of JSON input')
}

const kinds: Readonly<Record<string, string>> = {'[': 'array', '"': 'string', 't': 'bool', 'f': 'bool', 'n': ''}

/**
 * Go's message about bytes that should be a JSON object, or null; undefined when they are (encoding/json `Unmarshal` into a
 * map). Numbers too large for Go are not noticed.
 */
export function jsonObjectError(bytes: Uint8Array): string | undefined {
  const error = jsonSyntaxError(bytes)
  if (error !== undefined) return error
  const first = latin1Text(bytes).trimStart().charAt(0)
  const kind = kinds[first] ?? 'number'
  return first === '{' || kind === '' ? undefined : `json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`
}
