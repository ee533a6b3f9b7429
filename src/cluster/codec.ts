import type {KubeObject} from '../kinds/kind.js'
import {decode, decodeErrorText, decodePartial, type DecodeProblem} from '../machinery/decode.js'
import {quote} from '../machinery/go-text.js'
import {badRequest, type Status} from '../machinery/status.js'
import type {KindInfo} from './scheme.js'

/** A body as its kind sees it, with everything in it that does not fit the kind. */
export interface DecodedObject {
  readonly object: KubeObject
  readonly problems: readonly DecodeProblem[]
}

/** Decodes the body of an object strictly; kinds without a field table have only their metadata checked. */
export function decodeObject(info: KindInfo, body: Readonly<Record<string, unknown>>): DecodedObject {
  const {object, problems} = info.table === undefined ? decodePartial(body) : decode(body, info.table)
  const {metadata = {}} = object
  const decoded = {...object, apiVersion: info.apiVersion, kind: info.kind, metadata} as KubeObject
  const isReadable = problems.every(({fault}) => fault === 'unknown-field')
  const unconvertible = isReadable ? info.definition.conversionProblem?.(decoded) : undefined
  return {object: decoded, problems: unconvertible === undefined ? problems : [...problems, unconvertible]}
}

/** The 400 for a body that does not fit its kind, undefined when it does (apimachinery spec 2.3 and 2.5). */
export function decodeStatus(info: KindInfo, givenKind: unknown, problems: readonly DecodeProblem[]): Status | undefined {
  const text = givenKind === info.kind || typeof givenKind !== 'string' ? decodeErrorText(problems) : notRegistered(info, givenKind)
  if (text === undefined) return undefined
  const kind = typeof givenKind === 'string' ? givenKind : info.kind
  return badRequest(`${kind} in version ${quote(info.version)} cannot be handled as a ${info.kind}: ${text}`)
}

const notRegistered = ({apiVersion}: KindInfo, kind: string): string =>
  `no kind ${quote(kind)} is registered for version ${quote(apiVersion)} in scheme "pkg/api/legacyscheme/scheme.go:30"`
