import {expect} from 'chai'
import * as fc from 'fast-check'
import type {PodOutcome} from '../../src/controllers/workload/kubelet.js'
import type {Node} from '../../src/controllers/workload/nodes.js'
import {type Amounts, type Body, limitRange, quota} from '../helpers/builders.js'
import {quotaNamed} from '../helpers/quotas.js'
import {runs} from '../helpers/runs.js'
import {cronJob, daemonSet, deployment, job, replicaSet, replicationController, SimulatedWorkload, statefulSet, type WorkloadManifest} from '../helpers/workloads.js'

const size = fc.integer({min: 0, max: 13})

const limit = fc.oneof(fc.integer({min: 0, max: 5}), fc.constantFrom('0%', '25%', '50%', '100%'))

const strategy: fc.Arbitrary<Body> = fc.oneof(
  fc.constant({type: 'Recreate'}),
  fc.tuple(limit, limit).filter((limits) => !limits.every((each) => each === 0 || each === '0%'))
    .map(([maxSurge, maxUnavailable]) => ({type: 'RollingUpdate', rollingUpdate: {maxSurge, maxUnavailable}})),
)

const workload: fc.Arbitrary<WorkloadManifest> = fc.oneof(
  {weight: 4, arbitrary: fc.tuple(size, strategy, fc.constantFrom(0, 0, 7)).map(([replicas, chosen, minReadySeconds]) => deployment('web', {replicas, strategy: chosen, minReadySeconds}))},
  size.map((replicas) => replicaSet('web', {replicas})), size.map((replicas) => replicationController('web', {replicas})),
  fc.tuple(size, size, fc.constantFrom('Indexed', 'NonIndexed')).map(([completions, parallelism, completionMode]) => job('web', {completions, parallelism, completionMode})),
  fc.tuple(size, fc.constantFrom('Allow', 'Forbid', 'Replace')).map(([parallelism, concurrencyPolicy]) => cronJob('web', {concurrencyPolicy}, {parallelism, completions: parallelism})),
  fc.tuple(size, fc.constantFrom('OrderedReady', 'Parallel')).map(([replicas, podManagementPolicy]) => statefulSet('web', {replicas, podManagementPolicy})),
  fc.constantFrom({maxUnavailable: 1}, {maxUnavailable: '50%'}, {maxSurge: 1, maxUnavailable: 0}, {maxSurge: 2, maxUnavailable: 0})
    .map((rollingUpdate) => daemonSet('web', {updateStrategy: {rollingUpdate}})),
)

const cpu = fc.constantFrom('100m', '250m', '1', '1500m', '0.3')

const memory = fc.constantFrom('64Mi', '100M', '1.5Ki', '1000', '500e-3', '1e3')

const hard: fc.Arbitrary<Amounts> = fc.record({
  'pods': size.map(String), 'requests.cpu': fc.constantFrom('0', '1', '2500m', '7', '20'), 'requests.memory': fc.constantFrom('700M', '512Mi', '9Gi', '4Ki', '12e3'),
  'limits.cpu': fc.constantFrom('3', '40'), 'count/pods': size.map((count) => String(2 * count)),
}, {requiredKeys: []})

const scopes = fc.constantFrom<Body>({}, {scopes: ['NotBestEffort']}, {scopes: ['NotTerminating']})

/** Amounts that a quota with scopes may limit. */
const onlyPods = ({'count/pods': _count, ...amounts}: Amounts): Amounts => amounts

/** Change of a step: another template, other resources, another size. */
const step = fc.record({half: fc.constantFrom(undefined, '0', '1'), version: fc.constantFrom('1', '2', '3'), request: cpu, amount: memory, replicas: fc.option(size, {nil: undefined})})

/** Observable results of workloads. */
function seen({manager, cluster, events}: SimulatedWorkload): unknown {
  return {
    events,
    quotas: ['q', 'other'].map((name) => cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'dev', name})?.['status']),
    workloads: manager.workloads.map(({record: {counts, answers}, controller: {wanted, isComplete, claims, revisions}}) => ({
      tally: {...counts}, wanted, isComplete, claims, refused: answers.filter(({answer}) => !answer.allowed).map(({answer: {status}}) => status),
      admitted: answers.filter(({answer}) => answer.allowed).reduce((sum, {count}) => sum + count, 0),
      holdings: revisions.map(({replicas, pods}) => [replicas, pods.flatMap(({state, count}) => Array.from({length: count}, () => state)).sort()]),
    })),
  }
}

/** Nodes, some with labels that a template may require, and some with taints. */
const named: readonly Node[] = Array.from({length: 9}, (_, i) => ({
  name: `n${i}`, labels: {half: String(i % 2)}, taints: i === 4 ? [{key: 'only', effect: 'NoSchedule'}] : i === 6 ? [{key: 'gone', effect: 'NoExecute'}] : [],
}))

