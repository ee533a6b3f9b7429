import {quote} from '../machinery/go-text.js'

/** What the scanner does with a character: goes to another state, or fails with what it expected. */
type State = (scanner: JsonScanner, character: string) => State | string

/** How a structure goes on behind a value in it. */
type Container = 'key' | 'value' | 'element'

/** Go's JSON scanner, as far as it says why a text is not JSON (encoding/json `scanner`). */
class JsonScanner {
  readonly containers: Container[] = []
  state: State = beginValue
}

const maxDepth = 10_000

/**
 * What Go says of a text that is not one JSON value; undefined when it is one (encoding/json `checkValid`; eventratelimit spec
 * 2.1).
 */
export function jsonFault(text: string): string | undefined {
  const fault = scan(text)
  return fault === undefined ? undefined : `couldn't get version/kind; json parse error: ${fault}`
}

/** Go looks at the bytes of the text, of which only those of ASCII are of any account outside strings. */
function scan(text: string): string | undefined {
  const scanner = new JsonScanner()
  for (const byte of new TextEncoder().encode(text)) {
    const character = String.fromCharCode(byte)
    const next = scanner.state(scanner, character)
    if (typeof next === 'string') return next.startsWith('exceeded') ? next : `invalid character ${quoteCharacter(character)} ${next}`
    scanner.state = next
  }
  return isComplete(scanner) ? undefined : 'unexpected end of JSON input'
}

/** A number ends where something follows that is not part of it. */
const isComplete = (scanner: JsonScanner): boolean => scanner.containers.length === 0 && scanner.state(scanner, ' ') === endTop

function quoteCharacter(character: string): string {
  if (character === "'") return "'\\''"
  return character === '"' ? "'\"'" : `'${quote(character).slice(1, -1)}'`
}

const isSpace = (character: string): boolean => character === ' ' || character === '\t' || character === '\r' || character === '\n'

const isDigit = (character: string): boolean => character >= '0' && character <= '9'

const beginValue: State = (scanner, character) => {
  if (isSpace(character)) return beginValue
  switch (character) {
    case '{': return open(scanner, 'key', beginFirstKey)
    case '[': return open(scanner, 'element', beginFirstElement)
    case '"': return inString
    case '-': return negative
    case '0': return zero
    case 't': return literal('true', 1)
    case 'f': return literal('false', 1)
    case 'n': return literal('null', 1)
    default: return isDigit(character) ? integer : 'looking for beginning of value'
  }
}

function open(scanner: JsonScanner, container: Container, state: State): State | string {
  scanner.containers.push(container)
  return scanner.containers.length <= maxDepth ? state : 'exceeded max depth'
}

const beginFirstElement: State = (scanner, character) => {
  if (isSpace(character)) return beginFirstElement
  return character === ']' ? endValue(scanner, character) : beginValue(scanner, character)
}

const beginFirstKey: State = (scanner, character) => {
  if (isSpace(character)) return beginFirstKey
  return character === '}' ? close(scanner) : beginKey(scanner, character)
}

const beginKey: State = (_scanner, character) => {
  if (isSpace(character)) return beginKey
  return character === '"' ? inString : 'looking for beginning of object key string'
}

function close(scanner: JsonScanner): State {
  scanner.containers.pop()
  return scanner.containers.length === 0 ? endTop : endValue
}

const endValue: State = (scanner, character) => {
  const {containers} = scanner
  const container = containers.at(-1)
  if (container === undefined) return endTop(scanner, character)
  if (isSpace(character)) return endValue
  if (container === 'key') {
    if (character !== ':') return 'after object key'
    containers[containers.length - 1] = 'value'
    return beginValue
  }
  if (container === 'element') return character === ',' ? beginValue : character === ']' ? close(scanner) : 'after array element'
  if (character === ',') containers[containers.length - 1] = 'key'
  return character === ',' ? beginKey : character === '}' ? close(scanner) : 'after object key:value pair'
}

const endTop: State = (_scanner, character) => isSpace(character) ? endTop : 'after top-level value'

const inString: State = (_scanner, character) => {
  if (character === '"') return endValue
  if (character === '\\') return escape
  return character < ' ' ? 'in string literal' : inString
}

const escape: State = (_scanner, character) => character === 'u' ? hexadecimal(4) : '"\\/bfnrt'.includes(character) ? inString : 'in string escape code'

const hexadecimal = (digits: number): State => (_scanner, character) => {
  if (!/[0-9a-fA-F]/.test(character)) return 'in \\u hexadecimal character escape'
  return digits === 1 ? inString : hexadecimal(digits - 1)
}

const negative: State = (_scanner, character) => character === '0' ? zero : isDigit(character) ? integer : 'in numeric literal'

const integer: State = (scanner, character) => isDigit(character) ? integer : zero(scanner, character)

/** Behind the digits in front of the point. */
const zero: State = (scanner, character) => {
  if (character === '.') return point
  return character === 'e' || character === 'E' ? exponent : endValue(scanner, character)
}

const point: State = (_scanner, character) => isDigit(character) ? fraction : 'after decimal point in numeric literal'

const fraction: State = (scanner, character) => {
  if (isDigit(character)) return fraction
  return character === 'e' || character === 'E' ? exponent : endValue(scanner, character)
}

const exponent: State = (scanner, character) => character === '+' || character === '-' ? exponentSign : exponentSign(scanner, character)

const exponentSign: State = (_scanner, character) => isDigit(character) ? exponentDigits : 'in exponent of numeric literal'

const exponentDigits: State = (scanner, character) => isDigit(character) ? exponentDigits : endValue(scanner, character)

const literal = (word: string, at: number): State => (_scanner, character) => {
  if (character !== word[at]) return `in literal ${word} (expecting ${quoteCharacter(word[at] ?? '')})`
  return at + 1 === word.length ? endValue : literal(word, at + 1)
}
