import {utf8Bytes, utf8Text} from '../machinery/go/bytes.js'
import {goKind, isObject, textOf} from '../machinery/go/json-value.js'
import {compareText, goJson, quote, sortTexts} from '../machinery/go/text.js'
import {badRequest, type Status} from '../machinery/meta/status.js'
import {type BodyField, interpret, isTypeField, type TypeMeta} from '../machinery/meta/type-meta.js'
import type {KindInfo} from './scheme.js'

/** The body of a request: plain JSON data. */
export type Body = Readonly<Record<string, unknown>>

/** The type of a body: by exact field names, like kubectl, else like the server. */
export function typeOf(body: Body): TypeMeta {
  const [apiVersion, kind] = [textOf(body['apiVersion']), textOf(body['kind'])]
  const read = apiVersion === '' || kind === '' ? interpret(fieldsOf(body)) : undefined
  return read === undefined || 'error' in read ? {apiVersion, kind} : {apiVersion: apiVersion || read.apiVersion, kind: kind || read.kind}
}

/** The server's answer to a body with an unknown kind or none, and the field at error. */
export interface TypeRejection {
  readonly status: Status
  readonly field: string
}

/** The server reads the type before anything else, and not by exact names (spec apimachinery 2.3, spec apimachinery 2.5). */
export function rejectType(info: KindInfo, body: Body): TypeRejection | undefined {
  if (isPlainly(info, body)) return undefined
  const read = interpret(fieldsOf(body))
  if ('error' in read) {
    const message = `the object provided is unrecognized (must be of type ${info.kind}): ${read.error} (${beginning(body)})`
    return {status: badRequest(message), field: read.name}
  }
  const {kind} = read
  return kind === '' || kind === info.kind ? undefined : {status: kindMismatch(info, kind, notRegistered(info, kind)), field: 'kind'}
}

/** True if a body has the kind's type, without duplicate fields. Most do. */
const isPlainly = ({apiVersion, kind}: KindInfo, body: Body): boolean =>
  body['apiVersion'] === apiVersion && body['kind'] === kind && Object.keys(body).every((name) => name === 'apiVersion' || name === 'kind' || !isTypeField(name))

/** The 400 for a body that does not fit the expected kind. */
export const kindMismatch = ({kind: expected, version}: KindInfo, kind: string, text: string): Status =>
  badRequest(`${kind} in version ${quote(version)} cannot be handled as a ${expected}: ${text}`)

const notRegistered = ({apiVersion}: KindInfo, kind: string): string =>
  `no kind ${quote(kind)} is registered for version ${quote(apiVersion)} in scheme "pkg/api/legacyscheme/scheme.go:30"`

/** The fields of a body that may hold its type, in the order of sending. */
const fieldsOf = (body: Body): BodyField[] =>
  sortTexts(Object.keys(body).filter(isTypeField)).map((name) => ({name, kind: goKind(body[name]), text: textOf(body[name])}))

const sortedEntries = (object: Body): [string, unknown][] => Object.entries(object).sort(([a], [b]) => compareText(a, b))

/** The part of a body that the server repeats. */
const beginning = (body: Body): string => `${utf8Text(utf8Bytes(goJson(sorted(body))).subarray(0, 30))} ...`

/** A value with its keys in the order of sending. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  return isObject(value) ? Object.fromEntries(sortedEntries(value).map(([key, item]) => [key, sorted(item)])) : value
}
