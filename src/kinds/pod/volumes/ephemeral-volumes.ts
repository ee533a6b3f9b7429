import type {Volume} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, required} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {validateClaimSpec} from '../../persistent-volume-claim/claim-spec.js'
import {validateTemplateMetadata} from '../../shared/template-metadata.js'

const origin = 'pod/ephemeral-volume'

/** The rules for an ephemeral volume, for which a claim is created with each pod (core validation `validateEphemeralVolumeSource`; spec pod 4.4). */
export function validateEphemeral({volumeClaimTemplate: template}: NonNullable<Volume['ephemeral']>, path: FieldPath): FieldError[] {
  const place = path.child('volumeClaimTemplate')
  if (template === undefined) return [required(place, '', origin)]
  return allErrors(validateTemplateMetadata(template.metadata ?? {}, place.child('metadata'), origin), validateClaimSpec(template.spec ?? {}, place.child('spec')))
}
