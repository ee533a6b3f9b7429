import {expect} from 'chai'
import {Cluster} from '../../../src/cluster/cluster.js'
import type {Node} from '../../../src/controllers/workload/nodes.js'
import type {JsonObject} from '../../../src/machinery/decode/encode.js'
import {ExistingPods} from '../../../src/simulate/workloads/existing-pods.js'
import type {Body, Manifest} from '../../helpers/builders.js'
import {pod} from '../../helpers/builders.js'
import {daemonSet, deployment, job, replicaSet, simulated, statefulSet} from '../../helpers/workloads.js'

const ownedBy = (kind: string, name: string, fields: Body = {}): Body => ({ownerReferences: [{apiVersion: 'apps/v1', kind, name, uid: '1', controller: true, ...fields}]})

function clusterOf(...objects: readonly Manifest[]): Cluster {
  const cluster = new Cluster()
  for (const object of objects) {
    const {status} = cluster.load({object, namespace: 'dev'})
    if (status.code >= 300) throw new Error(status.message)
  }
  return cluster
}

/** Existing pods of a workload, in short form. */
function found(workload: Manifest, nodes: readonly Node[], ...objects: readonly Manifest[]): unknown {
  const [first] = simulated(workload).manager.workloads
  return new ExistingPods(clusterOf(...objects)).revisionsOf(first?.record.object ?? {}, nodes)
    .map(({shownName, replicas, pods}) =>
      ({shownName, replicas, pods: pods.map(({storedAs, slot, state, graceSeconds}) => [storedAs, slot, state, graceSeconds])}))
}

const podOf = (name: string, owner: Body, spec: Body = {}): Manifest => pod(name).marked(owner).asking(spec)

const revision = (name: string, number: string, replicas: number): Manifest => replicaSet(name, {replicas})
  .marked({...ownedBy('Deployment', 'web'), annotations: {'deployment.kubernetes.io/revision': number}})

describe('existing pods of a workload', () => {
  it('Deployment: ReplicaSets by revision, with their pods', () => {
    const objects = [
      revision('web-b', '10', 2), revision('web-a', '9', 0), podOf('web-b-1', ownedBy('ReplicaSet', 'web-b')), podOf('web-b-2', ownedBy('ReplicaSet', 'web-b')),
      revision('web-c', '8', 1), replicaSet('other').marked(ownedBy('Deployment', 'other')), podOf('other-1', ownedBy('ReplicaSet', 'other')),
    ]
    expect(found(deployment(), [], ...objects)).to.deep.equal([
      {shownName: 'web-c', replicas: 1, pods: []}, {shownName: 'web-a', replicas: 0, pods: []}, {shownName: 'web-b', replicas: 2, pods: [['web-b-1', 0, 'ready', 30], ['web-b-2', 0, 'ready', 30]]},
    ])
  })

  it('StatefulSet: pods by ordinal', () => {
    const owner = ownedBy('StatefulSet', 'web')
    const objects = [
      podOf('web-0', {...owner, labels: {'apps.kubernetes.io/pod-index': '0'}}), podOf('web-7', {...owner, labels: {'statefulset.kubernetes.io/pod-name': 'web-7'}}),
    ]
    expect(found(statefulSet('web', {replicas: 2}), [], ...objects)).to.deep.equal([{shownName: '', replicas: 2, pods: [['web-0', 0, 'ready', 30], ['web-7', 7, 'ready', 30]]}])
  })

  it('DaemonSet: pods by node', () => {
    const nodes = ['a', 'b'].map((name) => ({name, labels: {}, taints: []}))
    const objects = ['b', 'a'].map((nodeName) => podOf(`web-${nodeName}`, ownedBy('DaemonSet', 'web'), {nodeName}))
    expect(found(daemonSet(), nodes, ...objects)).to.deep.equal([{shownName: '', replicas: 2, pods: [['web-a', 0, 'ready', 30], ['web-b', 1, 'ready', 30]]}])
  })

  it('Job: pods by index, with their phase', () => {
    const indexed = (index: string): Body => ({...ownedBy('Job', 'web'), annotations: {'batch.kubernetes.io/job-completion-index': index}})
    const objects = [podOf('web-0', indexed('0')).having({status: {phase: 'Succeeded'}}), podOf('web-3', indexed('3')).having({status: {phase: 'Failed'}})]
    expect(found(job(), [], ...objects)).to.deep.equal([{shownName: '', replicas: 2, pods: [['web-0', 0, 'succeeded', 30], ['web-3', 3, 'failed', 30]]}])
  })

  it('include the termination grace period', () => {
    expect(found(replicaSet(), [], podOf('p', ownedBy('ReplicaSet', 'web'), {terminationGracePeriodSeconds: 5})))
      .to.deep.equal([{shownName: '', replicas: 1, pods: [['p', 0, 'ready', 5]]}])
  })

  it('exclude pods of other owners, and references that are not controllers', () => {
    const objects = [podOf('a', {}), podOf('b', ownedBy('ReplicaSet', 'web', {controller: false})), podOf('c', ownedBy('StatefulSet', 'web'))]
    expect(found(replicaSet(), [], ...objects)).to.deep.equal([])
    expect(found(deployment(), [])).to.deep.equal([])
  })

  it('isOwned returns true only for objects with a controller', () => {
    const existing = new ExistingPods(new Cluster())
    const isOwned = (object: Manifest): boolean => existing.isOwned({...object} as JsonObject)
    expect([pod().marked(ownedBy('Job', 'x')), pod().marked(ownedBy('Job', 'x', {controller: false})), pod()].map(isOwned)).to.deep.equal([true, false, false])
  })
})
