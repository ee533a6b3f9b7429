import {expect} from 'chai'
import * as fc from 'fast-check'
import {simulate} from '../../src/simulate/simulate.js'
import type {WorkloadReport} from '../../src/simulate/workloads/types.js'
import {type Body, limitRange, quota} from '../helpers/builders.js'
import {runs} from '../helpers/runs.js'
import {fileOf} from '../helpers/simulated.js'
import {cronJob, job, type WorkloadManifest} from '../helpers/workloads.js'

const few = fc.integer({min: 0, max: 4})

/** A Job of which some counts are left to the defaults. */
const jobSpec: fc.Arbitrary<Body> = fc.oneof(
  fc.record({completions: fc.integer({min: 0, max: 9}), parallelism: few, backoffLimit: few, suspend: fc.boolean()}, {requiredKeys: []}),
  fc.record({completions: fc.integer({min: 0, max: 14}), parallelism: few, completionMode: fc.constant('Indexed'), backoffLimitPerIndex: few, maxFailedIndexes: few},
    {requiredKeys: ['completions', 'completionMode']}),
)

const podSpec: fc.Arbitrary<Body> = fc.record({
  restartPolicy: fc.constantFrom('Never', 'OnFailure'), terminationGracePeriodSeconds: fc.constantFrom(0, 30), activeDeadlineSeconds: fc.constantFrom(60),
}, {requiredKeys: ['restartPolicy']})

const named: fc.Arbitrary<readonly [string, WorkloadManifest]> = fc.tuple(
  fc.constantFrom('a', 'b-c', 'x'.repeat(45)), jobSpec, fc.constantFrom(undefined, 'Allow', 'Forbid', 'Replace'), podSpec, fc.constantFrom('64Mi', '64M', '1500k'),
).map(([name, spec, concurrencyPolicy, pods, memory]) =>
  [name, (concurrencyPolicy === undefined ? job(name, spec) : cronJob(name, {concurrencyPolicy}, spec)).withPods(pods).requesting({memory})])

const small = fc.integer({min: 0, max: 9}).map(String)

const hard = fc.record({
  'pods': small, 'count/pods': fc.integer({min: 0, max: 30}).map(String), 'count/jobs.batch': fc.integer({min: 0, max: 5}).map(String),
  'requests.memory': fc.constantFrom('100M', '256Mi', '1G'),
}, {requiredKeys: []})

const scoped = fc.tuple(small, fc.constantFrom('Terminating', 'NotTerminating')).map(([pods, scope]) => quota({pods}, {scopes: [scope]}))

/** The runs of workloads, and what their controllers have created. */
const runsOf = (workloads: readonly WorkloadReport[]): unknown =>
  workloads.map(({name, completion, secondRun, created, event, isRefused}) => ({name, completion, secondRun, created, event, isRefused}))

describe('computed runs of Jobs and CronJobs', () => {
  it('equal those on separate clusters', () => {
    const flags = fc.record({neverReady: fc.boolean(), isRecorded: fc.boolean(), resync: fc.constantFrom(undefined, undefined, 300_000)})
    fc.assert(fc.property(fc.array(named, {minLength: 1, maxLength: 3}), hard, scoped, flags, (made, bounds, other, {neverReady, isRecorded, resync}) => {
      const files = [fileOf('files.yaml', [limitRange('l', {type: 'Container', defaultRequest: {cpu: '1'}}), ...made.map(([name, body], i) => body.marked({name: `${name}${i}`}))])]
      const counted = isRecorded ? {status: {hard: bounds, used: Object.fromEntries(Object.keys(bounds).map((name) => [name, '1']))}} : {}
      const policies = [fileOf('policies.yaml', [{...quota(bounds), ...counted}, other.marked({name: 'scoped'})])]
      const options = {namespace: 'dev', neverReady, ...resync !== undefined && {resync}}
      const computed = simulate({files, policies}, options)
      // An injector may make pods different from each other: then nothing is computed.
      const simulated = simulate({files, policies}, {...options, injector: (body) => body})
      expect(runsOf(computed.workloads)).to.deep.equal(runsOf(simulated.workloads))
    }), {numRuns: runs(150)})
  })
})
