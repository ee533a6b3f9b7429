import type {Random} from '../random.js'
import {manifestWords, steeringWords, valueWords, yamlWords} from './words.js'

/** Byte sequences that are hard to decode: byte order marks, halves of characters, overlong encodings. */
const pieces = ['efbbbf', 'fffe', 'feff', 'fffe0000', 'c0af', 'ed a0 80', 'f4908080', 'ff', '80', 'e2 80', '00', '0d0a', '1f8b0800', 'c285', 'e280a8', '7f', '1b5b'].map((hex) => Buffer.from(hex.replaceAll(' ', ''), 'hex'))

const words = [...yamlWords, ...manifestWords, ...steeringWords, ...valueWords]

/** The longest text that mutations make. */
const longest = 20_000

type Mutation<T> = (value: T, random: Random, other: T) => T

const place = (length: number, random: Random): number => random.below(length + 1)

/** A random range within a length: start and end. */
function stretch(length: number, random: Random): [from: number, to: number] {
  const from = place(length, random)
  return [from, Math.min(length, from + random.below(random.chance(0.8) ? 16 : length + 1))]
}

const concat = (...parts: Uint8Array[]): Uint8Array => Buffer.concat(parts)

const byteMutations: readonly Mutation<Uint8Array>[] = [
  (bytes, random) => {
    const copy = Buffer.from(bytes)
    if (copy.length > 0) copy[random.below(copy.length)] = random.below(256)
    return copy
  },
  (bytes, random) => {
    const at = place(bytes.length, random)
    return concat(bytes.subarray(0, at), random.pick(pieces), bytes.subarray(at))
  },
  (bytes, random) => {
    const [from, to] = stretch(bytes.length, random)
    return concat(bytes.subarray(0, from), bytes.subarray(to))
  },
  (bytes, random, other) => {
    const [from, to] = stretch(other.length, random)
    const at = place(bytes.length, random)
    return concat(bytes.subarray(0, at), other.subarray(from, to), bytes.subarray(at))
  },
  (bytes, random) => bytes.subarray(0, place(bytes.length, random)),
  (bytes, random) => Buffer.from(Buffer.from(bytes).toString('utf8'), random.chance(0.5) ? 'utf16le' : 'latin1'),
]

const inserted = (text: string, at: number, piece: string): string => text.slice(0, at) + piece + text.slice(at)

/** A text with other lines. */
const withLines = (text: string, change: (lines: string[]) => void): string => {
  const lines = text.split('\n')
  change(lines)
  return lines.join('\n')
}

const textMutations: readonly Mutation<string>[] = [
  (text, random) => inserted(text, place(text.length, random), random.pick(words)),
  (text, random) => inserted(text, place(text.length, random), random.pick(words)),
  (text, random) => {
    const [from, to] = stretch(text.length, random)
    return text.slice(0, from) + text.slice(to)
  },
  (text, random, other) => {
    const [from, to] = stretch(other.length, random)
    return inserted(text, place(text.length, random), other.slice(from, to))
  },
  (text, random) => withLines(text, (lines) => void lines.splice(random.below(lines.length), random.few(4))),
  (text, random) => withLines(text, (lines) => {
    const from = random.below(lines.length)
    lines.splice(random.below(lines.length), 0, ...lines.slice(from, from + random.few(6)))
  }),
  (text, random) => withLines(text, (lines) => {
    const [a, b] = [random.below(lines.length), random.below(lines.length)]
    const line = lines[a] ?? ''
    lines[a] = lines[b] ?? ''
    lines[b] = line
  }),
  (text, random) => withLines(text, (lines) => {
    const at = random.below(lines.length)
    lines[at] = random.chance(0.5) ? `  ${lines[at] ?? ''}` : (lines[at] ?? '').replace(/^ {1,2}/, '')
  }),
  // The value after a colon.
  (text, random) => {
    const values = [...text.matchAll(/(?<=[:-] )[^\s{[][^\n,}\]]*/g)]
    if (values.length === 0) return inserted(text, place(text.length, random), random.pick(words))
    const {index, 0: value} = random.pick(values)
    return text.slice(0, index) + random.pick(random.chance(0.7) ? valueWords : words) + text.slice(index + value.length)
  },
  // A number.
  (text, random) => {
    const numbers = [...text.matchAll(/\d+/g)]
    if (numbers.length === 0) return text
    const {index, 0: digits} = random.pick(numbers)
    return text.slice(0, index) + random.pick(['0', '-1', '1e3', '2147483648', '9223372036854775807', '99999999999999999999', '0.5', `${digits}0`, `0${digits}`]) + text.slice(index + digits.length)
  },
  // A repeated part.
  (text, random) => inserted(text, place(text.length, random), random.pick(['[', '{a: ', '- ', '"', '*a ', '\n---\n', '{', ' ', ',', '# ', '\u200b']).repeat(random.below(300))),
]

/** Bytes with a few changes. @param other bytes to take pieces from */
export function mutateBytes(bytes: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  let result = bytes
  for (let count = random.few(6); count > 0; count--) result = random.pick(byteMutations)(result, random, other)
  return result.subarray(0, longest)
}

/** A text with a few changes. @param other a text to take pieces from */
export function mutateText(text: string, random: Random, other: string): string {
  let result = text
  for (let count = random.few(6); count > 0; count--) result = random.pick(textMutations)(result, random, other)
  return result.slice(0, longest)
}
