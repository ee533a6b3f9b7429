import {utf8Bytes} from './bytes.js'

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The code of the character that completes a group of four. */
const padding = 0x3d

/** The value of a character by its code; -1 for characters that are no digits. The alphabet for URLs counts, too. */
const values = new Int8Array(128).fill(-1)
for (const [i, digit] of [...digits].entries()) values[digit.charCodeAt(0)] = i
for (const [digit, value] of [['-', 62], ['_', 63]] as const) values[digit.charCodeAt(0)] = value

/** Returns the bytes of a text in base64. Ignores characters that are no digits, and everything after padding. */
export function decodeBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(text.length * 3 / 4))
  let size = 0
  let bits = 0
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === padding) break
    const value = values[code] ?? -1
    if (value < 0) continue
    bits = (bits << 6 | value) & 0xffff
    count += 6
    if (count < 8) continue
    count -= 8
    bytes[size++] = bits >> count
  }
  return bytes.subarray(0, size)
}

/** Returns bytes in standard base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  const digit = (value: number): string => digits.charAt(value & 63)
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = [bytes[at], bytes[at + 1], bytes[at + 2]]
    text += digit(first >> 2) + digit(first << 4 | (second ?? 0) >> 4)
    text += second === undefined ? '==' : digit(second << 2 | (third ?? 0) >> 6) + (third === undefined ? '=' : digit(third))
  }
  return text
}

/** Returns the number of bytes of a text in base64, by its length. */
export const decodedSize = (text: string): number =>
  Math.floor((text.length - (text.endsWith('==') && text.length > 2 ? 2 : text.endsWith('=') ? 1 : 0)) * 3 / 4)

const alphabet = /[A-Za-z0-9+/]/

const isLineBreak = (byte: number | undefined): boolean => byte === 10 || byte === 13

/** The position of the first byte after `at` that is not a line break. */
function nextByte(bytes: Uint8Array, at: number): number {
  let position = at + 1
  while (isLineBreak(bytes[position])) position++
  return position
}

/**
 * The offset at which Go's decoder fails, as its CorruptInputError counts bytes; undefined for valid standard base64 with padding.
 * Line breaks are skipped (encoding/base64).
 */
export function base64ErrorOffset(text: string): number | undefined {
  const bytes = utf8Bytes(text)
  let count = 0
  for (const [at, byte] of bytes.entries()) {
    if (isLineBreak(byte)) continue
    const character = String.fromCharCode(byte)
    if (character === '=') return paddingErrorOffset(bytes, at, count % 4)
    if (!alphabet.test(character)) return at
    count++
  }
  return count % 4 === 0 ? undefined : bytes.length - count % 4
}

/** @param count the number of digits of the last group of four before its padding */
function paddingErrorOffset(bytes: Uint8Array, at: number, count: number): number | undefined {
  if (count < 2) return at
  let last = at
  if (count === 2) {
    last = nextByte(bytes, at)
    if (last === bytes.length) return last
    if (bytes[last] !== padding) return last - 1
  }
  const rest = nextByte(bytes, last)
  return rest < bytes.length ? rest : undefined
}
