// Go's time.Parse for the two layouts of the Kubernetes API.

import {type Instant, parseTime} from './instant.js'

/** A part of a layout: Go's word for it, what may stand there, and what of that is out of range. */
interface Part {
  readonly word: string
  readonly pattern: RegExp
  readonly outOfRange?: (text: string) => string | undefined
}

const within = (name: string, low: number, high: number) => (text: string): string | undefined =>
  Number.parseInt(text, 10) < low || Number.parseInt(text, 10) > high ? name : undefined

/** Offsets of 24 hours and of 60 minutes pass; of two faults Go tells the later one. */
function offsetOutOfRange(text: string): string | undefined {
  if (Number(text.slice(4, 6)) > 60) return 'time zone offset minute'
  return Number(text.slice(1, 3)) > 24 ? 'time zone offset hour' : undefined
}

const date: readonly Part[] = [
  {word: '2006', pattern: /^\d{4}/},
  {word: '-', pattern: /^-/},
  {word: '01', pattern: /^\d{2}/, outOfRange: within('month', 1, 12)},
  {word: '-', pattern: /^-/},
  {word: '02', pattern: /^\d{2}/},
]

const clock: readonly Part[] = [
  {word: 'T', pattern: /^T/},
  {word: '15', pattern: /^\d{1,2}/, outOfRange: within('hour', 0, 23)},
  {word: ':', pattern: /^:/},
  {word: '04', pattern: /^\d{2}/, outOfRange: within('minute', 0, 59)},
  {word: ':', pattern: /^:/},
]

const seconds: Part = {word: '05', pattern: /^\d{2}/, outOfRange: within('second', 0, 59)}

const zone: Part = {word: 'Z07:00', pattern: /^(?:Z|[+-]\d{2}:\d{2})/, outOfRange: offsetOutOfRange}

const rfc3339: readonly Part[] = [...date, ...clock, {...seconds, pattern: /^\d{2}(?:[.,]\d+)?/}, zone]

const rfc3339Micro: readonly Part[] = [...date, ...clock, seconds, {word: '.000000', pattern: /^[.,]\d{6}/}, zone]

/** The message with which metav1.Time refuses a text, undefined when it is a time in RFC 3339. */
export const timeError = (text: string): string | undefined => parseError(text, rfc3339)

/** The message with which metav1.MicroTime refuses a text, undefined when it is a time with microseconds. */
export const microTimeError = (text: string): string | undefined => parseError(text, rfc3339Micro)

function parseError(text: string, layout: readonly Part[]): string | undefined {
  const found: string[] = []
  let rest = text
  for (const {word, pattern, outOfRange} of layout) {
    const match = pattern.exec(rest)?.[0]
    if (match === undefined) return mismatch(text, layout, rest, word)
    const name = outOfRange?.(match)
    if (name !== undefined) return rangeError(text, name)
    found.push(match)
    rest = rest.slice(match.length)
  }
  if (rest !== '') return `parsing time ${byteQuote(text)}: extra text: ${byteQuote(rest)}`
  const [year = 0, , month = 1, , day = 1] = found.map(Number)
  return day < 1 || day > daysIn(year, month) ? rangeError(text, 'day') : undefined
}

function mismatch(text: string, layout: readonly Part[], rest: string, word: string): string {
  const whole = layout.map((part) => part.word).join('')
  return `parsing time ${byteQuote(text)} as ${byteQuote(whole)}: cannot parse ${byteQuote(rest)} as ${byteQuote(word)}`
}

const rangeError = (text: string, name: string): string => `parsing time ${byteQuote(text)}: ${name} out of range`

// The Gregorian calendar repeats after 400 years; JavaScript's Date reads years below 100 as 19xx.
const daysIn = (year: number, month: number): number => new Date(Date.UTC(2000 + year % 400, month, 0)).getUTCDate()

/** The quoting of errors of Go's time package: ASCII from the blank on as it is, every other byte as `\x…`. */
export function byteQuote(text: string): string {
  const quoteByte = (byte: number): string => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`
    return byte >= 0x20 && byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`
  }
  return `"${Array.from(new TextEncoder().encode(text), quoteByte).join('')}"`
}

/**
 * The time in a text that timeError or microTimeError finds nothing wrong with. Go takes an hour of one digit, a comma before the
 * decimals, and offsets of up to 24 hours and 60 minutes.
 *
 * @returns undefined for a text that is no such time
 */
export const readTime = (text: string): Instant | undefined => parseTime(text.replace(/T(?=\d:)/, 'T0').replace(',', '.'))

/**
 * The nanoseconds since 1970 of such a time, as the API server keeps it: in whole seconds. An offset can carry the time into a year
 * that `readTime` does not read: -1 and 10000, as `utcTime` writes them.
 */
export const unixNanoseconds = (text: string): bigint => BigInt(readTime(text)?.seconds ?? secondsOfWideYear(text)) * 1_000_000_000n

function secondsOfWideYear(text: string): number {
  const [, sign = '', year = '', rest = ''] = /^(-?)(\d{4,6})(-.*)$/.exec(text) ?? []
  const milliseconds = Date.parse(`${sign === '' ? '+' : sign}${year.padStart(6, '0')}${rest}`)
  return Number.isNaN(milliseconds) ? 0 : Math.floor(milliseconds / 1000)
}
