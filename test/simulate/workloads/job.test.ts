import {expect} from 'chai'

import type {JsonObject} from '../../../src/machinery/decode/encode.js'
import type {WorkloadOutcome} from '../../../src/simulate/simulate.js'
import {isRun, runOf} from '../../../src/simulate/workloads/job.js'
import {type Body, quota} from '../../helpers/builders.js'
import {simulated} from '../../helpers/simulated.js'
import {cronJob, deployment, job} from '../../helpers/workloads.js'

/** Result for the only workload of the run. */
function outcome(file: Body, ...policies: Body[]): WorkloadOutcome {
  const {workloads: [workload]} = simulated({policies, files: [file]})
  if (workload === undefined) throw new Error('no workload')
  return workload
}

const run = (object: Body): ReturnType<typeof runOf> => runOf(object as JsonObject)

const completion = (file: Body, ...policies: Body[]): unknown => {
  const {completion: found} = outcome(file, ...policies)
  if (found === undefined) return undefined
  const {pods, mostPods, created, completes, event} = found
  return [pods, mostPods, created, completes, event?.message.replace(/^.*: exceeded/, 'exceeded')]
}

describe('what one run asks for', () => {
  it('has the defaults of a Job', () => {
    expect(run(job())).to.deep.equal({atOnce: 1, pods: 1, failures: 6})
    expect(run(job('j', {completions: 6}))).to.deep.equal({atOnce: 1, pods: 6, failures: 6})
    expect(run(job('j', {completions: 2, parallelism: 5}))).to.deep.equal({atOnce: 2, pods: 2, failures: 6})
  })

  it('is as many pods as run side by side where there is a work queue', () => {
    expect(run(job('j', {parallelism: 4}))).to.deep.equal({atOnce: 4, pods: 4, failures: 6})
  })

  it('is nothing at once while it is suspended, or wants no pods', () => {
    expect(run(job('j', {suspend: true}))).to.have.property('atOnce', 0)
    expect(run(job('j', {parallelism: 0, completions: 3}))).to.have.property('atOnce', 0)
    expect(run(cronJob('c', {suspend: true}))).to.have.property('atOnce', 0)
  })

  it('may fail up to the limit, of each index where it has one, and not where containers start again', () => {
    expect(run(job('j', {backoffLimit: 2, completions: 3}))).to.have.property('failures', 2)
    expect(run(job('j', {backoffLimitPerIndex: 2, completions: 3, completionMode: 'Indexed'}))).to.have.property('failures', 6)
    expect(run(job('j', {backoffLimitPerIndex: 2, backoffLimit: 4, completions: 3, completionMode: 'Indexed'}))).to.have.property('failures', 4)
    expect(run(job().withPods({restartPolicy: 'OnFailure'}))).to.have.property('failures', 0)
  })

  it('is that of the Jobs of a CronJob', () => {
    expect(run(cronJob('c', {}, {parallelism: 3, completions: 5, backoffLimit: 1}))).to.deep.equal({atOnce: 3, pods: 5, failures: 1})
  })

  it('is of Jobs and CronJobs only', () => {
    expect([job(), cronJob(), deployment()].map((object) => isRun(object as Body as JsonObject))).to.deep.equal([true, true, false])
  })
})

