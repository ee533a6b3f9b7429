import type {CronJob, CronJobSpec} from '../../machinery/api/batch-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {setJobSpecDefaults} from '../job/defaults.js'
import {jobSpecWarnings} from '../job/warnings.js'
import type {KindDefinition} from '../kind.js'
import {stepsInTemplate} from '../pod-template/defaults.js'
import {dropDisabledTemplateFields} from '../pod/spec/disabled-fields.js'
import {withAbsentFilled, withZeroFilled} from '../shared/fill.js'
import {firstGeneration, isNewGeneration, withGeneration} from '../shared/generation.js'
import {internallyEqual} from '../shared/internal-equal.js'
import {ownerNameWarnings} from '../shared/lifecycle.js'
import {withStatus} from '../shared/status.js'
import {hasZone, validateCronJob, validateCronJobName} from './validate.js'

const path = FieldPath.of('spec')

const zoneWarning = 'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, '
  + 'see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details'

/** CronJob (pkg/registry/batch/cronjob, batch/v1 `SetDefaults_CronJob`; spec kinds 10). */
export const cronJob: KindDefinition<CronJob> = {
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  podTemplate: ['spec', 'jobTemplate', 'spec', 'template'],

  setDefaults(object) {
    const spec = object.spec ?? {}
    const filled = withAbsentFilled(withZeroFilled(spec, {concurrencyPolicy: 'Allow'}), {suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1})
    return assign<CronJob>(object, {
      spec: assign<CronJobSpec>(filled, {jobTemplate: setJobTemplateDefaults(spec.jobTemplate)}),
    })
  },

  defaultedFrom: (steps) => stepsInTemplate(steps, ['spec', 'jobTemplate', 'spec', 'template']),
  prepareForCreate: (object, version) => firstGeneration(withStatus(dropFields(object, version), undefined)),

  prepareForUpdate(object, old, version) {
    const next = withStatus(dropFields(object, version), old.status)
    return withGeneration(next, old, internallyEqual('CronJobSpec', next.spec, old.spec))
  },

  validate: validateCronJob,
  validateCreate: validateCronJobName,
  declared: [{field: /^spec\.schedule$/, types: ['Required']}],

  warnings: (object, old) => [
    ...ownerNameWarnings(object, old),
    ...isNewGeneration(object.metadata, old) ? jobSpecWarnings(object.spec?.jobTemplate?.spec ?? {}, path.child('jobTemplate', 'spec')) : [],
    ...old !== undefined && hasZone(object.spec?.schedule ?? '') ? [zoneWarning] : [],
  ],
}

type JobTemplate = NonNullable<CronJobSpec['jobTemplate']>

const setJobTemplateDefaults = (template: JobTemplate = {}): JobTemplate =>
  assign<JobTemplate>(template, {metadata: template.metadata ?? {}, spec: setJobSpecDefaults(template.spec ?? {})})

/** Removes the fields that the server drops from the pod template. */
function dropFields(object: CronJob, version: KubernetesVersion | undefined): CronJob {
  const {spec = {}} = object
  const {jobTemplate} = spec
  const {template} = jobTemplate?.spec ?? {}
  if (template === undefined) return object
  const jobSpec = {...jobTemplate?.spec, template: dropDisabledTemplateFields(template, version)}
  return assign<CronJob>(object, {spec: {...spec, jobTemplate: {...jobTemplate, spec: jobSpec}}})
}
