import type {NodeAffinity, NodeSelectorRequirement, NodeSelectorTerm} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, forbidden, invalid, NamedText, type Origin, required} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {validateText} from '../../../machinery/field/text-rules.js'
import {dns1123Subdomain, labelValue, qualifiedName} from '../../../machinery/meta/names.js'

const origin = 'pod/node-affinity'

/** The rules for node affinity (core validation `validateNodeAffinity`; spec pod 4.7). */
export function validateNodeAffinity(affinity: NodeAffinity, path: FieldPath): FieldError[] {
  const selector = affinity.requiredDuringSchedulingIgnoredDuringExecution
  const preferred = affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []
  const place = path.child('preferredDuringSchedulingIgnoredDuringExecution')
  return allErrors(
    selector === undefined ? []
      : validateTerms(selector.nodeSelectorTerms ?? [], path.child('requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms')),
    preferred.flatMap(({weight, preference = {}}, i) => allErrors(
      validateWeight(weight, place.index(i).child('weight'), origin),
      validateTerm(preference, false, place.index(i).child('preference')),
    )),
  )
}

/** The rule for the weight of a preference. */
export const validateWeight = (weight = 0, path: FieldPath, own: Origin): FieldError[] =>
  weight >= 1 && weight <= 100 ? [] : [invalid(path, weight, 'must be in the range 1-100', own)]

/** The rules for the terms of a selector of nodes, of which one must match (core validation `ValidateNodeSelector`). */
export const validateTerms = (terms: readonly NodeSelectorTerm[], path: FieldPath): FieldError[] => terms.length === 0
  ? [required(path, 'must have at least one node selector term', origin)] : terms.flatMap((term, i) => validateTerm(term, true, path.index(i)))

/** @param isStrict true if the values must be valid label values */
const validateTerm = ({matchExpressions = [], matchFields = []}: NodeSelectorTerm, isStrict: boolean, path: FieldPath): FieldError[] => allErrors(
  matchExpressions.flatMap((requirement, i) => validateExpression(requirement, isStrict, path.child('matchExpressions').index(i))),
  matchFields.flatMap((requirement, i) => validateField(requirement, path.child('matchFields').index(i))),
)

function validateExpression(requirement: NodeSelectorRequirement, isStrict: boolean, path: FieldPath): FieldError[] {
  const {key = '', values = []} = requirement
  return allErrors(
    validateOperator(requirement, path),
    validateText(key, qualifiedName, path.child('key'), origin),
    isStrict ? values.flatMap((value, i) => validateText(value, labelValue, path.child('values').index(i), origin)) : [],
  )
}

function validateOperator({operator = '', values = []}: NodeSelectorRequirement, path: FieldPath): FieldError[] {
  const place = path.child('values')
  switch (operator) {
    case 'In':
    case 'NotIn': return values.length > 0 ? [] : [required(place, "must be specified when `operator` is 'In' or 'NotIn'", origin)]
    case 'Exists':
    case 'DoesNotExist': return values.length === 0 ? [] : [forbidden(place, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'", origin)]
    case 'Gt':
    case 'Lt': return values.length === 1 ? [] : [required(place, "must be specified single value when `operator` is 'Lt' or 'Gt'", origin)]
    default: return [unknownOperator(operator, path)]
  }
}

const unknownOperator = (operator: string, path: FieldPath): FieldError =>
  invalid(path.child('operator'), new NamedText(operator), 'not a valid selector operator', origin)

/** The rules for a term about a node's fields; `metadata.name` is the only one. */
function validateField({key = '', operator = '', values = []}: NodeSelectorRequirement, path: FieldPath): FieldError[] {
  const isKnown = operator === 'In' || operator === 'NotIn'
  const detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"
  return allErrors(
    !isKnown ? [unknownOperator(operator, path)] : values.length === 1 ? [] : [required(path.child('values'), detail, origin)],
    key === 'metadata.name'
      ? values.flatMap((value, i) => validateText(value, dns1123Subdomain, path.child('values').index(i), origin))
      : [invalid(path.child('key'), key, 'not a valid field selector key', origin)],
  )
}
