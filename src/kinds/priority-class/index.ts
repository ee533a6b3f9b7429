import type {PriorityClass} from '../../machinery/api/scheduling-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {allErrors, type FieldError, forbidden, invalid, NamedText} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KindDefinition} from '../kind.js'
import {firstGeneration, withGeneration} from '../shared/generation.js'
import {validatePreemptionPolicy} from './preemption-policy.js'

/** The priorities that every cluster has. */
export const systemPriorityClasses: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2000000000,
  'system-node-critical': 2000001000,
}

const highestUserPriority = 1000000000

/** PriorityClass (spec kinds 12). */
export const priorityClass: KindDefinition<PriorityClass> = {
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  isLookedUp: true,

  setDefaults: (object) => assign<PriorityClass>(object, {
    value: object.value ?? 0,
    preemptionPolicy: object.preemptionPolicy ?? 'PreemptLowerPriority',
  }),

  prepareForCreate: firstGeneration,
  prepareForUpdate: (object, old) => withGeneration(object, old, true),

  validate: (object) => allErrors(validateValue(object), validatePreemptionPolicy(object.preemptionPolicy ?? '', FieldPath.of('preemptionPolicy'), 'priority-class/preemption-policy')),

  changeOnly: true,

  validateUpdate: (object, old) => allErrors(
    object.value === old.value ? [] : [forbidden(FieldPath.of('value'), 'may not be changed in an update.', 'priority-class/immutable')],
    object.preemptionPolicy === old.preemptionPolicy ? []
      : [invalid(FieldPath.of('preemptionPolicy'), new NamedText(object.preemptionPolicy ?? ''), 'field is immutable', 'priority-class/immutable')],
  ),
}

function validateValue({metadata: {name = ''}, value = 0, globalDefault = false}: PriorityClass): FieldError[] {
  if (!name.startsWith('system-')) {
    const detail = `maximum allowed value of a user defined priority is ${highestUserPriority}`
    return value > highestUserPriority ? [forbidden(FieldPath.of('value'), detail, 'priority-class/value')] : []
  }
  const fault = systemFault(name, value, globalDefault)
  const detail = `priority class names with 'system-' prefix are reserved for system use only. error: ${fault}`
  return fault === undefined ? [] : [forbidden(FieldPath.of('metadata', 'name'), detail, 'priority-class/system-name')]
}

function systemFault(name: string, value: number, globalDefault: boolean): string | undefined {
  const expected = Object.hasOwn(systemPriorityClasses, name) ? systemPriorityClasses[name] : undefined
  if (expected === undefined) return `${name} is not a known system priority class`
  if (value !== expected) return `value of ${name} PriorityClass must be ${expected}`
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined
}
