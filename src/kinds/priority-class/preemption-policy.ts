import {type FieldError, notSupported, type Origin, required} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'

const policies = ['PreemptLowerPriority', 'Never']

/** The rule for whether pods may make room for themselves at the cost of others (core validation `ValidatePreemptionPolicy`). */
export function validatePreemptionPolicy(policy = '', path: FieldPath, origin: Origin): FieldError[] {
  if (policy === '') return [required(path, '', origin)]
  return policies.includes(policy) ? [] : [notSupported(path, policy, policies, origin)]
}
