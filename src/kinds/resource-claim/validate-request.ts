import type {DeviceRequest, DeviceSelector, DeviceToleration} from '../../machinery/api/resource-v1.js'
import {allErrors, duplicate, type FieldError, invalid, notSupported, type Origin, required, tooLong, tooMany} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {validateName, validateOptional, validateText, validateWord} from '../../machinery/field/text-rules.js'
import {byteLength} from '../../machinery/go/text.js'
import {dns1123Label, dns1123Subdomain, labelValue, qualifiedName} from '../../machinery/meta/names.js'
import type {DeviceRequirement} from './defaults.js'

const origin = 'resource-claim/request'

const maxAlternatives = 8

const maxSelectors = 32

const maxExpression = 10240

const oneNeeded = 'exactly one of `exactly` or `firstAvailable` is required'

/** The rules for a request (resource validation `validateDeviceRequest`; spec kinds 13, rows 2 to 9). */
export const validateRequest = (request: DeviceRequest, path: FieldPath): FieldError[] =>
  allErrors(validateText(nameOf(request), dns1123Label, path.child('name'), 'resource-claim/request-name'), validateForm(request, path))

function validateForm({exactly, firstAvailable = []}: DeviceRequest, path: FieldPath): FieldError[] {
  if (firstAvailable.length === 0) return exactly === undefined ? [required(path, oneNeeded, origin)] : validateRequirement(exactly, path.child('exactly'))
  if (exactly !== undefined) return [invalid(path, null, `${oneNeeded}, but multiple fields are set`, origin)]
  return validateDistinct(firstAvailable, maxAlternatives, validateAlternative, nameOf, path.child('firstAvailable'), 'resource-claim/request-name')
}

/** The name of a request, or of one of its alternatives. */
export const nameOf = ({name = ''}: {readonly name?: string}): string => name

const validateAlternative = (requirement: DeviceRequirement, path: FieldPath): FieldError[] =>
  allErrors(validateText(nameOf(requirement), dns1123Label, path.child('name'), 'resource-claim/request-name'), validateRequirement(requirement, path))

const validateRequirement = (requirement: DeviceRequirement, path: FieldPath): FieldError[] => allErrors(
  validateName(requirement.deviceClassName, dns1123Subdomain, path.child('deviceClassName'), 'resource-claim/device-class'),
  validateSelectors(requirement.selectors, path.child('selectors')),
  validateAllocation(requirement, path),
  (requirement.tolerations ?? []).flatMap((toleration, i) => validateToleration(toleration, path.child('tolerations').index(i))),
)

/** The rules for device selectors of claims and classes (resource validation `validateSelector`). */
export const validateSelectors = (selectors: readonly DeviceSelector[] = [], path: FieldPath): FieldError[] =>
  validateLimited(selectors, maxSelectors, validateSelector, path, 'resource-claim/selector')

/** kadm does not compile CEL expressions: of these, it rejects only an empty one. */
function validateSelector({cel}: DeviceSelector, path: FieldPath): FieldError[] {
  if (cel === undefined) return [required(path.child('cel'), '', 'resource-claim/selector')]
  const {expression = ''} = cel
  const place = path.child('cel', 'expression')
  if (expression === '') return [invalid(place, expression, ofNothing, 'resource-claim/selector')]
  return byteLength(expression) > maxExpression ? [tooLong(place, maxExpression, 'resource-claim/selector')] : []
}

/** The compiler's message. */
const ofNothing = "compilation failed: ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting "
  + "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"

function validateAllocation({allocationMode = '', count = 0}: DeviceRequirement, path: FieldPath): FieldError[] {
  const error = (detail: string): FieldError => invalid(path.child('count'), count, detail, 'resource-claim/count')
  switch (allocationMode) {
    case 'All': return Number(count) === 0 ? [] : [error("must not be specified when allocationMode is 'All'")]
    case 'ExactCount': return count > 0 ? [] : [error('must be greater than zero')]
    default: return [notSupported(path.child('allocationMode'), allocationMode, ['All', 'ExactCount'], 'resource-claim/count')]
  }
}

const tolerationOrigin = 'resource-claim/tolerations'

function validateToleration({key, operator = '', value = '', effect}: DeviceToleration, path: FieldPath): FieldError[] {
  return allErrors(
    validateOptional(key, qualifiedName, path.child('key'), tolerationOrigin),
    validateOperator(operator, value, path),
    validateWord(effect || undefined, ['NoExecute', 'NoSchedule', 'None'], path.child('effect'), tolerationOrigin),
  )
}

function validateOperator(operator: string, value: string, path: FieldPath): FieldError[] {
  switch (operator) {
    case 'Exists': return value === '' ? [] : [invalid(path.child('value'), value, 'must be empty for operator `Exists`', tolerationOrigin)]
    case 'Equal': return validateText(value, labelValue, path.child('value'), tolerationOrigin)
    default: return [notSupported(path.child('operator'), operator, ['Equal', 'Exists'], tolerationOrigin)]
  }
}

/** The rules for each item of a list; a list that is too long gets that error only (resource validation `validateSlice`). */
export function validateLimited<T>(
  items: readonly T[], maximum: number, validateItem: (item: T, path: FieldPath) => FieldError[], path: FieldPath, origin: Origin,
): FieldError[] {
  return items.length > maximum ? [tooMany(path, items.length, maximum, origin)] : items.flatMap((item, i) => validateItem(item, path.index(i)))
}

/** The same rules for a list whose items have unique keys (`validateSet`). */
export function validateDistinct<T>(
  items: readonly T[], maximum: number, validateItem: (item: T, path: FieldPath) => FieldError[], keyOf: (item: T) => string, path: FieldPath, origin: Origin,
): FieldError[] {
  const errors = validateLimited(items, maximum, validateItem, path, origin)
  if (items.length > maximum) return errors
  const known = new Set<string>()
  return allErrors(errors, items.flatMap((item, i) => {
    const key = keyOf(item)
    const isKnown = known.has(key)
    known.add(key)
    return isKnown ? [duplicate(path.index(i), key, origin)] : []
  }))
}
