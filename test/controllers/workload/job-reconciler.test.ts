import {expect} from 'chai'
import type {PodOutcome} from '../../../src/controllers/workload/kubelet.js'
import type {JsonObject} from '../../../src/machinery/decode/encode.js'
import {type Body, quota} from '../../helpers/builders.js'
import {at} from '../../helpers/test-cluster.js'
import {job, simulated, SimulatedWorkload} from '../../helpers/workloads.js'

const ran = (outcome: PodOutcome | ((pod: JsonObject) => PodOutcome), spec: Body, ...others: Body[]): SimulatedWorkload => new SimulatedWorkload({outcome}, ...others, job('web', spec))

const counts = ({workload: {record: {counts: {created, peak, succeeded, failed, alive}}}}: SimulatedWorkload): unknown =>
  ({created, peak, succeeded, failed, alive})

const indexed = {completionMode: 'Indexed'}

/** Fails the pods of the first index. */
const failing = (pod: JsonObject): PodOutcome => at(pod, 'spec.hostname') === 'web-0' ? 'fails' : 'succeeds'

describe('Job', () => {
  it('runs pods up to its parallelism until enough have succeeded', () => {
    const cluster = ran('succeeds', {completions: 5, parallelism: 2})
    expect(counts(cluster)).to.deep.equal({created: 5, peak: 2, succeeded: 5, failed: 0, alive: 0})
    expect(cluster.workload.controller.isComplete).to.equal(true)
  })

  it('creates no more pods than completions', () => {
    expect(simulated(job('web', {completions: 2, parallelism: 5})).workload.controller.wanted).to.equal(2)
    expect(counts(ran('runs', {completions: 2, parallelism: 5}))).to.include({created: 2, peak: 2})
  })

  it('creates no pods after the first success without completions', () => {
    expect(counts(ran('succeeds', {parallelism: 3}))).to.deep.equal({created: 3, peak: 3, succeeded: 3, failed: 0, alive: 0})
  })

  it('replaces failed pods up to its backoffLimit', () => {
    const cluster = ran('fails', {backoffLimit: 2})
    expect(counts(cluster)).to.deep.equal({created: 3, peak: 1, succeeded: 0, failed: 3, alive: 0})
    expect(cluster.events).to.deep.equal(['Job web BackoffLimitExceeded: Job has reached the specified backoff limit'])
    expect(cluster.workload.controller.isComplete).to.equal(false)
  })

  it('stops running pods when it fails', () => {
    const cluster = ran((pod) => at(pod, 'spec.hostname') === 'web-0' ? 'fails' : 'runs', {...indexed, completions: 3, parallelism: 3, backoffLimit: 0})
    expect(counts(cluster)).to.include({created: 3, failed: 1, alive: 0})
    expect(cluster.pods).to.have.length(1)
  })

  it('fails some indexes and runs the others with a backoffLimitPerIndex', () => {
    const cluster = ran(failing, {...indexed, completions: 3, parallelism: 1, backoffLimitPerIndex: 1})
    expect(counts(cluster)).to.include({created: 4, succeeded: 2, failed: 2})
    expect(cluster.events).to.deep.equal(['Job web FailedIndexes: Job has failed indexes'])
  })

  it('fails when more than maxFailedIndexes have failed', () => {
    const cluster = ran('fails', {...indexed, completions: 9, parallelism: 1, backoffLimitPerIndex: 0, maxFailedIndexes: 1})
    expect([cluster.events, cluster.workload.record.counts.created])
      .to.deep.equal([['Job web MaxFailedIndexesExceeded: Job has exceeded the specified maximal number of failed indexes'], 2])
  })

  it('runs each index once', () => {
    const {pods} = new SimulatedWorkload({outcome: 'succeeds', oneByOne: true}, job('web', {...indexed, completions: 4, parallelism: 2}))
    expect(pods.map(({metadata}) => metadata.labels?.['batch.kubernetes.io/job-completion-index'])).to.deep.equal(['0', '1', '2', '3'])
  })

  it('creates no pods when suspended or with a parallelism of 0', () => {
    expect(counts(ran('runs', {suspend: true}))).to.include({created: 0})
    expect(counts(ran('runs', {parallelism: 0}))).to.include({created: 0})
    expect(simulated(job('web', {parallelism: 2, completions: 2})).respecify({suspend: true}).pods).to.deep.equal([])
  })

  it('continues as pods terminate that no longer count against the quota', () => {
    const cluster = ran('succeeds', {completions: 6, parallelism: 6}, quota({pods: '2'}))
    expect(counts(cluster)).to.include({created: 6, peak: 2, succeeded: 6})
    expect(cluster.used()).to.deep.equal({pods: '0'})
  })

  it('stops when terminated pods still count against the quota', () => {
    const cluster = ran('succeeds', {completions: 6, parallelism: 6}, quota({'count/pods': '4'}))
    expect(counts(cluster)).to.include({created: 4, succeeded: 4})
    expect([cluster.used(), cluster.workload.controller.isComplete]).to.deep.equal([{'count/pods': '4'}, false])
  })

  it('deletes excess pods', () => {
    const cluster = simulated(job('web', {parallelism: 3, completions: 3})).respecify({parallelism: 1})
    expect([cluster.pods.length, cluster.workload.record.counts.created]).to.deep.equal([1, 3])
  })

  it('supports the podReplacementPolicy Failed', () => {
    const spec = {...indexed, completions: 2, parallelism: 2, podReplacementPolicy: 'Failed'}
    expect(counts(ran('runs', spec))).to.include({created: 2, peak: 2})
  })
})
