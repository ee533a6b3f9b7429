// Go's time.Parse for the two layouts of the Kubernetes API, and for those that machinery/x509 passes.

import {latin1Bytes, utf8Bytes} from './bytes.js'
import {formatSeconds, type Instant, parseTime} from './instant.js'

/** A part of a layout: Go's name for it, its syntax, and its range. */
export interface LayoutPart {
  readonly word: string
  readonly pattern: RegExp
  readonly outOfRange?: (text: string) => string | undefined
}

/** Returns the check of a number, which yields the name that Go has for one that is out of range. */
export const within = (name: string, low: number, high: number) => (text: string): string | undefined =>
  Number.parseInt(text, 10) < low || Number.parseInt(text, 10) > high ? name : undefined

/** Accepts offsets of 24 hours and of 60 minutes; of two errors Go reports the later one. */
function offsetOutOfRange(text: string): string | undefined {
  if (Number(text.slice(4, 6)) > 60) return 'time zone offset minute'
  return Number(text.slice(1, 3)) > 24 ? 'time zone offset hour' : undefined
}

const date: readonly LayoutPart[] = [
  {word: '2006', pattern: /^\d{4}/},
  {word: '-', pattern: /^-/},
  {word: '01', pattern: /^\d{2}/, outOfRange: within('month', 1, 12)},
  {word: '-', pattern: /^-/},
  {word: '02', pattern: /^\d{2}/},
]

const clock: readonly LayoutPart[] = [
  {word: 'T', pattern: /^T/},
  {word: '15', pattern: /^\d{1,2}/, outOfRange: within('hour', 0, 23)},
  {word: ':', pattern: /^:/},
  {word: '04', pattern: /^\d{2}/, outOfRange: within('minute', 0, 59)},
  {word: ':', pattern: /^:/},
]

const seconds: LayoutPart = {word: '05', pattern: /^\d{2}/, outOfRange: within('second', 0, 59)}

const zone: LayoutPart = {word: 'Z07:00', pattern: /^(?:Z|[+-]\d{2}:\d{2})/, outOfRange: offsetOutOfRange}

const rfc3339: readonly LayoutPart[] = [...date, ...clock, {...seconds, pattern: /^\d{2}(?:[.,]\d+)?/}, zone]

const rfc3339Micro: readonly LayoutPart[] = [...date, ...clock, seconds, {word: '.000000', pattern: /^[.,]\d{6}/}, zone]

/** Returns the error of metav1.Time; undefined for a valid time in RFC 3339. */
export const timeError = (text: string): string | undefined => layoutError(text, rfc3339)

/** Returns the error of metav1.MicroTime; undefined for a valid time with microseconds. */
export const microTimeError = (text: string): string | undefined => layoutError(text, rfc3339Micro)

/**
 * Returns the error of Go's time.Parse about a text that is no time of a layout.
 *
 * @param encoding latin1 for a text that holds bytes, as in certificates
 */
export function layoutError(text: string, layout: readonly LayoutPart[], encoding: 'utf8' | 'latin1' = 'utf8'): string | undefined {
  const quoted = (part: string): string => byteQuote(part, encoding)
  const rangeError = (name: string): string => `parsing time ${quoted(text)}: ${name} out of range`
  const found: Record<string, string> = {}
  let rest = text
  for (const {word, pattern, outOfRange} of layout) {
    const match = pattern.exec(rest)?.[0]
    if (match === undefined) return `parsing time ${quoted(text)} as ${quoted(layout.map((part) => part.word).join(''))}: cannot parse ${quoted(rest)} as ${quoted(word)}`
    const name = outOfRange?.(match)
    if (name !== undefined) return rangeError(name)
    found[word] = match
    rest = rest.slice(match.length)
  }
  if (rest !== '') return `parsing time ${quoted(text)}: extra text: ${quoted(rest)}`
  const day = Number(found['02'])
  return day < 1 || day > daysIn(Number(found['2006'] ?? found['06']), Number(found['01'])) ? rangeError('day') : undefined
}

// The Gregorian calendar repeats after 400 years; JavaScript's Date reads years below 100 as 19xx.
const daysIn = (year: number, month: number): number => new Date(Date.UTC(2000 + year % 400, month, 0)).getUTCDate()

/** Quotes a text like errors of Go's time package: printable ASCII unchanged, every other byte as `\x…`. */
export function byteQuote(text: string, encoding: 'utf8' | 'latin1' = 'utf8'): string {
  const quoteByte = (byte: number): string => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`
    return byte >= 0x20 && byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`
  }
  return `"${Array.from(encoding === 'utf8' ? utf8Bytes(text) : latin1Bytes(text), quoteByte).join('')}"`
}

/**
 * Parses a time that timeError or microTimeError accepts. Go accepts an hour of one digit, a comma before the decimals, and
 * offsets of up to 24 hours and 60 minutes.
 *
 * @returns undefined if the text is not such a time
 */
export const readTime = (text: string): Instant | undefined => parseTime(text.replace(/T(?=\d:)/, 'T0').replace(',', '.'))

/**
 * Returns the nanoseconds since 1970 of such a time, truncated to seconds as the API server stores it. Due to the offset, the year
 * can be outside the range of `readTime`: -1 or 10000, as `utcTime` writes them.
 */
export const unixNanoseconds = (text: string): bigint => BigInt(readTime(text)?.seconds ?? secondsOfWideYear(text)) * 1_000_000_000n

function secondsOfWideYear(text: string): number {
  const [, sign = '', year = '', rest = ''] = /^(-?)(\d{4,6})(-.*)$/.exec(text) ?? []
  const milliseconds = Date.parse(`${sign === '' ? '+' : sign}${year.padStart(6, '0')}${rest}`)
  return Number.isNaN(milliseconds) ? 0 : Math.floor(milliseconds / 1000)
}

/** Normalizes a time as metav1.Time writes it, in UTC with whole seconds (`Time.MarshalJSON`); returns an invalid time unchanged. */
export const utcTime = (text: string): string => inUtc(text, () => '')

/** Normalizes a time as metav1.MicroTime writes it, in UTC with microseconds (`MicroTime.MarshalJSON`); returns an invalid time unchanged. */
export const utcMicroTime = (text: string): string => inUtc(text, (fraction) => `.${fraction}`)

function inUtc(text: string, ending: (fraction: string) => string): string {
  const time = readTime(text)
  if (time === undefined) return text
  const [, fraction = ''] = /[.,](\d+)/.exec(text) ?? []
  return `${formatSeconds(time.seconds)}${ending(fraction)}Z`
}
