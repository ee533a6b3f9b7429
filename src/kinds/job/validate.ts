import type {Job, JobSpec} from '../../machinery/api/batch-v1.js'
import {allErrors, type FieldError, invalid, required} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {defaultVersion, hasFeature} from '../../machinery/version/kubernetes-version.js'
import {validateLabelSelector} from '../../machinery/meta/label-selector.js'
import {dns1123Label} from '../../machinery/meta/names.js'
import {isCompilable, validateSelectsTemplate} from '../shared/workload-selector.js'
import {hasPrefixedLabels, validateGeneratedSelector} from './generated-labels.js'
import {validateJobSpec} from './validate-spec.js'

const path = FieldPath.of('spec')

/** The rules for a Job (batch validation `ValidateJob`; spec kinds 10). */
export const validateJob = (job: Job, old?: Job, version = defaultVersion): FieldError[] => allErrors(
  old !== undefined && hasFeature(version, 'jobSelectorsOnCreate') ? [] : validateGeneratedSelector(job, old === undefined || hasPrefixedLabels(old.spec ?? {}), path),
  validateJobSpec(job.spec ?? {}, path, version, old?.spec),
  validateSelector(job.spec ?? {}, path.child('selector')),
  validateHostNames(job),
)

const validateSelector = ({selector, template = {}}: JobSpec, place: FieldPath): FieldError[] => allErrors(
  selector === undefined ? [required(place, '', 'workload/selector')] : validateLabelSelector(selector, place),
  isCompilable(selector, place) ? validateSelectsTemplate(selector, template, path.child('template')) : [],
)

/** The host names of the pods of an Indexed Job end with their index. */
function validateHostNames({metadata: {name = ''}, spec = {}}: Job): FieldError[] {
  const {completionMode, completions = 0} = spec
  if (completionMode !== 'Indexed' || completions <= 0) return []
  const longest = `${name}-${completions - 1}`
  if (dns1123Label(longest).length === 0) return []
  return [invalid(FieldPath.of('metadata', 'name'), name, `will not able to create pod with invalid DNS label: ${longest}`, 'job/name')]
}
