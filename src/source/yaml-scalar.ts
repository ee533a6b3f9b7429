import {jsonInteger, jsonNumber, parseGoInteger} from './go-number.js'
import type {JsonScalar} from './json-value.js'

// The values of plain scalars in go-yaml v2: YAML 1.1 without sexagesimal numbers, and with timestamps as text.

const words = new Map<string, JsonScalar>([
  ...['~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, Infinity] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, -Infinity] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, NaN] as const),
])
const longestWord = 5

const numberLike = /^[-+]?[0-9._][-+.0-9A-Fa-f_xXoO]*$/
const decimal = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
const leadingPoint = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/

/** The value of an unquoted, untagged scalar. Infinities and NaN are returned unchanged: JSON cannot hold them. */
export function resolvePlain(text: string): JsonScalar {
  switch (text.charCodeAt(0)) {
    case 0x30: case 0x31: case 0x32: case 0x33: case 0x34: case 0x35: case 0x36: case 0x37: case 0x38: case 0x39:
      return fewDigits(text) ?? resolveNumber(text)
    case 0x2b: case 0x2d: // + -
      return word(text) ?? resolveNumber(text)
    case 0x2e: // .
      return word(text) ?? resolveFraction(text)
    case 0x79: case 0x59: case 0x6e: case 0x4e: case 0x74: case 0x54: case 0x66: case 0x46: case 0x6f: case 0x4f: case 0x7e: {
      const value = word(text) // y Y n N t T f F o O ~
      return value === undefined ? text : value
    }
    default:
      return text === '' ? null : text
  }
}

const word = (text: string): JsonScalar | undefined => text.length <= longestWord ? words.get(text) : undefined

/** Fast path for the most common numbers: one to fifteen digits without a leading zero. */
function fewDigits(text: string): number | undefined {
  const length = text.length
  if (length > 15 || (length > 1 && text.charCodeAt(0) === 0x30)) return undefined
  let value = 0
  for (let i = 0; i < length; i++) {
    const digit = text.charCodeAt(i) - 0x30
    if (digit < 0 || digit > 9) return undefined
    value = value * 10 + digit
  }
  return value
}

function resolveNumber(text: string): JsonScalar {
  if (!numberLike.test(text)) return text
  const plain = text.replaceAll('_', '')
  const integer = parseGoInteger(plain)
  if (integer !== undefined) return jsonInteger(integer)
  return decimal.test(plain) ? finite(plain, text) : text
}

const resolveFraction = (text: string): JsonScalar => leadingPoint.test(text) ? finite(text.replaceAll('_', ''), text) : text

/** A number too large for a double stays a text. */
function finite(plain: string, text: string): JsonScalar {
  const value = Number(plain)
  return Number.isFinite(value) ? jsonNumber(value) : text
}

/** True when the text of a scalar that resolves to a number is an integer (and not a float) to go-yaml. */
export const integerOf = (text: string): bigint | undefined => parseGoInteger(text.replaceAll('_', ''))

/** Returns true for the text of a number that starts with 0, which YAML 1.1 reads as an octal one. */
export const isOctal = (text: string): boolean => /^[-+]?0[0-7]+$/.test(text)
