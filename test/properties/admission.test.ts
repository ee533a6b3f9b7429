import {expect} from 'chai'
import * as fc from 'fast-check'
import type {Body} from '../helpers/builders.js'
import {runs} from '../helpers/runs.js'
import {TestCluster} from '../helpers/test-cluster.js'
import {anyLimitRange, anyPod, roomyLimitRange} from './arbitraries.js'

/** A cluster with the valid LimitRanges. */
function clusterWith(limitRanges: readonly Body[]): TestCluster {
  const cluster = new TestCluster()
  for (const limitRange of limitRanges) cluster.create(limitRange)
  return cluster
}

/** A stored object as a manifest, without the fields set by the server. */
function copied({status: _status, ...object}: Body): Body {
  const {generation: _generation, namespace: _namespace, ...metadata} = object['metadata'] as Body
  return {...object, metadata}
}

describe('admission of random pods', () => {
  it('admits a stored pod again without changes', () => {
    let admitted = 0
    fc.assert(fc.property(fc.array(roomyLimitRange, {maxLength: 3}), anyPod, (limitRanges, pod) => {
      const {object} = clusterWith(limitRanges).create(pod)
      if (object === undefined) return
      admitted++
      const again = clusterWith(limitRanges).create(copied(object))
      expect(again.status.message).to.equal('')
      expect(again.object).to.deep.equal(object)
    }), {numRuns: runs(400), seed: 1})
    expect(admitted, 'pods that were admitted').to.be.greaterThan(runs(100))
  })

  it('accepts an update with the stored pod without changes', () => {
    fc.assert(fc.property(fc.array(roomyLimitRange, {maxLength: 2}), anyPod, (limitRanges, pod) => {
      const cluster = clusterWith(limitRanges)
      const {object} = cluster.create(pod)
      if (object === undefined) return
      const updated = cluster.update(copied(object))
      expect(updated.status.message).to.equal('')
      expect(updated.object).to.deep.equal(object)
    }), {numRuns: runs(200), seed: 2})
  })

  it('does not depend on the creation order of LimitRanges', () => {
    fc.assert(fc.property(fc.uniqueArray(fc.oneof(roomyLimitRange, anyLimitRange), {maxLength: 3, selector: ({metadata}) => (metadata as Body)['name']}), anyPod, (limitRanges, pod) => {
      expect(clusterWith([...limitRanges].reverse()).create(pod)).to.deep.equal(clusterWith(limitRanges).create(pod))
    }), {numRuns: runs(200), seed: 3})
  })
})

describe('admission of random LimitRanges', () => {
  it('accepts an update with the stored LimitRange without changes', () => {
    let admitted = 0
    fc.assert(fc.property(fc.oneof(anyLimitRange, roomyLimitRange), (limitRange) => {
      const cluster = new TestCluster()
      const {object} = cluster.create(limitRange)
      if (object === undefined) return
      admitted++
      const updated = cluster.update(object)
      expect(updated.status.code).to.equal(200)
      expect(updated.object).to.deep.equal(object)
    }), {numRuns: runs(500), seed: 4})
    expect(admitted, 'LimitRanges that were admitted').to.be.greaterThan(runs(100))
  })
})
