import {expect} from 'chai'
import * as fc from 'fast-check'

import {defaultKubelet} from '../../../src/controllers/workload/kubelet.js'
import {Autoscalers, simulateAutoscaler} from '../../../src/simulate/workloads/autoscaler.js'
import {restarted} from '../../../src/simulate/workloads/edit.js'
import {OptimisticServer} from '../../../src/simulate/workloads/optimistic-server.js'
import {simulateRollout} from '../../../src/simulate/workloads/rollout.js'
import {QuotaHeadroom} from '../../../src/simulate/workloads/quota-headroom.js'
import {Scenario, simulateFrom, Snapshot, workloadStateOf} from '../../../src/simulate/workloads/scenario.js'
import {type Amounts, type Body, limitRange, Manifest, pod, quota} from '../../helpers/builders.js'
import {quotaNamed, requesting} from '../../helpers/quotas.js'
import {deployment, replicaSet, simulated, SimulatedWorkload, statefulSet, type WorkloadManifest} from '../../helpers/workloads.js'

const simulatedNodes = {kubelet: defaultKubelet, nodes: () => []}

const autoscaler = (minReplicas: number, maxReplicas: number, kind = 'Deployment'): Manifest => new Manifest({
  apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: {name: 'web'},
  spec: {scaleTargetRef: {apiVersion: 'apps/v1', kind, name: 'web'}, minReplicas, maxReplicas},
})

/** A snapshot without an optimistic server: all requests go to a fork of the cluster. */
class Unforeseen extends Snapshot {
  override headroomIn(namespace: string): QuotaHeadroom {
    const room = new QuotaHeadroom(this.cluster, namespace)
    room.answerTo = () => undefined
    return room
  }
}

/** Results for a workload in a rollout and at the sizes of its autoscaler. */
function outcome({cluster, workload}: SimulatedWorkload, snapshot: Snapshot): unknown {
  const state = workloadStateOf(snapshot, simulatedNodes, workload)
  const found = new Autoscalers(cluster).of(workload)
  return [simulateRollout(state, restarted(workload.record.object)), found && simulateAutoscaler(state, workload, found)]
}

/** Returns true if the optimistic server covers a rollout of the first workload without requests to a cluster. */
function isForeseen(cluster: SimulatedWorkload): boolean {
  const snapshot = new Snapshot(cluster.cluster)
  const server = new OptimisticServer(snapshot.headroomIn('dev'))
  new Scenario(workloadStateOf(snapshot, simulatedNodes, cluster.workload), server).change(restarted(cluster.workload.record.object))
  return server.isCertain
}

const memory = fc.constantFrom('64Mi', '64M', '1Gi', '500k')

const podKeys = {
  'pods': fc.constantFrom('6', '9', '12', '30'), 'requests.cpu': fc.constantFrom('2', '3500m', '9'), 'requests.memory': fc.constantFrom('1Gi', '900M', '20Gi'),
}

const hardOfPods: fc.Arbitrary<Amounts> = fc.record(podKeys, {requiredKeys: ['pods']})

const hard: fc.Arbitrary<Amounts> = fc.record({...podKeys, 'count/replicasets.apps': fc.constantFrom('1', '2', '9'), 'services': fc.constant('1')}, {requiredKeys: []})

const scoped = fc.constantFrom<Body>({}, {scopes: ['NotBestEffort']}, {scopes: ['NotTerminating']})

const workloads: fc.Arbitrary<WorkloadManifest> = fc.record({
  replicas: fc.integer({min: 0, max: 5}), maxSurge: fc.constantFrom(0, 1, '50%'), maxUnavailable: fc.constantFrom(1, '25%'),
  type: fc.constantFrom('RollingUpdate', 'RollingUpdate', 'Recreate'), isReplicaSet: fc.nat(5), minReadySeconds: fc.constantFrom(0, 60),
  seconds: fc.constantFrom(0, 30), paused: fc.constantFrom(false, false, false, true), memory,
}).map(({replicas, maxSurge, maxUnavailable, type, isReplicaSet, minReadySeconds, seconds, paused, memory: amount}) => {
  const strategy = type === 'Recreate' ? {type} : {type, rollingUpdate: {maxSurge, maxUnavailable}}
  const body = isReplicaSet === 0 ? replicaSet('web', {replicas}) : deployment('web', {replicas, strategy, minReadySeconds, paused})
  return body.requesting({cpu: '250m', memory: amount}).withPods({terminationGracePeriodSeconds: seconds})
})

