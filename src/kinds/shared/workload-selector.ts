import type {PodTemplateSpec} from '../../machinery/api/core-v1.js'
import {allErrors, type FieldError, invalid, required} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import type {LabelSelector} from '../../machinery/api/meta-v1.js'
import {matchesLabelSelector, validateLabelSelector} from '../../machinery/meta/label-selector.js'
import {internalForm} from './internal-form.js'

const origin = 'workload/selector'

/** Returns the selector as messages print it. */
export const printedSelector = (selector: LabelSelector | undefined): unknown => internalForm('*selector', selector)

/** True if the server can compile a selector; an absent one selects nothing. */
export const isCompilable = (selector: LabelSelector | undefined, path: FieldPath): boolean => validateLabelSelector(selector, path).length === 0

/**
 * The rules for the selector of a workload that must have one (apps validation `ValidateDeploymentSpec`,
 * `ValidateStatefulSetSpec`).
 *
 * @param owner the name of the workload in the message about an empty selector
 */
export function validateRequiredSelector(selector: LabelSelector | undefined, path: FieldPath, owner: string): FieldError[] {
  return selector === undefined
    ? [required(path, '', origin)] : allErrors(validateLabelSelector(selector, path), validateNotEmpty(selector, path, owner))
}

/** The rule that a selector is not empty; other rules ignore empty selectors. */
export const validateNotEmpty = (selector: LabelSelector, path: FieldPath, owner: string): FieldError[] =>
  Object.keys(selector.matchLabels ?? {}).length > 0 || (selector.matchExpressions ?? []).length > 0
    ? [] : [invalid(path, {}, `empty selector is invalid for ${owner}`, origin)]

/**
 * The rule that a workload selects the pods of its template.
 *
 * @param selector a valid one, or none
 * @param path of the template
 */
export function validateSelectsTemplate(selector: LabelSelector | undefined, {metadata = {}}: PodTemplateSpec, path: FieldPath): FieldError[] {
  if (matchesLabelSelector(selector, metadata.labels ?? {})) return []
  return [invalid(path.child('metadata', 'labels'), internalForm('map', metadata.labels), '`selector` does not match template `labels`', origin)]
}
