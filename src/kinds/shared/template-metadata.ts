import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {allErrors, type FieldError, forbidden, type Origin} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {validateLabels} from '../../machinery/meta/label-selector.js'
import {validateAnnotations} from '../../machinery/meta/object-meta.js'

/** The fields that only the server sets, in the order of their declaration. */
const fixedFields = [
  'name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'deletionTimestamp',
  'deletionGracePeriodSeconds', 'ownerReferences', 'finalizers', 'managedFields',
] as const

/** The rules for the metadata in a template of claims, which may have labels and annotations (core validation `ValidateTemplateObjectMeta`). */
export function validateTemplateMetadata(metadata: ObjectMeta, path: FieldPath, origin: Origin): FieldError[] {
  const given = metadata as Readonly<Record<string, unknown>>
  return allErrors(
    validateAnnotations(metadata.annotations, path.child('annotations')),
    validateLabels(metadata.labels, path.child('labels'), 'metadata/labels'),
    fixedFields.filter((field) => isSet(field, given[field])).map((field) => forbidden(path.child(field === 'uid' ? 'uID' : field), 'cannot be set', origin)),
  )
}

/** True if a value is not Go's zero value; an empty list is not one, nor is a pointer to 0. */
const isSet = (field: string, value: unknown): boolean =>
  value !== undefined && value !== '' && (value !== 0 || field === 'deletionGracePeriodSeconds')
