import {expect} from 'chai'

import type {JsonObject} from '../../../src/machinery/decode/encode.js'
import type {WorkloadOutcome} from '../../../src/simulate/simulate.js'
import {jobRunOf, runsToCompletion} from '../../../src/simulate/workloads/job.js'
import {type Body, quota} from '../../helpers/builders.js'
import {simulated} from '../../helpers/simulated.js'
import {cronJob, deployment, job} from '../../helpers/workloads.js'

/** Result for the only workload of the run. */
function outcome(file: Body, ...policies: Body[]): WorkloadOutcome {
  const {workloads: [workload]} = simulated({policies, files: [file]})
  if (workload === undefined) throw new Error('no workload')
  return workload
}

const run = (object: Body): ReturnType<typeof jobRunOf> => jobRunOf(object as JsonObject)

const completion = (file: Body, ...policies: Body[]): unknown => {
  const {completion: found} = outcome(file, ...policies)
  if (found === undefined) return undefined
  const {pods, mostPods, created, completes, event} = found
  return [pods, mostPods, created, completes, event?.message.replace(/^.*: exceeded/, 'exceeded')]
}

describe('jobRunOf', () => {
  it('applies the defaults of a Job', () => {
    expect(run(job())).to.deep.equal({parallelPods: 1, pods: 1, failures: 6})
    expect(run(job('j', {completions: 6}))).to.deep.equal({parallelPods: 1, pods: 6, failures: 6})
    expect(run(job('j', {completions: 2, parallelism: 5}))).to.deep.equal({parallelPods: 2, pods: 2, failures: 6})
  })

  it('counts as many pods as run in parallel for a work queue', () => {
    expect(run(job('j', {parallelism: 4}))).to.deep.equal({parallelPods: 4, pods: 4, failures: 6})
  })

  it('counts no parallel pods for a suspended Job or parallelism 0', () => {
    expect(run(job('j', {suspend: true}))).to.have.property('parallelPods', 0)
    expect(run(job('j', {parallelism: 0, completions: 3}))).to.have.property('parallelPods', 0)
    expect(run(cronJob('c', {suspend: true}))).to.have.property('parallelPods', 0)
  })

  it('derives the failures from backoffLimit, backoffLimitPerIndex and restartPolicy', () => {
    expect(run(job('j', {backoffLimit: 2, completions: 3}))).to.have.property('failures', 2)
    expect(run(job('j', {backoffLimitPerIndex: 2, completions: 3, completionMode: 'Indexed'}))).to.have.property('failures', 6)
    expect(run(job('j', {backoffLimitPerIndex: 2, backoffLimit: 4, completions: 3, completionMode: 'Indexed'}))).to.have.property('failures', 4)
    expect(run(job().withPods({restartPolicy: 'OnFailure'}))).to.have.property('failures', 0)
  })

  it('reads the jobTemplate of a CronJob', () => {
    expect(run(cronJob('c', {}, {parallelism: 3, completions: 5, backoffLimit: 1}))).to.deep.equal({parallelPods: 3, pods: 5, failures: 1})
  })

  it('applies only to Jobs and CronJobs', () => {
    expect([job(), cronJob(), deployment()].map((object) => runsToCompletion(object as Body as JsonObject))).to.deep.equal([true, true, false])
  })
})

