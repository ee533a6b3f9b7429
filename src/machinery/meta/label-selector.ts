import type {LabelSelectorRequirement as DecodedRequirement, LabelSelector as DecodedSelector} from '../api/meta-v1.js'
import {allErrors, type FieldError, forbidden, invalid, NamedText, type Origin, required} from '../field/error.js'
import type {FieldPath} from '../field/path.js'
import {compareText} from '../go/text.js'
import {labelValue, qualifiedName} from './names.js'

/** A selector of labels (metav1.LabelSelector): all terms must match. A null member counts as absent, and a null element as an empty one. */
export type LabelSelector = WithNulls<DecodedSelector>

/** One term of a selector (metav1.LabelSelectorRequirement). The operator is In, NotIn, Exists or DoesNotExist. */
export type LabelSelectorRequirement = WithNulls<DecodedRequirement>

/** A value whose members and elements may be null, as in an object that is not decoded. */
export type WithNulls<T> = T extends object ? {readonly [K in keyof T]: WithNulls<T[K]> | null} : T

/** The rules for the keys and values of a selector: Kubernetes' messages about each. */
export interface SelectorRules {
  readonly key: (key: string) => readonly string[]
  readonly value: (value: string) => readonly string[]
}

const labelRules: SelectorRules = {key: qualifiedName, value: labelValue}

const invalidEach = (path: FieldPath, value: string, messages: readonly string[], origin: Origin): FieldError[] =>
  messages.map((message) => invalid(path, value, message, origin))

/** The rules for the key of a label. */
export const validateLabelName = (name: string, path: FieldPath, origin: Origin): FieldError[] => invalidEach(path, name, qualifiedName(name), origin)

/**
 * The rules for the labels of an object, or for a map of labels to match. Errors are sorted by key; upstream's order is random.
 *
 * @param path of the map, which every error has: keys are not part of it
 */
export function validateLabels(labels: LabelSelector['matchLabels'], path: FieldPath, origin: Origin, rules = labelRules): FieldError[] {
  if (labels === undefined || labels === null) return []
  const broken = Object.keys(labels).filter((key) => rules.key(key).length > 0 || rules.value(labels[key] ?? '').length > 0)
  return broken.sort(compareText).flatMap((key) => {
    const value = labels[key] ?? ''
    return allErrors(invalidEach(path, key, rules.key(key), origin), invalidEach(path, value, rules.value(value), origin))
  })
}

const defaultOrigin = 'metadata/label-selector'

/**
 * The rules for a selector, in upstream's order except for labels, which are sorted by key (apimachinery `ValidateLabelSelector`).
 * An absent selector is valid.
 *
 * @param rules of keys and values, by default those of labels
 */
export function validateLabelSelector(
  selector: LabelSelector | null | undefined, path: FieldPath, origin: Origin = defaultOrigin, rules = labelRules,
): FieldError[] {
  const requirements = selector?.matchExpressions ?? []
  return allErrors(
    validateLabels(selector?.matchLabels, path.child('matchLabels'), origin, rules),
    requirements.flatMap((requirement, i) => validateRequirement(requirement ?? {}, path.child('matchExpressions').index(i), origin, rules)),
  )
}

function validateRequirement({key, operator, values}: LabelSelectorRequirement, path: FieldPath, origin: Origin, rules: SelectorRules): FieldError[] {
  return allErrors(
    validateOperator(operator ?? '', values?.length ?? 0, path, origin),
    invalidEach(path.child('key'), key ?? '', rules.key(key ?? ''), origin),
    (values ?? []).flatMap((value, i) => invalidEach(path.child('values').index(i), value ?? '', rules.value(value ?? ''), origin)),
  )
}

function validateOperator(operator: string, valueCount: number, path: FieldPath, origin: Origin): FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (valueCount > 0) return []
      return [required(path.child('values'), "must be specified when `operator` is 'In' or 'NotIn'", origin)]
    case 'Exists':
    case 'DoesNotExist':
      if (valueCount === 0) return []
      return [forbidden(path.child('values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'", origin)]
    default:
      return [invalid(path.child('operator'), new NamedText(operator), 'not a valid selector operator', origin)]
  }
}

/**
 * Returns true if a valid selector matches labels (metav1.LabelSelectorAsSelector): an empty selector matches everything, an
 * absent one nothing.
 */
export function matchesLabelSelector(selector: LabelSelector | null | undefined, labels: Readonly<Record<string, string>>): boolean {
  if (selector === null || selector === undefined) return false
  const {matchLabels, matchExpressions} = selector
  return Object.entries(matchLabels ?? {}).every(([key, value]) => valueOf(labels, key) === (value ?? ''))
    && (matchExpressions ?? []).every((requirement) => matchesRequirement(requirement ?? {}, labels))
}

function matchesRequirement({key, operator, values}: LabelSelectorRequirement, labels: Readonly<Record<string, string>>): boolean {
  const label = valueOf(labels, key ?? '')
  const isListed = (values ?? []).some((value) => (value ?? '') === label)
  switch (operator) {
    case 'In': return isListed
    case 'NotIn': return !isListed
    case 'Exists': return label !== undefined
    case 'DoesNotExist': return label === undefined
    default: return false
  }
}

/** The value of a label; keys such as `constructor` are ordinary labels. */
const valueOf = (labels: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(labels, key) ? labels[key] : undefined
