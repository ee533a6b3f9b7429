import {compareText, goJson, quote, sortTexts} from '../machinery/go-text.js'
import {goKind, isObject, textOf} from '../machinery/json-value.js'
import {badRequest, type Status} from '../machinery/status.js'
import {type BodyField, interpret, isTypeField, type TypeMeta} from '../machinery/type-meta.js'
import type {KindInfo} from './scheme.js'

/** The body of a request: plain JSON data. */
export type Body = Readonly<Record<string, unknown>>

/** What a body says it is: by the names of the fields as they are spelt, as kubectl reads it, else as the server does. */
export function typeOf(body: Body): TypeMeta {
  const [apiVersion, kind] = [textOf(body['apiVersion']), textOf(body['kind'])]
  const read = apiVersion === '' || kind === '' ? interpret(fieldsOf(body)) : undefined
  return read === undefined || 'error' in read ? {apiVersion, kind} : {apiVersion: apiVersion || read.apiVersion, kind: kind || read.kind}
}

/** What the server answers where it reads no kind in a body, or one that it does not have, and the field that is in the way. */
export interface TypeRefusal {
  readonly status: Status
  readonly field: string
}

/** The server reads the type before anything else, and not by exact names (apimachinery spec 2.3, 2.5). */
export function refuseType(info: KindInfo, body: Body): TypeRefusal | undefined {
  if (isPlainly(info, body)) return undefined
  const read = interpret(fieldsOf(body))
  if ('error' in read) {
    const message = `the object provided is unrecognized (must be of type ${info.kind}): ${read.error} (${beginning(body)})`
    return {status: badRequest(message), field: read.name}
  }
  const {kind} = read
  return kind === '' || kind === info.kind ? undefined : {status: unfit(info, kind, notRegistered(info, kind)), field: 'kind'}
}

/** True of a body that says that it is of a kind, and has no second field for it. Most do. */
const isPlainly = ({apiVersion, kind}: KindInfo, body: Body): boolean =>
  body['apiVersion'] === apiVersion && body['kind'] === kind && Object.keys(body).every((name) => name === 'apiVersion' || name === 'kind' || !isTypeField(name))

/** The 400 for a body of some kind that cannot be taken for an object of the kind that is expected. */
export const unfit = ({kind: expected, version}: KindInfo, kind: string, text: string): Status =>
  badRequest(`${kind} in version ${quote(version)} cannot be handled as a ${expected}: ${text}`)

const notRegistered = ({apiVersion}: KindInfo, kind: string): string =>
  `no kind ${quote(kind)} is registered for version ${quote(apiVersion)} in scheme "pkg/api/legacyscheme/scheme.go:30"`

/** The fields of a body that may say what it is, in the order in which they are sent. */
const fieldsOf = (body: Body): BodyField[] =>
  sortTexts(Object.keys(body).filter(isTypeField)).map((name) => ({name, kind: goKind(body[name]), text: textOf(body[name])}))

const sortedEntries = (object: Body): [string, unknown][] => Object.entries(object).sort(([a], [b]) => compareText(a, b))

/** As much of a body as the server repeats. */
const beginning = (body: Body): string => `${Buffer.from(goJson(sorted(body))).toString('utf8', 0, 30)} ...`

/** A value with its keys in the order in which they are sent. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  return isObject(value) ? Object.fromEntries(sortedEntries(value).map(([key, item]) => [key, sorted(item)])) : value
}
