import {expect} from 'chai'
import * as fc from 'fast-check'
import type {Body} from '../helpers/builders.js'
import {TestCluster} from '../helpers/test-cluster.js'
import {anyLimitRange, anyPod, roomyLimitRange} from './arbitraries.js'

/** A cluster with the valid LimitRanges. */
function clusterWith(limitRanges: readonly Body[]): TestCluster {
  const cluster = new TestCluster()
  for (const limitRange of limitRanges) cluster.create(limitRange)
  return cluster
}

/** A stored object as somebody would write it who copied it: without what the server made. */
function copied({status: _status, ...object}: Body): Body {
  const {generation: _generation, namespace: _namespace, ...metadata} = object['metadata'] as Body
  return {...object, metadata}
}

describe('any pod', () => {
  it('that was admitted is admitted again as it is stored, and not changed', () => {
    let admitted = 0
    fc.assert(fc.property(fc.array(roomyLimitRange, {maxLength: 3}), anyPod, (limitRanges, pod) => {
      const {object} = clusterWith(limitRanges).create(pod)
      if (object === undefined) return
      admitted++
      const again = clusterWith(limitRanges).create(copied(object))
      expect(again.status.message).to.equal('')
      expect(again.object).to.deep.equal(object)
    }), {numRuns: 400, seed: 1})
    expect(admitted, 'pods that were admitted').to.be.greaterThan(100)
  })

  it('may be updated with itself as it is stored', () => {
    fc.assert(fc.property(fc.array(roomyLimitRange, {maxLength: 2}), anyPod, (limitRanges, pod) => {
      const cluster = clusterWith(limitRanges)
      const {object} = cluster.create(pod)
      if (object === undefined) return
      const updated = cluster.update(copied(object))
      expect(updated.status.message).to.equal('')
      expect(updated.object).to.deep.equal(object)
    }), {numRuns: 200, seed: 2})
  })

  it('is refused alike, whatever the order in which LimitRanges were made', () => {
    fc.assert(fc.property(fc.uniqueArray(fc.oneof(roomyLimitRange, anyLimitRange), {maxLength: 3, selector: ({metadata}) => (metadata as Body)['name']}), anyPod, (limitRanges, pod) => {
      expect(clusterWith([...limitRanges].reverse()).create(pod)).to.deep.equal(clusterWith(limitRanges).create(pod))
    }), {numRuns: 200, seed: 3})
  })
})

describe('any LimitRange', () => {
  it('that was admitted is accepted unchanged as an update', () => {
    let admitted = 0
    fc.assert(fc.property(fc.oneof(anyLimitRange, roomyLimitRange), (limitRange) => {
      const cluster = new TestCluster()
      const {object} = cluster.create(limitRange)
      if (object === undefined) return
      admitted++
      const updated = cluster.update(object)
      expect(updated.status.code).to.equal(200)
      expect(updated.object).to.deep.equal(object)
    }), {numRuns: 500, seed: 4})
    expect(admitted, 'LimitRanges that were admitted').to.be.greaterThan(100)
  })
})
