import {type Instant, parseTime} from '../../machinery/go/instant.js'
import {isObject, textOf} from '../../machinery/go/json-value.js'
import {fieldsOf, loggedEvent, numberOf} from './fields.js'
import {type LogRecord, noApproximations, type Observed, type StoredEvent} from './request.js'

/** A request in kadm's own form (spec eventratelimit 9). */
interface CanonicalRecord {
  readonly time?: unknown
  readonly verb?: unknown
  readonly group?: unknown
  readonly dryRun?: unknown
  readonly user?: unknown
  readonly namespace?: unknown
  readonly source?: unknown
  readonly object?: unknown
  /** Fields that only event recorders use. */
  readonly type?: unknown
  readonly reason?: unknown
  readonly message?: unknown
  readonly observed?: unknown
  readonly approx?: unknown
  /** Fields that kadm events adds, to match records of several logs about the same request or event. */
  readonly name?: unknown
  readonly auditID?: unknown
  readonly stage?: unknown
  readonly stored?: unknown
}

type FieldName = Exclude<keyof CanonicalRecord, 'time'>

/** The stage of a record that reports the beginning of a request. */
export const beginning = 'RequestReceived'

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isMap: Check = (value) => isObject(value)

/** The required type of each field, if present. */
const shapes: readonly (readonly [name: FieldName, shape: string, check: Check])[] = [
  ['verb', 'a text', isText],
  ['group', 'a text', isText],
  ['dryRun', 'true or false', (value) => typeof value === 'boolean'],
  ['user', 'a text', isText],
  ['namespace', 'a text', isText],
  ['source', 'a map', isMap],
  ['object', 'a map', isMap],
  ['type', 'a text', isText],
  ['reason', 'a text', isText],
  ['message', 'a text', isText],
  ['observed', 'a map', isMap],
  ['approx', 'a list of texts', (value) => Array.isArray(value) && value.every(isText)],
  ['name', 'a text', isText],
  ['auditID', 'a text', isText],
  ['stage', `"${beginning}"`, (value) => value === beginning],
  ['stored', 'a map with the number of requests and the time of the last one', (value) => storedOf(value) !== undefined],
]

/** True if an object of a log has the form of a canonical record. */
export const isCanonical = (value: object): boolean => 'time' in value && !('kind' in value)

/**
 * Reads a canonical record.
 *
 * @returns the record, or the error in it
 */
export function readCanonical(value: CanonicalRecord, line: number): LogRecord | string {
  const wrong = shapes.find(([name, , check]) => value[name] !== undefined && value[name] !== null && !check(value[name]))
  if (wrong !== undefined) return `${wrong[0]} must be ${wrong[1]}`
  const {verb, group, dryRun, user, namespace, name, source, object, type, reason, message, approx, observed, auditID, stage, stored} = value
  const time = textOf(value.time)
  const instant = parseTime(time)
  if (instant === undefined) return 'time is not a time in RFC 3339'
  return {
    seconds: instant.seconds, nanoseconds: instant.nanoseconds, time, verb: textOf(verb ?? 'create'), observed: observedOf(observed), line,
    group: textOf(group), dryRun: dryRun === true, user: textOf(user), namespace: textOf(namespace), name: textOf(name),
    object: loggedEvent({source, involvedObject: object, type, reason, message}),
    approx: Array.isArray(approx) ? approx as string[] : noApproximations,
    auditID: textOf(auditID), isBeginning: stage === beginning, stored: storedOf(stored),
  }
}

function observedOf(value: unknown): Observed | undefined {
  if (!isObject(value)) return undefined
  const {code, message} = fieldsOf<Observed>(value)
  return {code: numberOf(code), message: textOf(message)}
}

function storedOf(value: unknown): StoredEvent | undefined {
  const {event, requests, last} = fieldsOf<StoredEvent>(value)
  const instant = parseTime(textOf(last))
  return instant === undefined || !(numberOf(requests) >= 1) ? undefined : {event: textOf(event), requests: numberOf(requests), last: instant}
}

/**
 * Reads a record that `recordLine` wrote.
 *
 * @throws Error for any other text
 */
export function recordOfLine(text: string, line: number): LogRecord {
  const record = readCanonical(JSON.parse(text) as CanonicalRecord, line)
  if (typeof record === 'string') throw new Error(record)
  return record
}

/** Returns the time of the canonical record on a line, or undefined for any other line. */
export function instantOf(line: string): Instant | undefined {
  const time = /^\{"time":"([^"\\]+)"/.exec(line)?.[1]
  return time === undefined ? undefined : parseTime(time)
}
