import {byteQuote} from './time.js'

const limit = 2n ** 63n

/** Nanoseconds. */
const units: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n], ['us', 1_000n], ['\u00b5s', 1_000n], ['\u03bcs', 1_000n],
  ['ms', 1_000_000n], ['s', 1_000_000_000n], ['m', 60_000_000_000n], ['h', 3_600_000_000_000n],
])

/** Returns the error of Go's time.ParseDuration; undefined for a valid duration such as `1h30m`. */
export function durationError(text: string): string | undefined {
  const duration = read(text)
  return typeof duration === 'bigint' ? undefined : `time: ${duration} ${byteQuote(text)}`
}

/** Returns the nanoseconds of a duration in the format of Go's time.ParseDuration; undefined if it is invalid. */
export function parseDuration(text: string): bigint | undefined {
  const duration = read(text)
  return typeof duration === 'bigint' ? duration : undefined
}

/** Formats milliseconds as a duration without zero units: `5m`, `1m30s`, `1.5s`. */
export function shortDuration(milliseconds: number): string {
  const [hours, minutes, seconds] = [Math.floor(milliseconds / 3_600_000), Math.floor(milliseconds / 60_000) % 60, milliseconds % 60_000 / 1000]
  const parts = [[hours, 'h'], [minutes, 'm'], [seconds, 's']] as const
  return parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount}${unit}`).join('') || '0s'
}

/** Returns the nanoseconds of a duration, or the error. */
function read(text: string): bigint | string {
  const unsigned = text.replace(/^[-+]/, '')
  const isNegative = text.startsWith('-')
  if (unsigned === '0') return 0n
  if (unsigned === '') return 'invalid duration'
  let total = 0n
  let rest = unsigned
  while (rest !== '') {
    const [part = '', whole = '', , fraction = '', unit = ''] = /^([0-9]*)(\.([0-9]*))?([^.0-9]*)/.exec(rest) ?? []
    const nanoseconds = units.get(unit)
    if (whole === '' && fraction === '') return 'invalid duration'
    const digits = whole.replace(/^0+/, '') || '0'
    if (digits.length > 19 || BigInt(digits) > limit) return 'invalid duration'
    if (unit === '') return 'missing unit in duration'
    if (nanoseconds === undefined) return `unknown unit ${byteQuote(unit)} in duration`
    total += BigInt(digits) * nanoseconds + fractionOf(fraction, nanoseconds)
    if (total > limit) return 'invalid duration'
    rest = rest.slice(part.length)
  }
  if (isNegative) return -total
  return total === limit ? 'invalid duration' : total
}

/** Returns a fraction of a unit in nanoseconds. Digits after the eighteenth make no difference in any unit. */
function fractionOf(digits: string, nanoseconds: bigint): bigint {
  const kept = digits.slice(0, 18)
  return kept === '' ? 0n : BigInt(kept) * nanoseconds / 10n ** BigInt(kept.length)
}
