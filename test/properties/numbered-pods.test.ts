import {expect} from 'chai'
import * as fc from 'fast-check'
import type {PodOutcome} from '../../src/controllers/workload/kubelet.js'
import type {AnyKind, KubeObject} from '../../src/kinds/kind.js'
import {persistentVolumeClaim} from '../../src/kinds/persistent-volume-claim/index.js'
import {pod as podKind} from '../../src/kinds/pod/index.js'
import {type Amounts, type Body, limitRange, pod, quota} from '../helpers/builders.js'
import {quotaNamed} from '../helpers/quotas.js'
import {runs} from '../helpers/runs.js'
import {allIn, claimTemplate, job, SimulatedWorkload, statefulSet, type WorkloadManifest} from '../helpers/workloads.js'

/** Sizes around those at which pod names become longer. */
const size = fc.oneof(
  {weight: 6, arbitrary: fc.integer({min: 0, max: 14})}, {weight: 2, arbitrary: fc.integer({min: 95, max: 130})}, fc.integer({min: 180, max: 330}),
)

const policy = fc.constantFrom('OrderedReady', 'Parallel')

const templates = fc.constantFrom<readonly Body[]>([], [], [claimTemplate('data')], [claimTemplate('data'), claimTemplate('log', '3Gi')])

const start = fc.constantFrom(0, 0, 0, 1, 7, 93)

const retention = fc.constantFrom('Retain', 'Retain', 'Delete')

/** Change of a step: another template, size, partition, retention policy or first ordinal. */
const step = fc.record({
  version: fc.constantFrom('1', '2'), request: fc.constantFrom('100m', '100m', '103m'), replicas: size, from: start,
  partition: fc.constantFrom(0, 0, 0, 2, 9, 97), type: fc.constantFrom('RollingUpdate', 'RollingUpdate', 'RollingUpdate', 'OnDelete'),
  whenDeleted: retention, whenScaled: retention,
})

const room = fc.oneof({weight: 2, arbitrary: fc.constant(999)}, fc.integer({min: 0, max: 130}))

const hard: fc.Arbitrary<Amounts> = fc.record({
  'pods': room.map(String), 'requests.cpu': room.map((count) => `${count * 100 + 3}m`), 'count/pods': room.map(String),
  'persistentvolumeclaims': room.map(String), 'requests.storage': room.map((count) => `${2 * count}Gi`),
}, {requiredKeys: []})

/** Names of existing objects. */
const existing = fc.record({
  pods: fc.uniqueArray(fc.constantFrom(0, 3, 5, 9, 10, 11, 57, 99), {maxLength: 2}), claims: fc.uniqueArray(fc.integer({min: 0, max: 125}), {maxLength: 4}),
  row: fc.constantFrom<readonly [number, number]>([0, 0], [0, 12], [8, 110]),
})

const claim = (number: number): Body => ({
  apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: {name: `data-web-${number}`}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '2Gi'}}},
})

/** The identity of a stored object, and the fields that depend on its number. */
const comparable = ({metadata: {name, labels, annotations, ownerReferences}, ...object}: KubeObject & {readonly spec?: unknown}): unknown =>
  ({name, labels, annotations, ownerReferences, spec: object.spec})

function seen({manager, cluster, events}: SimulatedWorkload, listsPods: boolean): unknown {
  const sorted = (kind: AnyKind): unknown => allIn(cluster, 'dev', kind).map(comparable).map((one) => JSON.stringify(one)).sort()
  return {
    events,
    quotas: ['q', 'other'].map((name) => cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'dev', name})?.['status']),
    ...listsPods && {pods: sorted(podKind)}, claims: sorted(persistentVolumeClaim),
    workloads: manager.workloads.map(({record: {counts, answers, isIncomplete}, controller: {wanted, isComplete, claims, revisions}}) => ({
      tally: {...counts}, wanted, isComplete, claims, isIncomplete, refused: answers.filter(({answer}) => !answer.allowed).map(({answer: {status}}) => status),
      admitted: answers.filter(({answer}) => answer.allowed).reduce((sum, {count}) => sum + count, 0),
      holdings: revisions.map(({replicas, pods}) =>
        [replicas, pods.flatMap(({state, slot, count}) => Array.from({length: count}, (_, i) => `${slot + i} ${state}`)).sort()]).sort(),
    })),
  }
}

