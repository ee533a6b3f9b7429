/** A time since 1970: whole seconds, and the remaining nanoseconds, which are never negative. */
export interface Instant {
  readonly seconds: number
  readonly nanoseconds: number
}

const secondsPerDay = 86_400
const nanosecondsPerSecond = 1e9

const [letterT, colon, dash, point] = [0x54, 0x3a, 0x2d, 0x2e]

/**
 * Parses a time in RFC 3339, as Kubernetes writes `metav1.Time` and `metav1.MicroTime`. Uses at most nine decimals.
 *
 * @returns undefined if the text is not such a time
 */
export function parseTime(text: string): Instant | undefined {
  const day = dayOf(text)
  const hour = number(text, 11, 13)
  const minute = number(text, 14, 16)
  const second = number(text, 17, 19)
  if (Number.isNaN(day) || !(hour < 24 && minute < 60 && second < 60)) return undefined
  if (text.charCodeAt(10) !== letterT || text.charCodeAt(13) !== colon || text.charCodeAt(16) !== colon) return undefined
  const end = fractionEnd(text)
  const offset = offsetOf(text, end)
  if (offset === undefined || end === 20) return undefined
  return {seconds: day * secondsPerDay + hour * 3600 + minute * 60 + second - offset, nanoseconds: end === 19 ? 0 : nanoseconds(text, end)}
}

/** Parses digits; NaN if there are other characters. */
function number(text: string, from: number, to: number): number {
  let value = 0
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 0x30
    if (!(digit >= 0 && digit <= 9)) return NaN
    value = value * 10 + digit
  }
  return value
}

/** Returns the days from 1970 to the date at the beginning of a text; NaN if there is none. */
function dayOf(text: string): number {
  const year = number(text, 0, 4)
  const month = number(text, 5, 7)
  const day = number(text, 8, 10)
  if (text.charCodeAt(4) !== dash || text.charCodeAt(7) !== dash || !(month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return NaN
  // Years begin in March, so that the leap day comes last.
  const shifted = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return 365 * shifted + Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400) + dayOfYear - 719_468
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Returns the end of the decimals; 19 if there are none, and 20 if there is only a point. */
function fractionEnd(text: string): number {
  if (text.charCodeAt(19) !== point) return 19
  let end = 20
  while (!Number.isNaN(number(text, end, end + 1))) end++
  return end
}

/** The nanoseconds of the last decimal, by the number of decimals. */
const units = [1e9, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 100, 10, 1]

function nanoseconds(text: string, end: number): number {
  const digits = Math.min(end, 29) - 20
  return number(text, 20, 20 + digits) * (units[digits] ?? 1)
}

/** Returns the zone offset in seconds; undefined if the text after the decimals is not a zone. */
function offsetOf(text: string, start: number): number | undefined {
  const sign = text.charAt(start)
  if (sign === 'Z') return text.length === start + 1 ? 0 : undefined
  if (sign !== '+' && sign !== '-' || text.length !== start + 6 || text.charAt(start + 3) !== ':') return undefined
  const hours = number(text, start + 1, start + 3)
  const minutes = number(text, start + 4, start + 6)
  if (!(hours <= 24 && minutes <= 60)) return undefined
  return (sign === '-' ? -1 : 1) * (hours * 3600 + minutes * 60)
}

/** Formats a time like Go's RFC3339Nano: in UTC, with as many decimals as necessary. */
export function formatTime({seconds, nanoseconds: rest}: Instant): string {
  const decimals = rest === 0 ? '' : `.${String(rest).padStart(9, '0').replace(/0+$/, '')}`
  return `${formatSeconds(seconds)}${decimals}Z`
}

/** Formats seconds since 1970 as `2006-01-02T15:04:05` in UTC. Like Go, writes years with at least four digits, and a sign only below 0. */
export function formatSeconds(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString()
  // JavaScript writes the years from 0 to 9999 with four digits, and others with a sign and six.
  if (/^\d/.test(text)) return text.slice(0, '2006-01-02T15:04:05'.length)
  const [, sign = '', year = '', rest = ''] = /^([+-]?)(\d+)(.*)\.\d+Z$/.exec(text) ?? []
  return `${sign === '-' ? '-' : ''}${String(Number(year)).padStart(4, '0')}${rest}`
}

/** Returns a negative number if the first time is earlier, 0 if both are equal. */
export const compareInstants = (a: Instant, b: Instant): number => a.seconds - b.seconds || a.nanoseconds - b.nanoseconds

/** Returns the nanoseconds between two times: exact if they are less than a hundred days apart. */
export const nanosecondsBetween = (from: Instant, to: Instant): number =>
  (to.seconds - from.seconds) * nanosecondsPerSecond + (to.nanoseconds - from.nanoseconds)

/** Adds nanoseconds to a time. */
export function addNanoseconds({seconds, nanoseconds: rest}: Instant, by: number): Instant {
  const sum = rest + by
  const carried = Math.floor(sum / nanosecondsPerSecond)
  return {seconds: seconds + carried, nanoseconds: sum - carried * nanosecondsPerSecond}
}
