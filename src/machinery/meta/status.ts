import {aggregate, type FieldError} from '../field/error.js'
import {quote} from '../go/text.js'
import {weightOf} from '../output/text-weight.js'

/** The answer of an API server to a request (metav1.Status): `code` is HTTP's. */
export interface Status {
  readonly code: number
  readonly reason: string
  readonly message: string
  readonly details?: StatusDetails
}

/** The subject of a rejection; `causes` are the single field errors of an Invalid. */
export interface StatusDetails {
  readonly name?: string
  readonly group?: string
  readonly kind?: string
  readonly causes?: readonly StatusCause[]
}

export interface StatusCause {
  readonly reason: string
  readonly message: string
  readonly field: string
}

/** A kind or resource with its API group, as messages name it: `pods`, `deployments.apps`. */
export interface GroupName {
  readonly group: string
  readonly name: string
}

const qualified = ({group, name}: GroupName): string => group === '' ? name : `${name}.${group}`

export const created: Status = {code: 201, reason: 'Created', message: ''}

export const ok: Status = {code: 200, reason: 'OK', message: ''}

/** True for a status that is not a failure. */
export const isSuccess = (status: Status): boolean => status.code < 300

export const badRequest = (message: string): Status => ({code: 400, reason: 'BadRequest', message})

/** 403, as admission plugins reject; without a name, only the resource is named. */
export function forbiddenRequest(resource: GroupName, name: string, text: string): Status {
  const subject = name === '' ? qualified(resource) : `${qualified(resource)} ${quote(name)}`
  return {code: 403, reason: 'Forbidden', message: `${subject} is forbidden: ${text}`, details: {name, group: resource.group, kind: resource.name}}
}

export const notFoundRequest = (resource: GroupName, name: string): Status =>
  ({code: 404, reason: 'NotFound', message: `${qualified(resource)} ${quote(name)} not found`, details: {name, group: resource.group, kind: resource.name}})

export const alreadyExists = (resource: GroupName, name: string): Status =>
  ({code: 409, reason: 'AlreadyExists', message: `${qualified(resource)} ${quote(name)} already exists`, details: {name, group: resource.group, kind: resource.name}})

export const conflict = (resource: GroupName, name: string, text: string): Status =>
  ({code: 409, reason: 'Conflict', message: `Operation cannot be fulfilled on ${qualified(resource)} ${quote(name)}: ${text}`, details: {name, group: resource.group, kind: resource.name}})

/** The number of errors of an object that its 422 states; long ones count several times. A server states all, in a message of any length. */
export const maxErrors = 10_000

/** Returns the first errors, up to the maximum. */
function firstErrors(errors: readonly FieldError[]): readonly FieldError[] {
  let size = 0
  const end = errors.findIndex((error) => (size += weightOf(error.body())) > maxErrors)
  return end === -1 ? errors : errors.slice(0, Math.max(1, end))
}

/** 422: the object breaks rules of its kind. */
export function invalidObject(kind: GroupName, name: string, errors: readonly FieldError[]): Status {
  const different = [...new Set(errors)]
  const first = firstErrors(different)
  const causes = firstErrors(errors).map((error) => ({reason: error.causeReason(), message: error.body(), field: String(error.field)}))
  const left = different.length - first.length
  const others = left === 0 ? '' : ` and ${left.toLocaleString('en')} more ${left === 1 ? 'error' : 'errors'}, which kadm leaves out`
  return {
    code: 422,
    reason: 'Invalid',
    message: `${qualified(kind)} ${quote(name)} is invalid: ${aggregate(first.map(String))}${others}`,
    details: {name, group: kind.group, kind: kind.name, causes},
  }
}