describe('OptimisticServer', () => {
  it('equals the results of the simulated cluster for random quotas @slow', () => {
    let foreseen = 0
    let runs = 0
    const others = fc.array(memory, {maxLength: 3})
    const sizes = fc.tuple(fc.integer({min: 1, max: 4}), fc.integer({min: 0, max: 8}))
    fc.assert(fc.property(workloads, hard, hardOfPods, scoped, others, sizes, (body, first, second, scope, memories, [minimum, more]) => {
      const cluster = new SimulatedWorkload({}, quota(first), quotaNamed('other', second, scope), limitRange('l', {type: 'Container', default: {cpu: '1'}}))
      for (const [i, amount] of memories.entries()) cluster.cluster.handle({operation: 'CREATE', namespace: 'dev', object: requesting({cpu: '100m', memory: amount}, `a${i}`)})
      const review = cluster.cluster.handle({operation: 'CREATE', namespace: 'dev', object: body})
      if (review.object === undefined) return
      cluster.manager.observe(review.object)
      cluster.manager.settle()
      cluster.create(autoscaler(minimum, minimum + more, String(body['kind'])))
      expect(outcome(cluster, new Snapshot(cluster.cluster))).to.deep.equal(outcome(cluster, new Unforeseen(cluster.cluster)))
      runs++
      if (isForeseen(cluster)) foreseen++
    }), {numRuns: 60})
    expect(foreseen).to.be.within(runs / 10, runs * 9 / 10)
  })

  it('is certain if all pods fit at the same time, terminating ones included', () => {
    expect(isForeseen(simulated(quota({pods: '6'}), deployment('web', {replicas: 3})))).to.equal(true)
    expect(isForeseen(simulated(quota({pods: '5'}), deployment('web', {replicas: 3})))).to.equal(false)
    expect(isForeseen(simulated(deployment('web', {replicas: 3})))).to.equal(true)
  })

  it('is uncertain if a policy denies the pods', () => {
    const cluster = simulated(deployment('web', {replicas: 1}))
    cluster.create(limitRange('l', {type: 'Pod', min: {cpu: '1'}}))
    expect(isForeseen(cluster)).to.equal(false)
  })

  it('uses the real usage if a quota records less', () => {
    const recorded = (pods: string): SimulatedWorkload => {
      const cluster = simulated(quota({pods: '8'}), deployment('web', {replicas: 3}))
      const object = {...quota({pods: '8'}), status: {hard: {pods: '8'}, used: {pods}}}
      cluster.cluster.handle({operation: 'UPDATE', subresource: 'status', namespace: 'dev', object})
      return cluster
    }
    expect(['0', '3', '5', '6'].map((used) => isForeseen(recorded(used)))).to.deep.equal([true, true, true, false])
    const full = simulated(deployment('web', {replicas: 3}), quota({pods: '4'}))
    full.cluster.handle({operation: 'UPDATE', subresource: 'status', namespace: 'dev', object: {...quota({pods: '4'}), status: {hard: {pods: '4'}, used: {pods: '0'}}}})
    expect(isForeseen(full)).to.equal(false)
  })

  it('is not attempted for workloads whose pods differ', () => {
    const cluster = simulated(quota({pods: '99'}), statefulSet('web', {replicas: 2}))
    const snapshot = new Snapshot(cluster.cluster)
    let scenarios = 0
    simulateFrom(workloadStateOf(snapshot, simulatedNodes, cluster.workload), () => scenarios++)
    expect([isForeseen(cluster), scenarios]).to.deep.equal([false, 1])
  })

  it('is uncertain after reading an object or updating a status', () => {
    const room = new Snapshot(simulated().cluster).headroomIn('dev')
    const [asked, updated, sent] = [new OptimisticServer(room), new OptimisticServer(room), new OptimisticServer(room)]
    asked.get()
    expect(updated.setStatus({apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name: 'p'})).to.equal('p')
    expect(sent.createIdentical({namespace: 'dev', object: pod() as never}, 1).admitted).to.equal(undefined)
    expect([asked, updated, sent].map(({isCertain}) => isCertain)).to.deep.equal([false, false, false])
  })
})
