import {durationError} from '../../machinery/go/duration.js'
import {parseInteger} from '../../machinery/go/integer.js'
import {quote, trimSpace} from '../../machinery/go/text.js'
import {locationError} from '../../machinery/go/time-zones.js'

// The schedules of CronJobs, as the server reads them (robfig/cron v3 `ParseStandard`, pkg/util/parsers
// `ParseCronScheduleWithPanicRecovery`; spec kinds 10).

/** The values that a field of a schedule accepts: numbers within bounds, and names in some fields. */
interface Bounds {
  readonly min: bigint
  readonly max: bigint
  readonly names?: readonly string[]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** The fields in their order: minute, hour, day of the month, month, day of the week. */
const fieldBounds: readonly Bounds[] = [
  {min: 0n, max: 59n}, {min: 0n, max: 23n}, {min: 1n, max: 31n}, {min: 1n, max: 12n, names: months}, {min: 0n, max: 6n, names: weekdays},
]

/** Returns the server's message for an invalid schedule; undefined for a valid one. */
export function scheduleError(schedule: string): string | undefined {
  if (!/^(?:CRON_)?TZ=/.test(schedule)) return withoutZoneError(schedule)
  const blank = schedule.indexOf(' ')
  if (blank < 0) return 'invalid schedule format: runtime error: slice bounds out of range [:-1]'
  const zone = schedule.slice(schedule.indexOf('=') + 1, blank)
  const error = locationError(zone)
  return error === undefined ? withoutZoneError(trimSpace(schedule.slice(blank))) : `provided bad location ${zone}: ${error}`
}

function withoutZoneError(schedule: string): string | undefined {
  if (schedule.startsWith('@')) return descriptorError(schedule)
  const trimmed = trimSpace(schedule)
  const fields = trimmed === '' ? [] : trimmed.split(space)
  if (fields.length !== fieldBounds.length) return `expected exactly ${fieldBounds.length} fields, found ${fields.length}: [${fields.join(' ')}]`
  return firstError(fields.map((field, i) => () => fieldError(field, fieldBounds[i] as Bounds)))
}

/** The white space of Go's strings.Fields. */
const space = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/

const descriptors: ReadonlySet<string> = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'])

const every = '@every '

function descriptorError(descriptor: string): string | undefined {
  if (descriptors.has(descriptor)) return undefined
  if (!descriptor.startsWith(every)) return `unrecognized descriptor: ${descriptor}`
  const error = durationError(descriptor.slice(every.length))
  return error === undefined ? undefined : `failed to parse duration ${descriptor}: ${error}`
}

/** The first error that one of the checks finds. */
function firstError(checks: Iterable<() => string | undefined>): string | undefined {
  for (const check of checks) {
    const error = check()
    if (error !== undefined) return error
  }
  return undefined
}

/** A field is a list of parts; empty parts are skipped. */
const fieldError = (field: string, bounds: Bounds): string | undefined =>
  firstError(field.split(',').filter((part) => part !== '').map((part) => () => partError(part, bounds)))

/** The reason that a part of a field cannot be parsed. */
class PartError extends Error {}

/** A part is `*`, `?`, a number or a range, each with a step (`getRange`). */
function partError(part: string, bounds: Bounds): string | undefined {
  try {
    readPart(part, bounds)
    return undefined
  } catch (error) {
    if (error instanceof PartError) return error.message
    throw error
  }
}

function readPart(part: string, bounds: Bounds): void {
  const [range = '', stepText, ...tooMany] = part.split('/')
  const [low, high] = readRange(range, part, bounds)
  const step = stepText === undefined || tooMany.length > 0 ? 1n : readNumber(stepText)
  if (tooMany.length > 0) throw new PartError(`too many slashes: ${part}`)
  // `5/10` runs from 5 to the end.
  const end = stepText !== undefined && !range.includes('-') ? bounds.max : high
  if (low < bounds.min) throw new PartError(`beginning of range (${low}) below minimum (${bounds.min}): ${part}`)
  if (end > bounds.max) throw new PartError(`end of range (${end}) above maximum (${bounds.max}): ${part}`)
  if (low > end) throw new PartError(`beginning of range (${low}) beyond end of range (${end}): ${part}`)
  if (step === 0n) throw new PartError(`step of range should be a positive number: ${part}`)
}

function readRange(range: string, part: string, {min, max, names}: Bounds): readonly [low: bigint, high: bigint] {
  const [low = '', high, ...tooMany] = range.split('-')
  if (low === '*' || low === '?') return [min, max]
  const first = readNumberOrName(low, min, names)
  if (tooMany.length > 0) throw new PartError(`too many hyphens: ${part}`)
  return [first, high === undefined ? first : readNumberOrName(high, min, names)]
}

function readNumberOrName(text: string, min: bigint, names: readonly string[] = []): bigint {
  const position = names.indexOf(text.toLowerCase())
  return position < 0 ? readNumber(text) : BigInt(position) + min
}

function readNumber(text: string): bigint {
  const number = parseInteger(text)
  if (number.error !== undefined) throw new PartError(`failed to parse int from ${text}: strconv.Atoi: parsing ${quote(text)}: ${number.error}`)
  if (number.value < 0n) throw new PartError(`negative number (${number.value}) not allowed: ${text}`)
  return number.value
}