describe('a Job played to its end', () => {
  const six = job('j', {completions: 6, parallelism: 2})

  it('ends where pods that have ended make room (spec apimachinery 5.2)', () => {
    expect(completion(six, quota({pods: '2'}))).to.deep.equal([6, 12, 6, true, undefined])
  })

  it('stops for good where they go on counting', () => {
    expect(completion(six, quota({'count/pods': '4'}))).to.deep.equal(
      [6, 12, 4, false, 'exceeded quota: q, requested: count/pods=1, used: count/pods=4, limited: count/pods=4'])
    expect(outcome(six, quota({'count/pods': '4'}))).to.deep.include({wanted: 2, created: 2, refused: 0, isRefused: true})
    expect(completion(six, quota({'count/pods': '6'}))).to.deep.equal([6, 12, 6, true, undefined])
  })

  it('ends one after another where not all fit at once', () => {
    expect(completion(six, quota({pods: '1'}))).to.deep.equal([6, 12, 6, true, 'exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1'])
    expect(outcome(six, quota({pods: '1'}))).to.deep.include({wanted: 2, created: 1, refused: 1, isRefused: true})
  })

  it('ends with each index done', () => {
    expect(completion(job('j', {completions: 5, parallelism: 2, completionMode: 'Indexed'}), quota({pods: '2'}))).to.deep.equal([5, 11, 5, true, undefined])
  })

  it('is not simulated when it creates no pods', () => expect(completion(job('j', {suspend: true}))).to.equal(undefined))

  it('is simulated with any number of pods at once', () => {
    const absurd = 2_147_483_647
    expect(completion(job('j', {completions: absurd, parallelism: absurd}))).to.deep.equal([absurd, absurd + 6, absurd, true, undefined])
    expect(completion(job('j', {completions: 5001, parallelism: 1000}))).to.deep.equal([5001, 5007, 5001, true, undefined])
  })

  it('leaves the cluster as it was', () => {
    const {quotas: [change]} = simulated({policies: [quota({'count/pods': '9'})], files: [six]})
    expect(String(change?.quota.status?.used?.['count/pods'])).to.equal('2')
  })

  it('reports the resources that its pods still use', () => {
    expect(outcome(six, quota({'count/pods': '9'})).notes).to.deep.equal(['pods that have ended count for count/pods (quota q) until they are deleted; they use nothing else'])
    expect(outcome(six, quota({pods: '9'})).notes).to.deep.equal([])
  })

  it('is not played for other workloads', () => expect(outcome(deployment())).not.to.have.any.keys('completion', 'secondRun'))
})

describe('a CronJob', () => {
  const cron = (concurrencyPolicy: string): Body => cronJob('c', {concurrencyPolicy}, {parallelism: 3})

  const second = (policy: string): unknown => {
    const {secondRun, isRefused} = outcome(cron(policy), quota({pods: '5'}))
    if (secondRun === undefined) return undefined
    return [secondRun.wanted, secondRun.created, secondRun.peakWithTerminating, secondRun.event?.reason, isRefused]
  }

  it('adds up runs that overlap, where that is allowed', () => expect(second('Allow')).to.deep.equal([6, 5, 5, 'FailedCreate', false]))

  it('leaves out a run while one is on its way', () => expect(second('Forbid')).to.deep.equal([3, 3, 3, 'JobAlreadyActive', false]))

  it('replaces a run, whose pods count until they are gone', () => expect(second('Replace')).to.deep.equal([3, 3, 5, 'FailedCreate', false]))

  it('is played to the end of one run', () => {
    expect(completion(cronJob('c', {}, {completions: 4, parallelism: 2}), quota({'count/pods': '3'})))
      .to.deep.equal([4, 10, 3, false, 'exceeded quota: q, requested: count/pods=1, used: count/pods=3, limited: count/pods=3'])
  })

  it('does nothing while it is suspended', () => {
    const suspended = outcome(cronJob('c', {suspend: true}), quota({pods: '0', 'count/pods': '0'}))
    expect(suspended).not.to.have.any.keys('completion', 'secondRun', 'event')
    expect(suspended).to.deep.include({wanted: 0, created: 0, refused: 0, isRefused: false})
  })

  it('never begins where its Jobs are refused', () => {
    const refused = outcome(cronJob('c'), quota({'count/jobs.batch': '0'}))
    expect(refused.event).to.deep.include({kind: 'CronJob', name: 'c', reason: 'FailedCreate'})
    expect(refused.completion).to.deep.include({created: 0, completes: false})
  })
})
