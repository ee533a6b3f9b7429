import type {KubeObject} from '../kinds/kind.js'
import {decode, decodePartial} from '../machinery/decode/decode.js'
import {encode, type JsonObject} from '../machinery/decode/encode.js'
import {printedForm} from '../machinery/decode/printed-form.js'
import {decodeErrorText, type DecodeProblem, unknownFields} from '../machinery/decode/problem.js'
import {hasFeature} from '../machinery/version/kubernetes-version.js'
import type {Status} from '../machinery/meta/status.js'
import {type Body, kindMismatch, rejectType} from './body-type.js'
import type {FieldValidation} from './review.js'
import type {KindInfo} from './scheme.js'

/** A request body decoded to its kind, with the problems found. */
export interface DecodedObject {
  readonly object: KubeObject
  readonly problems: readonly DecodeProblem[]
}

/** Decodes the body of an object strictly; kinds without a field table have only their metadata checked. */
export function decodeObject(info: KindInfo, body: Body): DecodedObject {
  const {object, problems: found} = info.table === undefined ? decodePartial(body) : decode(body, info.table, info.emulated)
  const problems = hasFeature(info.emulated, 'embeddedStructNames') ? found : found.map(withoutEmbeddedNames)
  const {apiVersion, kind, definition} = info
  const {metadata = {}} = object
  const decoded = Object.assign(object, {apiVersion, kind, metadata}) as KubeObject
  if (definition.conversionProblem === undefined || problems.some(({type}) => type !== 'unknown-field')) return {object: decoded, problems}
  const unconvertible = definition.conversionProblem(decoded)
  return {object: decoded, problems: unconvertible === undefined ? problems : [...problems, unconvertible]}
}

/** The JSON that the server stores and returns. For kinds without a field table everything but the metadata is plain data. */
export function encodeObject({table, emulated}: KindInfo, object: KubeObject): JsonObject {
  const json = encode(object)
  return table === undefined ? {...json, metadata: printedForm(json['metadata'] as JsonObject, 'meta/v1.ObjectMeta')} : printedForm(json, table, emulated)
}

/** The problem as worded by older servers, which do not name embedded structs. */
const withoutEmbeddedNames = (problem: DecodeProblem): DecodeProblem => ({...problem, message: problem.olderMessage ?? problem.message})

/** The problems for which a body is rejected, and the warnings about its other problems. */
interface ValidatedFields {
  readonly problems: readonly DecodeProblem[]
  readonly warnings: readonly string[]
}

/** Applies the field validation of a request to the problems of its body (apiserver handlers `isStrict`, `addStrictDecodingWarnings`). */
export function validateFields(problems: readonly DecodeProblem[], validation: FieldValidation = 'Strict'): ValidatedFields {
  if (problems.length === 0 || validation === 'Strict') return {problems, warnings: []}
  const wrong = problems.filter(({type}) => type !== 'unknown-field')
  const unknown = wrong.length > 0 || validation === 'Ignore' ? [] : problems
  return {problems: wrong, warnings: unknownFields(unknown)}
}

/** The 400 for a body that does not fit its kind, undefined when it does (spec apimachinery 2.3, spec apimachinery 2.5). */
export function decodeStatus(info: KindInfo, body: Body, problems: readonly DecodeProblem[]): Status | undefined {
  const rejection = rejectType(info, body)
  if (rejection !== undefined) return rejection.status
  const text = decodeErrorText(problems)
  return text === undefined ? undefined : kindMismatch(info, info.kind, text)
}