describe('numbered pods created in one step', () => {
  it('of a StatefulSet lead to the same result as pods created one by one', () => {
    let fewer = 0
    fc.assert(fc.property(
      policy, templates, fc.array(step, {minLength: 1, maxLength: 3}), hard, hard, existing, fc.constantFrom<PodOutcome>('runs', 'runs', 'never-ready'),
      fc.constantFrom(0, 1, 30), fc.constantFrom(0, 0, 5), fc.boolean(),
      (podManagementPolicy, volumeClaimTemplates, steps, first, second, before, outcome, terminationSeconds, minReadySeconds, hasDefaults) => {
        const requests: number[] = []
        const run = (oneByOne: boolean): unknown => {
          const cluster = new SimulatedWorkload({outcome, terminationSeconds, oneByOne}, quota(first), quotaNamed('other', second), ...hasDefaults ? [limitRange('l', {type: 'Container', default: {cpu: '2'}})] : [])
          const numbers = [...new Set([...before.claims, ...Array.from({length: before.row[1] - before.row[0]}, (_, i) => before.row[0] + i)])]
          for (const body of [...before.pods.map((number) => pod(`web-${number}`)), ...numbers.map(claim)]) {
            cluster.cluster.handle({operation: 'CREATE', namespace: 'dev', object: body})
          }
          return steps.map(({version, request, replicas, from, partition, type, whenDeleted, whenScaled}) => {
            const body: WorkloadManifest = statefulSet('web', {
              replicas, podManagementPolicy, minReadySeconds, volumeClaimTemplates, ordinals: {start: from},
              persistentVolumeClaimRetentionPolicy: {whenDeleted, whenScaled},
              updateStrategy: {type, ...type === 'RollingUpdate' && {rollingUpdate: {partition}}},
            }).at(version).requesting({cpu: request})
            cluster.apply(body)
            requests[Number(oneByOne)] = cluster.workload.record.requests
            return seen(cluster, true)
          })
        }
        expect(run(false)).to.deep.equal(run(true))
        if ((requests[0] ?? 0) < (requests[1] ?? 0)) fewer++
      },
    ), {numRuns: runs(100)})
    expect(fewer).to.be.above(runs(20))
  })

  it('of an Indexed Job lead to the same result as pods created one by one', () => {
    fc.assert(fc.property(
      size, size, fc.option(size, {nil: undefined}), hard, hard, fc.constantFrom<PodOutcome>('runs', 'succeeds', 'fails'), fc.option(fc.integer({min: 0, max: 2}), {nil: undefined}),
      fc.constantFrom(3, 200), fc.boolean(),
      (completions, parallelism, later, first, second, outcome, backoffLimitPerIndex, backoffLimit, waits) => {
        const run = (oneByOne: boolean): unknown => {
          const cluster = new SimulatedWorkload({outcome, oneByOne}, quota(first), quotaNamed('other', second))
          const limits = {backoffLimit, ...backoffLimitPerIndex !== undefined && {backoffLimitPerIndex}, ...waits && {podReplacementPolicy: 'Failed'}}
          try {
            const made = seen(cluster.create(job('web', {completionMode: 'Indexed', completions, parallelism, ...limits}).requesting({cpu: '100m'})), false)
            return later === undefined ? made : [made, seen(cluster.respecify({parallelism: later}), false)]
          } catch (error) {
            return String(error)
          }
        }
        expect(run(false)).to.deep.equal(run(true))
      },
    ), {numRuns: runs(100)})
  })
})
