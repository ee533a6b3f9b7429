import {classAnnotation} from '../../kinds/ingress/validate.js'
import {appArmorPrefix, seccompContainerPrefix, seccompPodKey} from '../../kinds/pod/metadata/annotations.js'
import type {Json} from '../../machinery/decode/encode.js'
import type {FieldError} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {textOf} from '../../machinery/go/json-value.js'
import {valueAt} from '../../simulate/object-fields.js'
import type {Edit} from './edit.js'

/**
 * Returns the edit that removes an annotation which contradicts the field that has replaced it: the class of an Ingress, or the profile of
 * seccomp or AppArmor. None for other errors.
 */
export function replacedAnnotationEdit(object: unknown, {field, detail, origin}: FieldError): Edit[] {
  if (origin === 'pod/profile-annotation') return removal(object, profileAnnotation(object, field, detail.startsWith('seccomp')))
  return field.step === classAnnotation ? removal(object, FieldPath.of('metadata', 'annotations').key(classAnnotation)) : []
}

const removal = (object: unknown, field: FieldPath): Edit[] => {
  const from = valueAt(object, field.steps()) as Json | undefined
  return from === undefined ? [] : [{field, operation: 'remove', from, to: undefined}]
}

/** The annotation that a field of a profile has replaced: in the metadata next to the spec of the pod, with the name of the container. */
function profileAnnotation(object: unknown, field: FieldPath, isSeccomp: boolean): FieldPath {
  const holder = field.steps().slice(0, field.steps().indexOf('securityContext'))
  const isOfContainer = typeof holder.at(-1) === 'number'
  const name = textOf(valueAt(object, [...holder, 'name']))
  const key = !isOfContainer && isSeccomp ? seccompPodKey : `${isSeccomp ? seccompContainerPrefix : appArmorPrefix}${name}`
  const [first = '', ...rest] = [...holder.slice(0, isOfContainer ? -3 : -1), 'metadata', 'annotations'].map(String)
  return FieldPath.of(first, ...rest).key(key)
}
