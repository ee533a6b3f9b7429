import type {Toleration} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, invalid, NamedText, notSupported} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {validateOptional} from '../../../machinery/field/text-rules.js'
import {labelValue, qualifiedName} from '../../../machinery/meta/names.js'

const origin = 'pod/tolerations'

/** The rules for tolerations (core validation `ValidateTolerations`; spec pod 4.8). */
export const validateTolerations = (tolerations: readonly Toleration[], path: FieldPath): FieldError[] => tolerations.flatMap((toleration, i) => {
  const {key = '', operator = '', effect = '', tolerationSeconds} = toleration
  const place = path.index(i)
  const detail = 'operator must be Exists when `key` is empty, which means "match all values and all keys"'
  return allErrors(
    validateOptional(key, qualifiedName, place.child('key'), origin),
    key === '' && operator !== 'Exists' ? [invalid(place.child('operator'), new NamedText(operator), detail, origin)] : [],
    tolerationSeconds !== undefined && effect !== 'NoExecute'
      ? [invalid(place.child('effect'), new NamedText(effect), "effect must be 'NoExecute' when `tolerationSeconds` is set", origin)] : [],
    validateOperator(toleration, place.child('operator')),
    effect === '' || effects.includes(effect) ? [] : [notSupported(place.child('effect'), effect, effects, origin)],
  )
})

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** The rules for the operator and its value; upstream reports them at `operator`. */
function validateOperator({operator = '', value = ''}: Toleration, path: FieldPath): FieldError[] {
  switch (operator) {
    case '':
    case 'Equal': {
      const errors = labelValue(value)
      return errors.length === 0 ? [] : [invalid(path, value, errors.join(';'), origin)]
    }
    case 'Exists': return value === '' ? [] : [invalid(path, value, "value must be empty when `operator` is 'Exists'", origin)]
    // Operators of a feature that is off by default.
    case 'Lt':
    case 'Gt': return [notSupported(path, operator, ['Equal', 'Exists', 'Lt', 'Gt'], origin)]
    default: return [notSupported(path, operator, ['Equal', 'Exists'], origin)]
  }
}
