import type {JobSpec} from '../../machinery/api/batch-v1.js'
import {allErrors, type FieldError, invalid, notSupported, required, tooLong} from '../../machinery/field/error.js'
import {validateNotNegative} from '../../machinery/field/number-rules.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {byteLength} from '../../machinery/go/text.js'
import {defaultVersion} from '../../machinery/version/kubernetes-version.js'
import {validatePodTemplate} from '../pod-template/validate.js'
import {validateDomainPath} from '../shared/name-rules.js'
import {validatePodFailurePolicy} from './pod-failure-policy.js'
import {validateSuccessPolicy} from './success-policy.js'
import {validateIndexing} from './validate-indexing.js'

/** The numbers that must not be negative, in the order of the server's checks. */
const amounts = [
  'parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit', 'ttlSecondsAfterFinished', 'backoffLimitPerIndex', 'maxFailedIndexes',
] as const

/**
 * The common rules for a Job and the job template of a CronJob (batch validation `validateJobSpec`; spec kinds 10).
 *
 * @param old the spec before an update
 */
export const validateJobSpec = (spec: JobSpec, path: FieldPath, version = defaultVersion, old?: JobSpec): FieldError[] => allErrors(
  amounts.flatMap((field) => validateNotNegative(spec[field], path.child(field), 'workload/amounts')),
  spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined
    ? [required(path.child('backoffLimitPerIndex'), 'when maxFailedIndexes is specified', 'job/indexing')] : [],
  spec.managedBy === undefined ? [] : validateManagedBy(spec.managedBy, path.child('managedBy')),
  validateIndexing(spec, path),
  spec.podFailurePolicy === undefined ? [] : validatePodFailurePolicy(spec, path.child('podFailurePolicy')),
  spec.successPolicy === undefined ? [] : validateSuccessPolicy(spec, path.child('successPolicy')),
  validateReplacementPolicy(spec, path.child('podReplacementPolicy')),
  validatePodTemplate(spec.template ?? {}, path.child('template'), version, old?.template),
  validateRestartPolicy(spec, path.child('template', 'spec', 'restartPolicy')),
)

const longestManager = 63

/** The rules for the name of another controller that manages the Job. */
const validateManagedBy = (manager: string, path: FieldPath): FieldError[] => allErrors(
  validateDomainPath(manager, path, 'job/managed-by'),
  byteLength(manager) > longestManager ? [tooLong(path, longestManager, 'job/managed-by')] : [],
)

function validateReplacementPolicy({podReplacementPolicy: policy, podFailurePolicy}: JobSpec, path: FieldPath): FieldError[] {
  const legal = podFailurePolicy === undefined ? ['Failed', 'TerminatingOrFailed'] : ['Failed']
  return policy === undefined || legal.includes(policy) ? [] : [notSupported(path, policy, legal, 'job/pod-replacement-policy')]
}

function validateRestartPolicy({template, podFailurePolicy}: JobSpec, path: FieldPath): FieldError[] {
  const origin = 'job/restart-policy'
  const {restartPolicy: policy = 'Always'} = template?.spec ?? {}
  switch (policy) {
    case 'Always': return [required(path, 'valid values: "OnFailure", "Never"', origin)]
    case 'Never': return []
    case 'OnFailure':
      return podFailurePolicy === undefined ? []
        : [invalid(path, policy, 'only "Never" is supported when podFailurePolicy is specified', origin)]
    default: return [notSupported(path, policy, ['OnFailure', 'Never'], origin)]
  }
}
