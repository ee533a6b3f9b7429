import {quote} from '../go/text.js'
import {layoutError, type LayoutPart, within} from '../go/time.js'

// The times of encoding/asn1: Go reads a text of bytes with time.Parse, writes the time again, and compares.

const toMinute: readonly LayoutPart[] = [
  {word: '01', pattern: /^\d{2}/, outOfRange: within('month', 1, 12)},
  {word: '02', pattern: /^\d{2}/},
  {word: '15', pattern: /^\d{1,2}/, outOfRange: within('hour', 0, 23)},
  {word: '04', pattern: /^\d{2}/, outOfRange: within('minute', 0, 59)},
]

const second: LayoutPart = {word: '05', pattern: /^\d{2}/, outOfRange: within('second', 0, 59)}

/** Of an offset without a sign, or without digits after its hours, Go first reports the number that is out of range. */
const zone: LayoutPart = {
  word: 'Z0700',
  pattern: /^(?:Z|[+-]\d{4}|.(?:2[5-9]|[3-9]\d)..|.\d\d(?:6[1-9]|[7-9]\d))/s,
  outOfRange: (text) => Number(text.slice(3, 5)) > 60 ? 'time zone offset minute' : Number(text.slice(1, 3)) > 24 ? 'time zone offset hour' : undefined,
}

const shortYear: LayoutPart = {word: '06', pattern: /^[\d+-]\d/}

const utcMinutes = [shortYear, ...toMinute, zone]

const utcSeconds = [shortYear, ...toMinute, {...second, pattern: /^\d{2}(?:[.,]\d+)?/}, zone]

const generalized = [{word: '2006', pattern: /^\d{4}/}, ...toMinute, second, {word: '.999999999', pattern: /^(?:[.,]\d+)?/}, zone]

/** Returns the error about bytes that are no UTCTime (`parseUTCTime`). */
export const utcTimeError = (text: string): string | undefined =>
  layoutError(text, utcMinutes, 'latin1') === undefined ? formError(text, 10) : layoutError(text, utcSeconds, 'latin1') ?? formError(text, 12)

/** Returns the error about bytes that are no GeneralizedTime (`parseGeneralizedTime`). */
export const generalizedTimeError = (text: string): string | undefined => layoutError(text, generalized, 'latin1') ?? formError(text, 14)

/** Returns the error about a time that Go writes in another form. `digits` is the number of digits before the decimals and the zone. */
function formError(text: string, digits: number): string | undefined {
  const end = text.search(/Z|[+-]\d{4}$/)
  const decimals = digits === 14 ? text.slice(digits, end).replace(',', '.').slice(0, 10).replace(/\.?0*$/, '') : ''
  const minutes = Number(text.slice(end + 1, end + 3)) * 60 + Number(text.slice(end + 3))
  const twoDigits = (number: number): string => `${Math.trunc(number)}`.padStart(2, '0')
  const date = (digits === 14 ? text.slice(0, 2) : twoDigits((Number(text.slice(0, 2)) + 100) % 100)) + text.slice(2, digits)
  const offset = minutes > 0 ? `${text.charAt(end)}${twoDigits(minutes / 60)}${twoDigits(minutes % 60)}` : 'Z'
  const serialized = `${date}${decimals}${offset}`
  return serialized === text ? undefined
    : `asn1: time did not serialize back to the original value and may be invalid: given ${quote(text)}, but serialized as ${quote(serialized)}`
}
