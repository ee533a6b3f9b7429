import {expect} from 'chai'
import * as fc from 'fast-check'
import {simulate} from '../../src/simulate/simulate.js'
import type {WorkloadReport} from '../../src/simulate/workloads/types.js'
import {type Body, limitRange, quota} from '../helpers/builders.js'
import {quotaNamed} from '../helpers/quotas.js'
import {runs} from '../helpers/runs.js'
import {fileOf} from '../helpers/simulated.js'
import {autoscaler} from '../helpers/workload-manifests.js'

const size = fc.integer({min: 0, max: 5})

/** Fields with few values, so that some Deployments are alike. */
const spec = fc.record({
  replicas: size, memory: fc.constantFrom('64Mi', '64Mi', '64M', '1.5Ki'), surge: fc.constantFrom<unknown>(0, 1, '25%', '100%'), grace: fc.constantFrom(30, 30, 0),
  maximum: fc.integer({min: 1, max: 9}), paused: fc.constantFrom(false, false, false, true),
})

const deployments = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd-d', 'e.e', 'pods', 'q', 'x'.repeat(50)), spec), {selector: ([name]) => name, minLength: 2, maxLength: 8})

interface Fields {
  readonly replicas: number
  readonly memory: string
  readonly surge: unknown
  readonly grace: number
  readonly paused: boolean
}

const deployment = (name: string, {replicas, memory, surge, grace, paused}: Fields, finalizers: readonly string[] = []): Body => ({
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name},
  spec: {
    replicas, paused, selector: {matchLabels: {app: name}},
    strategy: {rollingUpdate: {maxSurge: surge, maxUnavailable: surge === 0 ? 1 : 0}},
    template: {
      metadata: {labels: {app: name}, finalizers},
      spec: {terminationGracePeriodSeconds: grace, containers: [{name: 'app', image: `registry.example/${name}:1`, resources: {requests: {memory}}}]},
    },
  },
})

const hard = fc.record({
  'pods': fc.integer({min: 0, max: 40}).map(String), 'requests.memory': fc.constantFrom('200M', '256Mi', '1Gi', '1G'),
  'count/replicasets.apps': fc.constantFrom('3', '7', '20'),
}, {requiredKeys: []})

/** The parts of reports that depend on scenarios. */
const seen = (workloads: readonly WorkloadReport[]): unknown =>
  workloads.map(({name, event, rollout, autoscaler: scaled, created}) => ({name, event, rollout, scaled, created}))

/** Fields whose requests differ much. In long rollouts of pods that stop after a second, pods are deleted before the peak. */
const unlikeSpec = fc.record({
  replicas: fc.oneof({weight: 3, arbitrary: size}, fc.integer({min: 6, max: 40})), memory: fc.integer({min: 1, max: 200}).map((size) => `${size}Mi`),
  surge: fc.constantFrom<unknown>(0, 1, '25%', '100%'), grace: fc.constantFrom(30, 0, 1), paused: fc.constantFrom(false, false, false, true),
})

/** A pod that uses memory, in another format. */
const other: Body = {
  apiVersion: 'v1', kind: 'Pod', metadata: {name: 'other'}, spec: {containers: [{name: 'app', image: 'app:1', resources: {requests: {memory: '40M'}}}]},
}

/** A LimitRange that defaults the requests of later pods, and a quota that counts them. */
const late = (cpu: number): readonly Body[] => [limitRange('late', {type: 'Container', defaultRequest: {cpu: '1'}}), quotaNamed('late', {'requests.cpu': String(cpu)})]

const unlike = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), unlikeSpec), {selector: ([name]) => name, minLength: 2, maxLength: 8})

/** The total usage of the pods of some Deployments, in MiB. */
const totalOf = (made: readonly (readonly [string, Fields])[]): number =>
  made.reduce((sum, [, {replicas, memory}]) => sum + replicas * Number.parseInt(memory, 10), 0)

const podsOf = (made: readonly (readonly [string, Fields])[]): number => made.reduce((sum, [, {replicas}]) => sum + replicas, 0)

describe('rollouts of Deployments that are computed by counting', () => {
  it('equal those on separate clusters, with the same needs and remedies', () => {
    const room = fc.record({pods: fc.integer({min: -3, max: 6}), memory: fc.integer({min: -200, max: 900}), cpu: fc.nat(9), replicaSets: fc.nat(9)})
    const flags = fc.record({
      neverReady: fc.boolean(), isScoped: fc.boolean(), isFiles: fc.boolean(), isRecorded: fc.boolean(), hasOther: fc.boolean(),
      isFinalized: fc.nat(3).map((one) => one === 0),
    })
    fc.assert(fc.property(unlike, room, flags, (made, {pods, memory, cpu, replicaSets}, flag) => {
      const {neverReady, isScoped, isFiles, isRecorded, hasOther, isFinalized} = flag
      const bodies = [...hasOther ? [other] : [], ...made.map(([name, fields]) => deployment(name, fields, isFinalized ? ['example.com/slow'] : [])), ...isFiles ? late(cpu) : []]
      const files = [fileOf('files.yaml', bodies)]
      const hard = {
        'pods': String(Math.max(podsOf(made) + pods, 0)), 'requests.memory': `${Math.max(totalOf(made) + memory, 0)}Mi`,
        ...!isScoped && {'count/replicasets.apps': String(made.length + replicaSets)},
      }
      const policy = quota(hard, isScoped ? {scopes: ['NotBestEffort']} : {})
      const policies = [fileOf('policies.yaml', [{...policy, ...isRecorded && {status: {hard, used: {'pods': '3', 'requests.memory': '100M'}}}}])]
      const options = {namespace: 'dev', rollout: true, neverReady, ...isFiles && {order: 'files' as const}}
      const counted = simulate({files, policies}, options)
      // An injector may read names: then nothing is counted or shared.
      const single = simulate({files, policies}, {...options, injector: (body) => body})
      expect(rolloutsOf(counted.workloads)).to.deep.equal(rolloutsOf(single.workloads))
    }), {numRuns: runs(60)})
  })
})

/** The rollouts of workloads, with amounts as texts. */
const rolloutsOf = (workloads: readonly WorkloadReport[]): unknown =>
  workloads.map(({name, rollout}) => [name, JSON.parse(JSON.stringify(rollout ?? null)) as unknown])

describe('shared scenario results of similar Deployments', () => {
  it('equal the separate results', () => {
    fc.assert(fc.property(deployments, hard, fc.boolean(), (made, amounts, neverReady) => {
      const files = [fileOf('files.yaml', made.flatMap(([name, fields]) => [deployment(name, fields), autoscaler(name, 1, fields.maximum)]))]
      const policies = [fileOf('policies.yaml', [quota(amounts)])]
      const options = {namespace: 'dev', rollout: true, remedies: false, neverReady} as const
      const shared = simulate({files, policies}, options)
      // An injector may read names, so no results are shared.
      const single = simulate({files, policies}, {...options, injector: (pod) => pod})
      expect(seen(shared.workloads)).to.deep.equal(seen(single.workloads))
      expect(shared.workloads).to.have.length(made.length)
    }), {numRuns: runs(60)})
  })
})
