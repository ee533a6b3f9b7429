import type {MetadataPolicy, MetadataPolicyRule, PolicyAction} from '../../machinery/api/design-v1.js'
import {allErrors, type FieldError, forbidden} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {type SelectorRules, validateLabels, validateLabelSelector} from '../../machinery/meta/label-selector.js'
import {annotationKey} from '../../machinery/meta/names.js'
import {validateAnnotations} from '../../machinery/meta/object-meta.js'
import {actionFields} from './metadata-maps.js'

/** The rules for a MetadataPolicy besides those of its metadata: the server's rules for selectors, labels and annotations (spec metadatapolicy 3). */
export const validateMetadataPolicy = ({spec}: MetadataPolicy): FieldError[] =>
  (spec?.rules ?? []).flatMap((rule, i) => validateRule(rule, FieldPath.of('spec', 'rules').index(i)))

/** Annotations have keys like labels, with any capitalization, and any text as value. */
const annotationRules: SelectorRules = {key: annotationKey, value: () => []}

function validateRule({policyPredicate: {labelSelector, annotationSelector} = {}, ...rule}: MetadataPolicyRule, path: FieldPath): FieldError[] {
  const predicate = path.child('policyPredicate')
  return allErrors(
    validateLabelSelector(labelSelector, predicate.child('labelSelector')),
    validateLabelSelector(annotationSelector, predicate.child('annotationSelector'), 'metadata-policy/annotation-selector', annotationRules),
    actionFields.flatMap((field) => validateAction(rule[field] ?? {}, path.child(field))),
    actionFields.every((field) => rule[field] !== undefined)
      ? [forbidden(path.child('PolicyAction'), 'may not be specified when `policyAction` is specified', 'metadata-policy/repeated-action')] : [],
  )
}

const validateAction = ({updatedLabels, updatedAnnotations}: PolicyAction, path: FieldPath): FieldError[] => allErrors(
  validateLabels(updatedLabels, path.child('updatedLabels'), 'metadata/labels'),
  validateAnnotations(updatedAnnotations, path.child('updatedAnnotations')),
)
