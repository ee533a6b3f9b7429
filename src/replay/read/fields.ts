import {isObject, textOf} from '../../machinery/go/json-value.js'
import type {LoggedEvent} from './request.js'

/** An object of a log that may have the fields of T, with unchecked values. */
export type Unchecked<T> = {readonly [K in keyof T]: unknown}

/** A value as an object with fields of unknown content; an empty object for any other value. */
export const fieldsOf = <T extends object>(value: unknown): Unchecked<T> => (isObject(value) ? value : nothing) as Unchecked<T>

const nothing: object = {}

/** A value as a number; 0 for any other value. */
export const numberOf = (value: unknown): number => typeof value === 'number' && Number.isFinite(value) ? value : 0

/** The fields of an Event in either version that identify the reporter and the subject. */
interface EventFields {
  source: unknown
  involvedObject: unknown
  message: unknown
  deprecatedSource: unknown
  regarding: unknown
  note: unknown
  type: unknown
  reason: unknown
}

/** The fields of an Event, in core/v1 or in events.k8s.io/v1 (spec eventratelimit 9.1, spec eventratelimit 9.2). The result does not refer to the value. */
export function loggedEvent(body: unknown): Required<LoggedEvent> {
  const {source, involvedObject, message, deprecatedSource, regarding, note, type, reason} = fieldsOf<EventFields>(body)
  const {component, host} = fieldsOf<{component: unknown, host: unknown}>(source ?? deprecatedSource)
  const object = fieldsOf<NonNullable<LoggedEvent['involvedObject']>>(involvedObject ?? regarding)
  return {
    source: {component: textOf(component), host: textOf(host)},
    involvedObject: {
      kind: textOf(object.kind), namespace: textOf(object.namespace), name: textOf(object.name), uid: textOf(object.uid),
      apiVersion: textOf(object.apiVersion), fieldPath: textOf(object.fieldPath),
    },
    type: textOf(type), reason: textOf(reason), message: textOf(message ?? note),
  }
}
