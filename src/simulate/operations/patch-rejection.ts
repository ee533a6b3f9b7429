import type {Review} from '../../cluster/review.js'
import type {Json, JsonObject} from '../../machinery/decode/encode.js'
import {decodeErrorText, type DecodeProblem} from '../../machinery/decode/problem.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {textOf} from '../../machinery/go/json-value.js'
import {goJson, quote} from '../../machinery/go/text.js'
import type {Status} from '../../machinery/meta/status.js'
import {goKindOf, goText, isMap, own} from '../../machinery/patch/json.js'

/** The review of an update that kubectl does not send, with kubectl's message. */
export const notSent = (message: string): Review => badRequest(message)

const badFormat = /^(invalid patch format|strategic merge patch format)/

/** The server's answer to a patch that cannot be applied (apiserver `interpretStrategicMergePatchError`). */
export const notApplied = (message: string): Review =>
  rejected(badFormat.test(message) ? {code: 400, reason: 'BadRequest', message} : {code: 500, reason: '', message})

/** The server's answer to a JSON patch with an operation that is not possible (apiserver `jsonPatcher.applyJSPatch`). */
export const notApplicable: Review = {
  operation: 'UPDATE', allowed: false, status: {code: 422, reason: 'Invalid', message: 'the server rejected our request due to an error in our request'},
  steps: [], warnings: [], problems: [], errors: [],
}

const rejected = (status: Status): Review => ({operation: 'UPDATE', allowed: false, status, steps: [], warnings: [], problems: [], errors: []})

/** A patch, its target, and its result. */
interface Patching {
  readonly patch: JsonObject
  readonly current: JsonObject
  readonly patched: JsonObject
}

/**
 * The server's answer to a patch after which the object does not fit its type: a 422 about the patch, unlike the 400 for a
 * whole object (apiserver `applyPatchToObject`).
 */
export function asPatchRejection(review: Review, {patch, current, patched}: Patching): Review {
  const text = conversionText(review.problems, patched)
  if (text === undefined) return review
  return invalidPatch(review, goText(remnant(patch, current)), text)
}

/** The same for a JSON patch: the server decodes the whole object from JSON (apiserver `jsonPatcher.applyPatchToCurrentObject`). */
export function asJsonPatchRejection(review: Review, patched: JsonObject): Review {
  const problems = review.problems.filter(({type}) => type !== 'unknown-field')
  return problems.length === 0 ? review : invalidPatch(review, goJson(patched), decodeErrorText(problems) ?? '')
}

function invalidPatch(review: Review, value: string, text: string): Review {
  const message = `Invalid value: ${quote(value)}: ${text}`
  const causes = [{reason: 'FieldValueInvalid', message, field: 'patch'}]
  return {...review, status: {code: 422, reason: 'Invalid', message: ` "" is invalid: patch: ${message}`, details: {name: '', group: '', kind: '', causes}}}
}

/** The server's answer to a patch that changes or removes the name, or changes the namespace (apiserver handlers `checkName`). */
export function rejectMovedObject(stored: JsonObject, patched: JsonObject): Review | undefined {
  const [before, after] = [stored, patched].map((object) => own(object, 'metadata')).map((metadata) => isMap(metadata) ? metadata : undefined)
  if (before === undefined || (after === undefined && own(patched, 'metadata') !== undefined)) return undefined
  const [name, newName = ''] = [before, after].map((metadata) => textOf(metadata?.['name']))
  if (newName === '') return badRequest(`the name of the object (${name ?? ''} based on URL) was undeterminable: name must be provided`)
  if (newName !== name) return badRequest(`the name of the object (${newName}) does not match the name on the URL (${name ?? ''})`)
  const [namespace, newNamespace = ''] = [before, after].map((metadata) => textOf(metadata?.['namespace']))
  const isMoved = newNamespace !== '' && newNamespace !== namespace
  return isMoved ? badRequest('the namespace of the provided object does not match the namespace sent on the request') : undefined
}

const badRequest = (message: string): Review => rejected({code: 400, reason: 'BadRequest', message})

/** The rest of a patch after merging, without the lists that it orders. */
function remnant(patch: JsonObject, current: JsonObject): JsonObject {
  const order = '$setElementOrder/'
  const ordered = new Set(Object.keys(patch).filter((key) => key.startsWith(order)).map((key) => key.slice(order.length)))
  const isLeft = (key: string): boolean => key !== '$retainKeys' && !key.startsWith(order) && !ordered.has(key)
  return Object.fromEntries(Object.entries(patch).filter(([key]) => isLeft(key)).map(([key, value]) => {
    const old = own(current, key)
    return [key, isMap(value) && isMap(old) ? remnant(value, old) : value]
  }))
}

/** Why an object cannot be converted (apimachinery runtime `FromUnstructuredWithValidation`). */
function conversionText(problems: readonly DecodeProblem[], object: JsonObject): string | undefined {
  const [wrong] = problems.filter(({type}) => type !== 'unknown-field')
  return wrong === undefined || wrong.type === 'bad-value' ? decodeErrorText(problems) : wrongTypeText(wrong, object)
}

const goNames = {nil: 'invalid', map: 'map', list: 'slice', string: 'string', bool: 'bool', int64: 'int64', float64: 'float64'} as const

function wrongTypeText({path, expected = 'any', message}: DecodeProblem, object: JsonObject): string {
  const kind = goNames[goKindOf(valueAt(object, path))]
  const isNumber = kind === 'int64' || kind === 'float64'
  switch (expected) {
    case 'map': return `cannot restore map from ${kind}`
    case 'list': return `cannot restore slice from ${kind}`
    case 'struct': return `cannot restore struct from: ${kind}`
    case 'string': return kind === 'int64' ? `cannot convert int64 to ${goTypeOf(message)}` : 'unrecognized type: string'
    case 'int32': case 'int64': return isNumber ? `cannot convert ${kind} to ${goTypeOf(message)}` : `unrecognized type: ${expected}`
    case 'bool': return 'unrecognized type: bool'
    default: return message
  }
}

const goTypeOf = (message: string): string => /of type (\S+)$/.exec(message)?.[1] ?? 'string'

const valueAt = (object: JsonObject, path: FieldPath): Json | undefined => path.steps().reduce<Json | undefined>((value, step) =>
  Array.isArray(value) ? (value as readonly Json[])[Number(step)] : isMap(value) ? own(value, String(step)) : undefined, object)
