import type {FieldError} from '../../machinery/field/error.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {Edit} from './edit.js'
import {valueAt} from '../../simulate/repairs/value-at.js'

/** Returns the edit of a field that an update must not change: it keeps its stored value. None for a whole spec, and for secret values. */
export function storedEdit({before, sent}: ManifestReview, {field}: FieldError): Edit[] {
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
export const isImmutable = ({origin}: FieldError): boolean => origin.endsWith('/immutable')
