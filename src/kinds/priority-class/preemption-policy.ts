import {type FieldError, notSupported, type Origin, required} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'

const policies = ['PreemptLowerPriority', 'Never']

/** The rule for preemption policies (core validation `ValidatePreemptionPolicy`). */
export function validatePreemptionPolicy(policy = '', path: FieldPath, origin: Origin): FieldError[] {
  if (policy === '') return [required(path, '', origin)]
  return policies.includes(policy) ? [] : [notSupported(path, policy, policies, origin)]
}
