import type {KubeObject} from '../kinds/kind.js'
import {decode, decodeErrorText, decodePartial, type DecodeProblem} from '../machinery/decode.js'
import {compareText, goJson, quote} from '../machinery/go-text.js'
import {goKind, isObject, textOf} from '../machinery/json-value.js'
import {badRequest, type Status} from '../machinery/status.js'
import {type BodyField, interpret, type TypeMeta} from '../machinery/type-meta.js'
import type {KindInfo} from './scheme.js'

type Body = Readonly<Record<string, unknown>>

/** A body as its kind sees it, with everything in it that does not fit the kind. */
export interface DecodedObject {
  readonly object: KubeObject
  readonly problems: readonly DecodeProblem[]
}

/** Decodes the body of an object strictly; kinds without a field table have only their metadata checked. */
export function decodeObject(info: KindInfo, body: Body): DecodedObject {
  const {object, problems} = info.table === undefined ? decodePartial(body) : decode(body, info.table)
  const {metadata = {}} = object
  const decoded = {...object, apiVersion: info.apiVersion, kind: info.kind, metadata} as KubeObject
  const isReadable = problems.every(({fault}) => fault === 'unknown-field')
  const unconvertible = isReadable ? info.definition.conversionProblem?.(decoded) : undefined
  return {object: decoded, problems: unconvertible === undefined ? problems : [...problems, unconvertible]}
}

/** Why the server does not know a body for an object of its kind, and the field that is in the way. */
export interface TypeRefusal {
  readonly status: Status
  readonly field: string
}

/** What the server says where it reads no kind in a body, or another one than that of the request (apimachinery spec 2.3). */
export function refuseType(info: KindInfo, body: Body): TypeRefusal | undefined {
  const type = interpret(fieldsOf(body))
  if ('error' in type) {
    const message = `the object provided is unrecognized (must be of type ${info.kind}): ${type.error} (${beginning(body)})`
    return {status: badRequest(message), field: type.name}
  }
  const {kind} = type
  return kind === '' || kind === info.kind ? undefined : {status: badRequest(unfit(info, kind, notRegistered(info, kind))), field: 'kind'}
}

/** The 400 for a body that does not fit its kind, undefined when it does (apimachinery spec 2.5). */
export function decodeStatus(info: KindInfo, body: Body, problems: readonly DecodeProblem[]): Status | undefined {
  const refusal = refuseType(info, body)
  if (refusal !== undefined) return refusal.status
  const text = decodeErrorText(problems)
  return text === undefined ? undefined : badRequest(unfit(info, info.kind, text))
}

/** What a body says it is, as the server reads it; undefined where it cannot. */
export function typeMetaOf(body: Body): TypeMeta | undefined {
  const type = interpret(fieldsOf(body))
  return 'error' in type ? undefined : type
}

/** The fields of a body in the order in which they are sent. */
const fieldsOf = (body: Body): BodyField[] =>
  Object.keys(body).sort(compareText).map((name) => ({name, kind: goKind(body[name]), text: textOf(body[name])}))

const unfit = ({kind: expected, version}: KindInfo, kind: string, text: string): string =>
  `${kind} in version ${quote(version)} cannot be handled as a ${expected}: ${text}`

const notRegistered = ({apiVersion}: KindInfo, kind: string): string =>
  `no kind ${quote(kind)} is registered for version ${quote(apiVersion)} in scheme "pkg/api/legacyscheme/scheme.go:30"`

/** As much of a body as the server repeats. */
const beginning = (body: Body): string => `${Buffer.from(goJson(sorted(body))).toString('utf8', 0, 30)} ...`

/** A value with its keys in the order in which they are sent. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  return isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareText(a, b)).map(([key, item]) => [key, sorted(item)])) : value
}
