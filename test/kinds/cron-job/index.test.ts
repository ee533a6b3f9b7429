import {expect} from 'chai'

import type {Body} from '../../helpers/builders.js'
import {checkCreates, checkUpdates, generationAfter} from '../../helpers/kind-cases.js'
import {allowed, at, given} from '../../helpers/test-cluster.js'
import {job} from '../../helpers/workload-manifests.js'

const cronJob = (spec: Body = {}, name = 'c'): Body =>
  ({apiVersion: 'batch/v1', kind: 'CronJob', metadata: {name}, spec: {schedule: '@daily', jobTemplate: {spec: job('j', {})['spec']}, ...spec}})

const zoneError = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'

describe('CronJob', () => {
  it('sets defaults', () => {
    expect(allowed(given().create(cronJob()))['spec']).to.include({concurrencyPolicy: 'Allow', suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1})
  })

  checkCreates({
    'a schedule in a time zone': [cronJob({schedule: '0 3 * * 1-5', timeZone: 'Europe/Berlin'})],
    'a name of 52 characters': [cronJob({}, 'c'.repeat(52))],
    'a name of 53 characters': [cronJob({}, 'c'.repeat(53)), `metadata.name: Invalid value: "${'c'.repeat(53)}": must be no more than 52 characters`],
    'no schedule': [cronJob({schedule: ''}), 'spec.schedule: Required value'],
    'invalid values': [
      cronJob({schedule: '61 * * * *', startingDeadlineSeconds: -1, timeZone: 'Mars/X', concurrencyPolicy: 'x', successfulJobsHistoryLimit: -1, failedJobsHistoryLimit: -2}),
      'spec.schedule: Invalid value: "61 * * * *": end of range (61) above maximum (59): 61',
      'spec.startingDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0',
      'spec.timeZone: Invalid value: "Mars/X": unknown time zone Mars/X',
      'spec.concurrencyPolicy: Unsupported value: "x": supported values: "Allow", "Forbid", "Replace"',
      'spec.successfulJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
      'spec.failedJobsHistoryLimit: Invalid value: -2: must be greater than or equal to 0',
    ],
    'a time zone in the schedule': [cronJob({schedule: 'TZ=UTC 0 0 * * *'}), `spec.schedule: Invalid value: "TZ=UTC 0 0 * * *": ${zoneError}`],
    'an unknown time zone, quoting it as JSON': [cronJob({timeZone: '<'}), 'spec.timeZone: Invalid value: "\\u003c": unknown time zone <'],
  })

  checkUpdates({
    'the schedule': [cronJob(), cronJob({schedule: '@hourly'})],
    'the schedule to one with a time zone': [cronJob(), cronJob({schedule: 'CRON_TZ=UTC @daily'}), `spec.schedule: Invalid value: "CRON_TZ=UTC @daily": ${zoneError}`],
  })

  it('increments the generation when the spec changes', () => {
    expect([generationAfter(cronJob(), cronJob()), generationAfter(cronJob(), cronJob({suspend: true}))]).to.deep.equal([1, 2])
  })

  it('keeps the status in an update of the spec', () => {
    const cluster = given(cronJob())
    allowed(cluster.update({...cronJob(), status: {lastScheduleTime: '2024-01-01T00:00:00Z'}}, {subresource: 'status'}))
    expect(at(allowed(cluster.update(cronJob({suspend: true}))), 'status.lastScheduleTime')).to.equal('2024-01-01T00:00:00Z')
  })
})
