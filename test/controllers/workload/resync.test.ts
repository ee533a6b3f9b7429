import {expect} from 'chai'
import {ControllerManager} from '../../../src/controllers/workload/controller-manager.js'
import type {JsonObject} from '../../../src/machinery/decode/encode.js'
import {claim, quota} from '../../helpers/builders.js'
import {usedOf} from '../../helpers/quotas.js'
import {allowed, TestCluster} from '../../helpers/test-cluster.js'
import {claimTemplate, statefulSet} from '../../helpers/workloads.js'

describe('controller that is rejected before a deletion is counted', () => {
  const rejected = (resync?: number): {readonly cluster: TestCluster, readonly manager: ControllerManager} => {
    const cluster = new TestCluster(resync === undefined ? {} : {resync})
    const manager = new ControllerManager(cluster.cluster)
    const body = statefulSet('db', {replicas: 1, volumeClaimTemplates: [claimTemplate('data')]})
    for (const object of [claim('c', '1Gi'), quota({persistentvolumeclaims: '1'})]) allowed(cluster.create(object))
    manager.observe(allowed(cluster.create(body)) as JsonObject)
    manager.settle()
    allowed(cluster.delete(claim('c', '1Gi')))
    return {cluster, manager}
  }

  const claimsOf = ({workloads: [workload]}: ControllerManager): unknown => workload?.controller.claims

  it('succeeds at the next resync, to which time advances', () => {
    const {cluster, manager} = rejected(300_000)
    expect([claimsOf(manager), usedOf(cluster)]).to.deep.equal([{wanted: 1, created: 0}, {persistentvolumeclaims: '1'}])
    expect(cluster.create(claim('d', '1Gi')).allowed).to.equal(false)
    manager.settle()
    expect([claimsOf(manager), usedOf(cluster), cluster.cluster.untilResync]).to.deep.equal([{wanted: 1, created: 1}, {persistentvolumeclaims: '1'}, undefined])
  })

  it('retries after clusterChanged if there is no resync period', () => {
    const {manager} = rejected()
    manager.settle()
    expect(claimsOf(manager)).to.deep.equal({wanted: 1, created: 0})
    manager.clusterChanged()
    manager.settle()
    expect(claimsOf(manager)).to.deep.equal({wanted: 1, created: 1})
  })

  it('does not advance time when nothing is rejected', () => {
    const cluster = new TestCluster({resync: 300_000})
    for (const object of [claim('c', '1Gi'), quota({persistentvolumeclaims: '1'})]) allowed(cluster.create(object))
    allowed(cluster.delete(claim('c', '1Gi')))
    new ControllerManager(cluster.cluster).settle()
    expect([usedOf(cluster), cluster.cluster.untilResync]).to.deep.equal([{persistentvolumeclaims: '1'}, 300_000])
  })
})