describe('pods created in one step', () => {
  it('lead to the same result as pods created one by one', () => {
    const outcomes = fc.constantFrom<PodOutcome>('runs', 'runs', 'succeeds', 'fails', 'never-ready')
    const seconds = fc.constantFrom(0, 1, 30)
    fc.assert(fc.property(
      workload, fc.constantFrom<number | readonly Node[]>(3, 7, named), fc.array(step, {minLength: 1, maxLength: 3}),
      hard, hard, scopes, outcomes, seconds, fc.boolean(),
      (body, nodes, steps, first, second, scope, outcome, terminationSeconds, hasDefaults) => {
        const run = (oneByOne: boolean): unknown => {
          const policies = [quota(first), quotaNamed('other', scope['scopes'] === undefined ? second : onlyPods(second), scope), ...hasDefaults ? [limitRange('l', {type: 'Container', default: {cpu: '2', memory: '1Gi'}})] : []]
          // Except for Jobs, pods that end are created again and again.
          const isJob = String(body['kind']).endsWith('Job')
          const cluster = new SimulatedWorkload({nodes, outcome: isJob || outcome === 'never-ready' ? outcome : 'runs', terminationSeconds, oneByOne}, ...policies)
          return steps.map(({version, half, request, amount, replicas}) => {
            const sized = body.at(version).requesting({cpu: request, memory: amount})
            const changed = half === undefined || body['kind'] !== 'DaemonSet' ? sized : sized.withPods({nodeSelector: {half}})
            try {
              cluster.apply(replicas === undefined || body['kind'] === 'DaemonSet' || isJob ? changed : changed.asking({replicas}))
              cluster.trigger()
            } catch (error) {
              // Changes of immutable fields, and pods without a limit, are rejected.
              return String(error)
            }
            return seen(cluster)
          })
        }
        expect(run(false)).to.deep.equal(run(true))
      },
    ), {numRuns: runs(150)})
  })

  it('lead to the same result as successive rounds of simulation', () => {
    const few = fc.integer({min: 0, max: 3})
    const many = fc.integer({min: 60, max: 260})
    const rolling = fc.tuple(many, few, few, fc.constantFrom(0, 0, 1)).filter(([, surge, unavailable]) => surge + unavailable > 0)
      .map(([replicas, maxSurge, maxUnavailable, minReadySeconds]) =>
        ({replicas, body: deployment('web', {replicas, strategy: {rollingUpdate: {maxSurge, maxUnavailable}}, minReadySeconds})}))
    const running = fc.tuple(many, fc.integer({min: 1, max: 3})).map(([completions, parallelism]) => ({replicas: completions, body: job('web', {completions, parallelism})}))
    const onNodes = fc.tuple(many, fc.integer({min: 1, max: 3}), fc.boolean()).map(([replicas, limit, isSurge]) =>
      ({replicas, body: daemonSet('web', {updateStrategy: {rollingUpdate: isSurge ? {maxSurge: limit, maxUnavailable: 0} : {maxUnavailable: limit}}})}))
    const room = fc.integer({min: -2, max: 6})
    const sizes = fc.constantFrom(['100m', '100m'], ['100m', '103m'], ['103m', '100m'])
    let leaps = 0
    fc.assert(fc.property(
      fc.oneof({weight: 2, arbitrary: rolling}, running, onNodes), room, room, sizes, fc.constantFrom(0, 1, 2), fc.boolean(),
      ({replicas, body}, pods, cpus, [old = '', fresh = ''], terminationSeconds, isTight) => {
        const isJob = body['kind'] === 'Job'
        const run = (oneByOne: boolean): unknown => {
          const hardPods = isJob ? Math.max(pods, 1) : replicas + pods
          const maximum = Math.max(Number.parseInt(old, 10), isTight ? 0 : Number.parseInt(fresh, 10))
          const cluster = new SimulatedWorkload({nodes: replicas, outcome: isJob ? 'succeeds' : 'runs', terminationSeconds, oneByOne}, 
            quota({pods: String(hardPods), ...isJob && {'count/pods': '230'}}), quotaNamed('other', {'requests.cpu': `${maximum * replicas + 103 * cpus}m`}))
          const first = seen(cluster.create(body.at('1').requesting({cpu: old})))
          if (!oneByOne && cluster.workload.record.requests < replicas) leaps++
          return isJob ? first : [first, seen(cluster.change(body.at('2').requesting({cpu: fresh})))]
        }
        expect(run(false)).to.deep.equal(run(true))
      },
    ), {numRuns: runs(50)})
    expect(leaps).to.be.above(runs(15))
  })
})
