import {type FieldError, forbidden, required} from '../../machinery/field-error.js'
import type {FieldPath} from '../../machinery/field-path.js'
import {validateLabels} from '../../machinery/label-selector.js'
import {type ObjectMeta, validateAnnotations} from '../../machinery/object-meta.js'
import {validateClaimSpec} from '../claim-spec.js'
import type {Volume} from './volume-types.js'

const origin = 'pod/ephemeral-volume'

/** The rules for a volume that makes a claim for each pod (core validation `validateEphemeralVolumeSource`; pod spec 4.4). */
export function validateEphemeral({volumeClaimTemplate: template}: NonNullable<Volume['ephemeral']>, path: FieldPath): FieldError[] {
  const place = path.child('volumeClaimTemplate')
  if (template === undefined) return [required(place, '', origin)]
  return [...validateMetadata(template.metadata ?? {}, place.child('metadata')), ...validateClaimSpec(template.spec ?? {}, place.child('spec'))]
}

/** The fields that the server makes or chooses, in the order of their declaration. */
const fixedFields = [
  'name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'deletionTimestamp',
  'deletionGracePeriodSeconds', 'ownerReferences', 'finalizers', 'managedFields',
] as const

function validateMetadata(metadata: ObjectMeta, path: FieldPath): FieldError[] {
  const given = metadata as Readonly<Record<string, unknown>>
  return [
    ...validateAnnotations(metadata.annotations, path.child('annotations')),
    ...validateLabels(metadata.labels, path.child('labels'), 'metadata/labels'),
    ...fixedFields.filter((field) => isSet(given[field])).map((field) => forbidden(path.child(field === 'uid' ? 'uID' : field), 'cannot be set', origin)),
  ]
}

/** True of what is not Go's zero value; an empty list is not that. */
const isSet = (value: unknown): boolean => value !== undefined && value !== '' && value !== 0
