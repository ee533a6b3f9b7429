import type {FieldValue} from './json-shapes.js'
import type {LoggedEvent} from '../request.js'

/** The fields of a core/v1 Event that kadm reads. */
const bodyPaths = [
  '', 'kind', 'source.component', 'source.host', 'involvedObject.kind', 'involvedObject.namespace', 'involvedObject.name', 'involvedObject.uid',
  'involvedObject.apiVersion', 'involvedObject.fieldPath', 'type', 'reason', 'message',
] as const

const bodyOf = (name: string): string[] => bodyPaths.map((path) => path === '' ? name : `${name}.${path}`)

/** The fields of an audit event (audit.k8s.io/v1 `Event`) that kadm reads. */
export const auditPaths: readonly string[] = [
  'auditID', 'stage', 'verb', 'requestURI', 'userAgent', 'user.username', 'impersonatedUser', 'impersonatedUser.username',
  'objectRef.resource', 'objectRef.subresource', 'objectRef.apiGroup', 'objectRef.namespace', 'objectRef.name',
  'responseStatus.code', 'responseStatus.message', 'requestReceivedTimestamp',
  ...bodyOf('requestObject'), ...bodyOf('responseObject'),
]

const slot = (path: string): number => auditPaths.indexOf(path)

/** The index of each field's value. */
export const slots = {
  auditID: slot('auditID'),
  stage: slot('stage'),
  verb: slot('verb'),
  requestURI: slot('requestURI'),
  userAgent: slot('userAgent'),
  username: slot('user.username'),
  impersonatedUser: slot('impersonatedUser'),
  impersonatedUsername: slot('impersonatedUser.username'),
  resource: slot('objectRef.resource'),
  subresource: slot('objectRef.subresource'),
  apiGroup: slot('objectRef.apiGroup'),
  namespace: slot('objectRef.namespace'),
  name: slot('objectRef.name'),
  code: slot('responseStatus.code'),
  message: slot('responseStatus.message'),
  time: slot('requestReceivedTimestamp'),
  requestObject: slot('requestObject'),
  requestMessage: slot('requestObject.message'),
  responseObject: slot('responseObject'),
  responseKind: slot('responseObject.kind'),
} as const

/** Returns a value if it is a string, else the empty string. */
export function textAt(values: readonly FieldValue[], place: number): string {
  const value = values[place]
  return typeof value === 'string' ? value : ''
}

/** Offsets of an event's fields from the slot of its body. */
const [firstText, messageText] = [2, 12]

/** Returns the event whose body has the given slot. */
export function eventAt(values: readonly FieldValue[], body: number): LoggedEvent {
  const text = (i: number): string => textAt(values, body + firstText + i)
  return {
    source: {component: text(0), host: text(1)},
    involvedObject: {kind: text(2), namespace: text(3), name: text(4), uid: text(5), apiVersion: text(6), fieldPath: text(7)},
    type: text(8), reason: text(9), message: textAt(values, body + messageText),
  }
}

/** Offsets of the fields in the key of type SourceAndObject from the slot of the event's body, in the order of the key. */
export const keySlots: readonly number[] = [0, 1, 2, 3, 4, 5, 6].map((i) => firstText + i)
