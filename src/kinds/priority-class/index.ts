import type {PriorityClass} from '../../machinery/api/scheduling-v1.js'
import {type FieldError, forbidden, notSupported, type Origin, required} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KindDefinition} from '../kind.js'
import {type FieldContext, fields, forbiddenChange, immutable} from '../shared/fields.js'
import {firstGeneration, withGeneration} from '../shared/generation.js'

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

  prepareForCreate: firstGeneration,
  prepareForUpdate: (object, old) => withGeneration(object, old, true),

  changeOnly: true,

  ...fields<PriorityClass>({
    value: {rule: 'priority-class/value', check: validateValue, default: 0, change: forbiddenChange(() => 'may not be changed in an update.')},
    preemptionPolicy: {
      rule: 'priority-class/preemption-policy', check: validatePreemptionPolicy, default: 'PreemptLowerPriority', change: immutable('*'),
    },
  }),
}

function validateValue(value = 0, path: FieldPath, origin: Origin, {struct}: FieldContext<PriorityClass>): FieldError[] {
  const {metadata: {name = ''}, globalDefault = false} = struct
  if (!name.startsWith('system-')) {
    const detail = `maximum allowed value of a user defined priority is ${highestUserPriority}`
    return value > highestUserPriority ? [forbidden(path, detail, origin)] : []
  }
  const error = systemError(name, value, globalDefault)
  const detail = `priority class names with 'system-' prefix are reserved for system use only. error: ${error}`
  return error === undefined ? [] : [forbidden(FieldPath.of('metadata', 'name'), detail, 'priority-class/system-name')]
}

function systemError(name: string, value: number, globalDefault: boolean): string | undefined {
  const expected = Object.hasOwn(systemPriorityClasses, name) ? systemPriorityClasses[name] : undefined
  if (expected === undefined) return `${name} is not a known system priority class`
  if (value !== expected) return `value of ${name} PriorityClass must be ${expected}`
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined
}

const policies = ['PreemptLowerPriority', 'Never']

/** The rule for preemption policies (core validation `ValidatePreemptionPolicy`). */
export function validatePreemptionPolicy(policy = '', path: FieldPath, origin: Origin): FieldError[] {
  if (policy === '') return [required(path, '', origin)]
  return policies.includes(policy) ? [] : [notSupported(path, policy, policies, origin)]
}
