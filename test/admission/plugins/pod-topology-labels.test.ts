import {expect} from 'chai'
import {type Body, pod} from '../../helpers/builders.js'
import {allowed, at, TestCluster} from '../../helpers/test-cluster.js'
import type {KubernetesVersion} from '../../../src/machinery/version/kubernetes-version.js'

const [region, zone] = ['topology.kubernetes.io/region', 'topology.kubernetes.io/zone']

/** The labels of a pod with these labels on a node with those. */
function labelsOf(own: Body | undefined, ofNode: Body, nodeName = 'n', kubernetesVersion: KubernetesVersion = '1.36'): unknown {
  const cluster = new TestCluster({kubernetesVersion})
  allowed(cluster.create({apiVersion: 'v1', kind: 'Node', metadata: {name: 'n', labels: ofNode}}))
  return at(allowed(cluster.create((own === undefined ? pod() : pod().labelled(own)).asking(nodeName === '' ? {} : {nodeName}))), 'metadata.labels')
}

describe('PodTopologyLabels', () => {
  it('copies the zone and the region of the node', () => {
    expect(labelsOf(undefined, {[region]: 'r', [zone]: 'z', 'other': 'x'})).to.deep.equal({[region]: 'r', [zone]: 'z'})
    expect(labelsOf({a: 'b'}, {[zone]: 'z'})).to.deep.equal({a: 'b', [zone]: 'z'})
  })

  it('overwrites labels of the pod', () => {
    expect(labelsOf({[zone]: 'mine'}, {[zone]: 'z'})).to.deep.equal({[zone]: 'z'})
  })

  it('changes no pod without a node, with an unknown one, or with one without these labels', () => {
    expect(labelsOf(undefined, {[zone]: 'z'}, '')).to.equal(undefined)
    expect(labelsOf({[zone]: 'mine'}, {[zone]: 'z'}, 'unknown')).to.deep.equal({[zone]: 'mine'})
    expect(labelsOf(undefined, {})).to.equal(undefined)
  })

  it('does nothing before Kubernetes 1.35', () => {
    expect(labelsOf(undefined, {[zone]: 'z'}, 'n', '1.35')).to.deep.equal({[zone]: 'z'})
    expect(labelsOf(undefined, {[zone]: 'z'}, 'n', '1.34')).to.equal(undefined)
  })

  it('reports the labels as changes', () => {
    const cluster = new TestCluster()
    allowed(cluster.create({apiVersion: 'v1', kind: 'Node', metadata: {name: 'n', labels: {[zone]: 'z'}}}))
    const {steps} = cluster.create(pod().labelled({[zone]: 'mine'}).asking({nodeName: 'n'}))
    expect(steps.find(({plugin}) => plugin === 'PodTopologyLabels')?.changes.map(({field, from, to}) => [String(field), from, to]))
      .to.deep.equal([['metadata.labels[topology.kubernetes.io/zone]', 'mine', 'z']])
  })
})