describe('Job simulated to completion', () => {
  const six = job('j', {completions: 6, parallelism: 2})

  it('completes if ended pods make room (spec apimachinery 5.2)', () => {
    expect(completion(six, quota({pods: '2'}))).to.deep.equal([6, 12, 6, true, undefined])
  })

  it('stops if ended pods keep counting against the quota', () => {
    expect(completion(six, quota({'count/pods': '4'}))).to.deep.equal(
      [6, 12, 4, false, 'exceeded quota: q, requested: count/pods=1, used: count/pods=4, limited: count/pods=4'])
    expect(outcome(six, quota({'count/pods': '4'}))).to.deep.include({wanted: 2, created: 2, refused: 0, isRefused: true})
    expect(completion(six, quota({'count/pods': '6'}))).to.deep.equal([6, 12, 6, true, undefined])
  })

  it('completes one pod after another if not all fit at once', () => {
    expect(completion(six, quota({pods: '1'}))).to.deep.equal([6, 12, 6, true, 'exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1'])
    expect(outcome(six, quota({pods: '1'}))).to.deep.include({wanted: 2, created: 1, refused: 1, isRefused: true})
  })

  it('completes every index of an Indexed Job', () => {
    expect(completion(job('j', {completions: 5, parallelism: 2, completionMode: 'Indexed'}), quota({pods: '2'}))).to.deep.equal([5, 11, 5, true, undefined])
  })

  it('is not simulated if it creates no pods', () => expect(completion(job('j', {suspend: true}))).to.equal(undefined))

  it('is simulated with any number of parallel pods', () => {
    const absurd = 2_147_483_647
    expect(completion(job('j', {completions: absurd, parallelism: absurd}))).to.deep.equal([absurd, absurd + 6, absurd, true, undefined])
    expect(completion(job('j', {completions: 5001, parallelism: 1000}))).to.deep.equal([5001, 5007, 5001, true, undefined])
  })

  it('does not change the cluster', () => {
    const {quotas: [change]} = simulated({policies: [quota({'count/pods': '9'})], files: [six]})
    expect(String(change?.quota.status?.used?.['count/pods'])).to.equal('2')
  })

  it('reports the resources that ended pods still use', () => {
    expect(outcome(six, quota({'count/pods': '9'})).notes).to.deep.equal(['pods that have ended count for count/pods (quota q) until they are deleted; they use nothing else'])
    expect(outcome(six, quota({pods: '9'})).notes).to.deep.equal([])
  })

  it('is not simulated for other workloads', () => expect(outcome(deployment())).not.to.have.any.keys('completion', 'secondRun'))
})

describe('CronJob', () => {
  const cron = (concurrencyPolicy: string): Body => cronJob('c', {concurrencyPolicy}, {parallelism: 3})

  const second = (policy: string): unknown => {
    const {secondRun, isRefused} = outcome(cron(policy), quota({pods: '5'}))
    if (secondRun === undefined) return undefined
    return [secondRun.wanted, secondRun.created, secondRun.peakWithTerminating, secondRun.event?.reason, isRefused]
  }

  it('adds up overlapping runs with Allow', () => expect(second('Allow')).to.deep.equal([6, 5, 5, 'FailedCreate', false]))

  it('skips a run during another one with Forbid', () => expect(second('Forbid')).to.deep.equal([3, 3, 3, 'JobAlreadyActive', false]))

  it('replaces a run with Replace, whose pods count until they stop', () => expect(second('Replace')).to.deep.equal([3, 3, 5, 'FailedCreate', false]))

  it('simulates one run to completion', () => {
    expect(completion(cronJob('c', {}, {completions: 4, parallelism: 2}), quota({'count/pods': '3'})))
      .to.deep.equal([4, 10, 3, false, 'exceeded quota: q, requested: count/pods=1, used: count/pods=3, limited: count/pods=3'])
  })

  it('creates nothing while it is suspended', () => {
    const suspended = outcome(cronJob('c', {suspend: true}), quota({pods: '0', 'count/pods': '0'}))
    expect(suspended).not.to.have.any.keys('completion', 'secondRun', 'event')
    expect(suspended).to.deep.include({wanted: 0, created: 0, refused: 0, isRefused: false})
  })

  it('never starts if its Jobs are denied', () => {
    const rejected = outcome(cronJob('c'), quota({'count/jobs.batch': '0'}))
    expect(rejected.event).to.deep.include({kind: 'CronJob', name: 'c', reason: 'FailedCreate'})
    expect(rejected.completion).to.deep.include({created: 0, completes: false})
  })
})
