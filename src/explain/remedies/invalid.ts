import {isOvercommitAllowed} from '../../kinds/shared/resource-names.js'
import type {Json} from '../../machinery/decode/encode.js'
import type {DecodeProblem} from '../../machinery/decode/problem.js'
import type {FieldError} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {resourceNames} from '../../machinery/quantity/resource-list.js'
import {suggestionForError, suggestionForProblem} from '../../simulate/explain.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import {sourceField} from '../../simulate/operations/source-field.js'
import {resourcesIn, uncrossed} from '../../simulate/repairs/targets.js'
import {valueAt} from '../../simulate/object-fields.js'
import type {Edit} from './edit.js'
import {editOf} from './repair.js'
import {replacedAnnotationEdit} from './replaced-annotations.js'

/** Returns edits of the object of a request for the values that do not fit their fields, where only one change can be intended. */
export const problemEdits = (request: ManifestReview): Edit[] => request.problems.flatMap((problem) => problemEdit(request, problem))

function problemEdit(request: ManifestReview, problem: DecodeProblem): Edit[] {
  const {fix} = suggestionForProblem(request, problem) ?? {}
  if (fix === undefined) return []
  if (problem.type === 'unknown-field') return [{field: problem.path, operation: 'rename', from: fix.from, to: fix.to}]
  return [{field: problem.path, operation: 'set', from: givenAt(request, problem.path), to: parsedValue(fix.to)}]
}

/** The value of a field of a request in the manifest. */
const givenAt = (request: ManifestReview, field: FieldPath): Json | undefined =>
  valueAt(request.manifest.body, sourceField(request, field).steps()) as Json | undefined

/** The value of a scalar as it is written: quoted, a number, or a plain text. */
function parsedValue(text: string): Json {
  return /^(?:".*"|-?\d+|true|false)$/.test(text) ? JSON.parse(text) as Json : text
}

/** Returns edits of the object of a request for the rules that it breaks, where only one change can be intended. */
export function errorEdits(request: ManifestReview): Edit[] {
  const known = new Set<string>()
  return request.errors.flatMap((error) => {
    const repairAll = isImmutable(error) ? undefined : repairsOfResources.get(error.origin)
    if (repairAll === undefined) return errorEdit(request, error)
    const resources = parentOf(error.field)
    const key = `${error.origin} ${String(resources)}`
    if (known.has(key)) return []
    known.add(key)
    return repairAll(request, resources)
  })
}

/** For errors about resources of a container: the edits for all of its resources. */
const repairsOfResources: ReadonlyMap<unknown, (request: ManifestReview, resources: FieldPath) => Edit[]> = new Map([
  ['resources/request-not-above-limit', crossedEdits], ['resources/limit-required', missingLimits],
])

function errorEdit(request: ManifestReview, error: FieldError): Edit[] {
  const {field, detail} = error
  if (isImmutable(error)) return storedEdit(request, error)
  const object = request.trace?.mutated
  if (detail === 'must be greater than or equal to 0') {
    const from = valueAt(object, field.steps())
    if (from instanceof Quantity) return [{field, operation: 'set', from, to: Quantity.zero}]
    return typeof from === 'number' ? [{field, operation: 'set', from, to: 0}] : []
  }
  const annotation = replacedAnnotationEdit(object, error)
  return annotation.length > 0 ? annotation : spellingEdit(request, error)
}

const parentOf = (field: FieldPath): FieldPath => field.along(field.steps().slice(0, -1)) ?? field

/** Lowers requests to the limits that the manifest states. Raises limits that a default has set. */
function crossedEdits({trace}: ManifestReview, path: FieldPath): Edit[] {
  const isStated = (resource: string): boolean => resourcesIn(trace?.defaulted, path).limits?.[resource] !== undefined
  return uncrossed(resourcesIn(trace?.mutated, path), path, isStated).map((target) => editOf(target, trace?.mutated))
}

/** States the limits of resources that cannot be overcommitted: they equal the requests. */
function missingLimits({trace}: ManifestReview, resources: FieldPath): Edit[] {
  const {requests = {}, limits = {}} = resourcesIn(trace?.mutated, resources)
  return resourceNames(requests).flatMap((name): Edit[] => {
    const request = requests[name]
    return request === undefined || limits[name] !== undefined || isOvercommitAllowed(name) ? []
      : [{field: resources.child('limits').key(name), operation: 'set', from: undefined, to: request}]
  })
}

/** Replaces a misspelt value or key, if `kadm lint --fix` would. */
function spellingEdit(request: ManifestReview, error: FieldError): Edit[] {
  const {fix} = suggestionForError(request, error) ?? {}
  if (fix === undefined) return []
  const value = givenAt(request, error.field)
  const {from, to} = fix
  if (value === from) return [{field: error.field, operation: 'set', from, to}]
  if (error.field.step === from) return [{field: error.field, operation: 'rename', from, to}]
  if (Array.isArray(value) && value.includes(from)) return [{field: error.field.index(value.indexOf(from)), operation: 'set', from, to}]
  return valueAt(value, [from]) === undefined ? [] : [{field: error.field.key(from), operation: 'rename', from, to}]
}

/** Returns the edit of a field that an update must not change: it keeps its stored value. None for a whole spec, and for secret values. */
function storedEdit({before, sent}: ManifestReview, {field}: FieldError): Edit[] {
  const steps = field.steps()
  if (before === undefined || steps.length === 1 && !(typeof before[String(field.step)] === 'string') || before['kind'] === 'Secret') return []
  const [from, to] = [sent, before].map((object) => valueAt(object, steps) as Edit['to'])
  return [{field, operation: to === undefined ? 'remove' : 'set', from, to}]
}

/** States how to change a field that an update must not change. */
export const immutableAdvice = ({errors}: ManifestReview): string[] => {
  const fields = [...new Set(errors.filter((error) => isImmutable(error) && error.field.steps()[0] !== 'metadata').map(({field}) => String(field)))]
  return fields.length === 0 ? [] : [`An update cannot make this change of ${fields.join(', ')}: delete the object and create it again.`]
}

/** True for the error of an update that changes a field which it must not change. */
const isImmutable = ({origin}: FieldError): boolean => origin.endsWith('/immutable')
