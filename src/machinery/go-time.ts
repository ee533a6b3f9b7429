// Go's time.Parse for the two layouts of the Kubernetes API, as far as its verdict and its message go.

/** A part of a layout: Go's word for it, what may stand there, and the largest number that is in range. */
interface Part {
  readonly word: string
  readonly pattern: RegExp
  readonly name?: string
  readonly low?: number
  readonly high?: number
}

const date: readonly Part[] = [
  {word: '2006', pattern: /^\d{4}/},
  {word: '-', pattern: /^-/},
  {word: '01', pattern: /^\d{2}/, name: 'month', low: 1, high: 12},
  {word: '-', pattern: /^-/},
  {word: '02', pattern: /^\d{2}/},
]

const clock: readonly Part[] = [
  {word: 'T', pattern: /^T/},
  {word: '15', pattern: /^\d{1,2}/, name: 'hour', high: 23},
  {word: ':', pattern: /^:/},
  {word: '04', pattern: /^\d{2}/, name: 'minute', high: 59},
  {word: ':', pattern: /^:/},
]

const seconds: Part = {word: '05', pattern: /^\d{2}/, name: 'second', high: 59}

const zone: Part = {word: 'Z07:00', pattern: /^(?:Z|[+-]\d{2}:\d{2})/}

const rfc3339: readonly Part[] = [...date, ...clock, {...seconds, pattern: /^\d{2}(?:[.,]\d+)?/}, zone]

const rfc3339Micro: readonly Part[] = [...date, ...clock, seconds, {word: '.000000', pattern: /^[.,]\d{6}/}, zone]

/** The message with which metav1.Time refuses a text, undefined when it is a time in RFC 3339. */
export const timeError = (text: string): string | undefined => parseError(text, rfc3339)

/** The message with which metav1.MicroTime refuses a text, undefined when it is a time with microseconds. */
export const microTimeError = (text: string): string | undefined => parseError(text, rfc3339Micro)

function parseError(text: string, layout: readonly Part[]): string | undefined {
  const found: string[] = []
  let rest = text
  for (const part of layout) {
    const match = part.pattern.exec(rest)?.[0]
    if (match === undefined) return mismatch(text, layout, rest, part.word)
    if (isOutOfRange(match, part)) return outOfRange(text, part.name ?? '')
    found.push(match)
    rest = rest.slice(match.length)
  }
  if (rest !== '') return `parsing time ${byteQuote(text)}: extra text: ${byteQuote(rest)}`
  const [year, , month, , day] = found.map(Number)
  if (day === 0 || (day ?? 0) > daysIn(year ?? 0, month ?? 1)) return outOfRange(text, 'day')
  return zoneError(text, found.at(-1) ?? 'Z')
}

function isOutOfRange(match: string, {low = 0, high = Infinity}: Part): boolean {
  const value = Number.parseInt(match, 10)
  return value < low || value > high
}

function mismatch(text: string, layout: readonly Part[], rest: string, word: string): string {
  const whole = layout.map((part) => part.word).join('')
  return `parsing time ${byteQuote(text)} as ${byteQuote(whole)}: cannot parse ${byteQuote(rest)} as ${byteQuote(word)}`
}

const outOfRange = (text: string, name: string): string => `parsing time ${byteQuote(text)}: ${name} out of range`

// The Gregorian calendar repeats after 400 years; JavaScript's Date reads years below 100 as 19xx.
const daysIn = (year: number, month: number): number => new Date(Date.UTC(2000 + year % 400, month, 0)).getUTCDate()

function zoneError(text: string, offset: string): string | undefined {
  if (Number(offset.slice(1, 3)) > 24) return outOfRange(text, 'time zone offset hour')
  return Number(offset.slice(4, 6)) > 60 ? outOfRange(text, 'time zone offset minute') : undefined
}

/** The quoting of time.ParseError: printable ASCII as it is, every other byte as `\x…`. */
function byteQuote(text: string): string {
  const quoteByte = (byte: number): string => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`
    return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`
  }
  return `"${Array.from(new TextEncoder().encode(text), quoteByte).join('')}"`
}
