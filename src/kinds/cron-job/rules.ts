import type {Rule} from '../../machinery/field/rule.js'

const cronJob = (fields: string, {name = 'report', jobSpec = ''} = {}): string => `apiVersion: batch/v1
kind: CronJob
metadata:
  name: ${name}
spec:
${fields}  jobTemplate:
    spec:
${jobSpec}      template:
        spec:
          restartPolicy: Never
          containers:
            - name: report
              image: busybox
`

const nightly = `  schedule: "0 3 * * *"
`

/** The rules for CronJobs besides those of their Jobs. */
export const rules: readonly Rule[] = [
  {
    id: 'cron-job/concurrency-policy',
    severity: 'error',
    summary: 'concurrencyPolicy is Allow, Forbid or Replace.',
    source: 'batch validation validateConcurrencyPolicy',
    example: cronJob(`${nightly}  concurrencyPolicy: Never
`),
    fix: '`Forbid` skips a run while the previous one is active, and `Replace` ends the previous one. The default is `Allow`.',
  },
  {
    id: 'cron-job/name',
    severity: 'error',
    summary: 'The name of a CronJob has at most 52 characters.',
    source: 'batch validation ValidateCronJobCreate',
    example: cronJob(nightly, {name: 'a-report-on-everything-that-has-happened-in-the-last-24-hours'}),
    fix: 'Shorten it: the names of its Jobs have 11 more characters.',
  },
  {
    id: 'cron-job/schedule',
    severity: 'error',
    summary: 'A schedule has five fields, or is a word such as @daily.',
    source: 'batch validation validateScheduleFormat',
    example: cronJob(`  schedule: "0 25 * * *"
`),
    fix: 'Write minute (0-59), hour (0-23), day (1-31), month (1-12) and weekday (0-6); write a time zone in `timeZone`.',
  },
  {
    id: 'cron-job/selector',
    severity: 'error',
    summary: 'The Job template of a CronJob has no selector.',
    source: 'batch validation ValidateJobTemplateSpec',
    example: cronJob(nightly, {jobSpec: `      selector:
        matchLabels: {app: report}
`}),
    fix: 'Remove `selector` and `manualSelector`: each Job gets a selector on create.',
  },
  {
    id: 'cron-job/time-zone',
    severity: 'error',
    summary: 'timeZone is a zone of the IANA time zone database.',
    source: 'batch validation validateTimeZone',
    example: cronJob(`${nightly}  timeZone: Europe/Frankfurt
`),
    fix: 'Write a name such as `Europe/Berlin` or `Etc/UTC`.',
  },
]
