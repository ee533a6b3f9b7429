import {isObject, loggedEvent, numberOf, textOf} from './fields.js'
import {failureBeforeAdmission} from './outcome.js'
import type {ReadingTally} from './reading-tally.js'
import {exact, type LogRequest, type Observed, type RequestSink} from './request.js'
import {parseTime} from '../machinery/instant.js'

/** A request in kadm's own form (eventratelimit spec 9). */
interface CanonicalRecord {
  readonly time?: unknown
  readonly verb?: unknown
  readonly group?: unknown
  readonly dryRun?: unknown
  readonly user?: unknown
  readonly namespace?: unknown
  readonly source?: unknown
  readonly object?: unknown
  /** What recorders look at beside these. */
  readonly type?: unknown
  readonly reason?: unknown
  readonly message?: unknown
  readonly observed?: unknown
  readonly approx?: unknown
}

type FieldName = Exclude<keyof CanonicalRecord, 'time'>

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isMap: Check = (value) => isObject(value)

/** What each field has to be, where there is one. */
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
]

/** Whether an object of a log is meant to be a canonical record. */
export const isCanonical = (value: object): boolean => 'time' in value && !('kind' in value)

/**
 * Reads a canonical record.
 *
 * @returns what is wrong with it, undefined when nothing is
 */
export function readCanonical(value: CanonicalRecord, line: number, sink: RequestSink, tally: ReadingTally): string | undefined {
  const wrong = shapes.find(([name, , check]) => value[name] !== undefined && value[name] !== null && !check(value[name]))
  if (wrong !== undefined) return `${wrong[0]} has to be ${wrong[1]}`
  const time = textOf(value.time)
  const instant = parseTime(time)
  if (instant === undefined) return 'time is not a time in RFC 3339'
  const verb = textOf(value.verb ?? 'create')
  const observed = observedOf(value.observed)
  const failure = observed && failureBeforeAdmission(verb, observed)
  if (failure === undefined) sink.add({...instant, time, verb, observed, line, ...requestOf(value)})
  else tally.skip(failure)
  return undefined
}

type Content = Pick<LogRequest, 'group' | 'dryRun' | 'user' | 'namespace' | 'object' | 'approx'>

function requestOf({group, dryRun, user, namespace, source, object, type, reason, message, approx}: CanonicalRecord): Content {
  return {
    group: textOf(group), dryRun: dryRun === true, user: textOf(user), namespace: textOf(namespace),
    object: loggedEvent({source, involvedObject: object, type, reason, message}),
    approx: Array.isArray(approx) ? approx as string[] : exact,
  }
}

function observedOf(value: unknown): Observed | undefined {
  if (!isObject(value)) return undefined
  const {code, message} = value as {readonly code?: unknown, readonly message?: unknown}
  return {code: numberOf(code), message: textOf(message)}
}
