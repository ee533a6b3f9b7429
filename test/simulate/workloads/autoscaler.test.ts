import {expect} from 'chai'
import {defaultKubelet} from '../../../src/controllers/workload/kubelet.js'
import {Autoscalers, simulateAutoscaler} from '../../../src/simulate/workloads/autoscaler.js'
import {Snapshot, workloadStateOf} from '../../../src/simulate/workloads/scenario.js'
import type {Autoscaler} from '../../../src/simulate/workloads/types.js'
import {type Body, Manifest, quota} from '../../helpers/builders.js'
import {deployment, replicaSet, rolling, simulated, statefulSet} from '../../helpers/workloads.js'

const simulatedNodes = {kubelet: defaultKubelet, nodes: () => []}

const autoscaler = (name: string, spec: Body, target: Body = {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'}): Manifest =>
  new Manifest({apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: {name}, spec: {scaleTargetRef: target, ...spec}})

function examined(...objects: Manifest[]): Autoscaler | undefined {
  const {cluster, workload} = simulated(...objects)
  const found = new Autoscalers(cluster).of(workload)
  return found && simulateAutoscaler(workloadStateOf(new Snapshot(cluster), simulatedNodes, workload), workload, found)
}

const levels = (result: Autoscaler | undefined): unknown =>
  result?.levels.map(({level, replicas, created, rollout}) => [level, replicas, created, rollout?.verdict, rollout?.peak])

describe('autoscaler of a workload', () => {
  it('is the first by name that targets the workload', () => {
    const nameFor = (...others: Manifest[]): string | undefined => examined(deployment(), ...others)?.name
    expect(nameFor(autoscaler('b', {maxReplicas: 1}), autoscaler('a', {maxReplicas: 1}))).to.equal('a')
    expect(nameFor(autoscaler('a', {maxReplicas: 1}, {apiVersion: 'apps/v1', kind: 'Deployment', name: 'other'}))).to.equal(undefined)
    expect(nameFor(autoscaler('a', {maxReplicas: 1}, {apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web'}))).to.equal(undefined)
    expect(nameFor(autoscaler('a', {maxReplicas: 1}, {apiVersion: 'apps/v1beta1', kind: 'Deployment', name: 'web'})), 'of whatever version').to.equal('a')
    expect(nameFor()).to.equal(undefined)
  })

  it('is evaluated at minReplicas, the current replicas and maxReplicas', () => {
    const result = examined(quota({pods: '24'}), rolling(4, 1, 0), autoscaler('web', {minReplicas: 2, maxReplicas: 12}))
    expect(levels(result)).to.deep.equal([['min', 2, 2, 'fits', 3], ['own', 4, 4, 'fits', 5], ['max', 12, 12, 'fits', 13]])
    expect(result).not.to.have.property('stopsAt')
  })

  it('stops at the replicas that the quota allows', () => {
    const result = examined(quota({pods: '7'}), rolling(4, 1, 0), autoscaler('web', {maxReplicas: 10}))
    expect(levels(result)).to.deep.equal([['min', 1, 1, 'fits', 2], ['own', 4, 4, 'slow', 5], ['max', 10, 7, undefined, undefined]])
    expect(result?.stopsAt).to.equal(7)
    expect(result?.levels[2]?.event?.message).to.match(/exceeded quota: q, requested: pods=1, used: pods=7, limited: pods=7$/)
  })

  it('can fit at maxReplicas although a rollout at that size does not', () => {
    expect(levels(examined(quota({pods: '5'}), rolling(2, 1, 0), autoscaler('web', {maxReplicas: 5})))?.toString()).to.contain('max,5,5,blocked,5')
  })

  it('can target any scalable workload', () => {
    const target = {apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web'}
    expect(levels(examined(statefulSet(), autoscaler('web', {maxReplicas: 3}, target)))).to.deep.equal([['min', 1, 1, 'fits', 1], ['own', 1, 1, 'fits', 1], ['max', 3, 3, 'fits', 3]])
  })

  it('is evaluated at any number of replicas', () => {
    const maximum = 2_147_483_647
    const target = {apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web'}
    expect((levels(examined(replicaSet(), autoscaler('web', {minReplicas: maximum, maxReplicas: maximum}, target))) as unknown[])[2]).to.deep.equal(['max', maximum, maximum, 'fits', maximum])
    const result = examined(quota({pods: '20'}), replicaSet(), autoscaler('web', {maxReplicas: maximum}, target))
    expect([result?.levels.at(-1)?.created, result?.stopsAt]).to.deep.equal([20, 20])
  })

  it('does not change the cluster', () => {
    const {cluster, workload} = simulated(rolling(2, 1, 0), autoscaler('web', {maxReplicas: 9}))
    const found = new Autoscalers(cluster).of(workload)
    if (found !== undefined) simulateAutoscaler(workloadStateOf(new Snapshot(cluster), simulatedNodes, workload), workload, found)
    expect([workload.record.counts.alive, workload.controller.wanted, cluster.namespacesWith({apiVersion: 'v1', kind: 'Pod'})]).to.deep.equal([2, 2, ['dev']])
  })
})
