import type {CronJob, JobSpec} from '../../machinery/api/batch-v1.js'
import {allErrors, type FieldError, invalid, NamedText, notSupported, required} from '../../machinery/field/error.js'
import {validateNotNegative} from '../../machinery/field/number-rules.js'
import {FieldPath} from '../../machinery/field/path.js'
import {byteLength} from '../../machinery/go/text.js'
import {locationError} from '../../machinery/go/time-zones.js'
import type {KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {validateJobSpec} from '../job/validate-spec.js'
import {printedSelector} from '../shared/workload-selector.js'
import {scheduleError} from './schedule.js'

const path = FieldPath.of('spec')

const concurrencyPolicies = ['Allow', 'Forbid', 'Replace']

/** The rules for a CronJob (batch validation `validateCronJobSpec`; spec kinds 10). */
export function validateCronJob({spec = {}}: CronJob, old?: CronJob, version?: KubernetesVersion): FieldError[] {
  const isZoneKept = old !== undefined && old.spec?.timeZone === spec.timeZone
  return allErrors(
    validateSchedule(spec.schedule ?? '', spec.timeZone, hasZone(old?.spec?.schedule ?? ''), path.child('schedule')),
    validateNotNegative(spec.startingDeadlineSeconds, path.child('startingDeadlineSeconds'), 'workload/amounts'),
    isZoneKept ? [] : validateTimeZone(spec.timeZone, path.child('timeZone')),
    validateConcurrencyPolicy(spec.concurrencyPolicy ?? '', path.child('concurrencyPolicy')),
    validateJobTemplate(spec.jobTemplate?.spec ?? {}, path.child('jobTemplate', 'spec'), version, old?.spec?.jobTemplate?.spec),
    validateNotNegative(spec.successfulJobsHistoryLimit, path.child('successfulJobsHistoryLimit'), 'workload/amounts'),
    validateNotNegative(spec.failedJobsHistoryLimit, path.child('failedJobsHistoryLimit'), 'workload/amounts'),
  )
}

/** True if a schedule names a time zone, as older servers allowed. */
export const hasZone = (schedule: string): boolean => schedule.includes('TZ')

function validateSchedule(schedule: string, timeZone: string | undefined, isZoneOld: boolean, place: FieldPath): FieldError[] {
  const origin = 'cron-job/schedule'
  if (schedule === '') return [required(place, '', origin)]
  const errors = [scheduleError(schedule)]
  if (hasZone(schedule) && !isZoneOld) errors.push('cannot use TZ or CRON_TZ in schedule, use timeZone field instead')
  else if (hasZone(schedule) && timeZone !== undefined) errors.push('cannot use both timeZone field and TZ or CRON_TZ in schedule')
  return errors.flatMap((error) => error === undefined ? [] : [invalid(place, schedule, error, origin)])
}

const validateConcurrencyPolicy = (policy: string, place: FieldPath): FieldError[] =>
  concurrencyPolicies.includes(policy) ? [] : [notSupported(place, policy, concurrencyPolicies, 'cron-job/concurrency-policy')]

/** The job template has no selector: each Job of a CronJob gets its own. */
const validateJobTemplate = (spec: JobSpec, place: FieldPath, version?: KubernetesVersion, old?: JobSpec): FieldError[] => allErrors(
  validateJobSpec(spec, place, version, old),
  spec.selector === undefined ? [] : [invalid(place.child('selector'), printedSelector(spec.selector), '`selector` will be auto-generated', 'cron-job/selector')],
  spec.manualSelector === true ? [notSupported(place.child('manualSelector'), true, ['nil', 'false'], 'cron-job/selector')] : [],
)

const longestName = 52

/** The name must leave room for the suffix of the names of its Jobs. */
export const validateCronJobName = ({metadata: {name = ''}}: CronJob): FieldError[] =>
  byteLength(name) > longestName ? [invalid(FieldPath.of('metadata', 'name'), name, `must be no more than ${longestName} characters`, 'cron-job/name')] : []

/** The rules for the time zone of a schedule (batch validation `validateTimeZone`; spec kinds 10). */
function validateTimeZone(zone: string | undefined, path: FieldPath): FieldError[] {
  const origin = 'cron-job/time-zone'
  if (zone === undefined) return []
  const printed = new NamedText(zone)
  if (zone === '') return [invalid(path, printed, 'timeZone must be nil or non-empty string', origin)]
  if (!zone.split('/').every(isNamePart)) return [invalid(path, printed, `unknown time zone ${zone}`, origin)]
  const error = locationError(zone)
  return allErrors(
    zone.toLowerCase() === 'local'
      ? [invalid(path, printed, 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones', origin)] : [],
    error === undefined ? [] : [invalid(path, printed, error, origin)],
  )
}

const isNamePart = (part: string): boolean => part !== '.' && part !== '..' && !part.startsWith('-') && /^[A-Za-z._0-9+-]{1,14}$/.test(part)
