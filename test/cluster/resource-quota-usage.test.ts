import {expect} from 'chai'

import {type Body, pod, quota} from '../helpers/builders.js'
import {allowed, at, given, TestCluster, verdict} from '../helpers/test-cluster.js'

const stale = '409 Operation cannot be fulfilled on resourcequotas "q": the object has been modified; please apply your changes to the latest version and try again'

const usage = (used: Body, metadata: Body = {}, status: Body = {}): Body =>
  ({apiVersion: 'v1', kind: 'ResourceQuotaUsage', metadata: {name: 'q', ...metadata}, status: {used, ...status}})

/** Cluster with a loaded quota of resourceVersion 7. */
function loaded(): TestCluster {
  const cluster = new TestCluster()
  allowed(cluster.cluster.load({object: quota({pods: '3', cpu: '2'}).marked({resourceVersion: '7'}), namespace: 'dev'}))
  return cluster
}

const statusIn = (cluster: TestCluster): unknown => cluster.stored(quota({}))?.['status']

describe('ResourceQuotaUsage', () => {
  it('sets the observed usage of the quota with its name', () => {
    const cluster = given(quota({pods: '3'}), quota({pods: '3'}).marked({name: 'other'}))
    const review = allowed(cluster.create(usage({pods: '2'})))
    expect(review).to.deep.include({kind: 'ResourceQuotaUsage', metadata: {name: 'q', namespace: 'dev'}})
    expect(statusIn(cluster)).to.deep.equal({hard: {pods: '3'}, used: {pods: '2'}})
    expect(at(cluster.stored(quota({}).marked({name: 'other'})) ?? {}, 'status.used.pods')).to.equal('0')
  })

  it('is enforced for the next requests', () => {
    const cluster = given(quota({pods: '3'}))
    allowed(cluster.create(usage({pods: '2'})))
    allowed(cluster.create(pod('a')))
    expect(verdict(cluster.create(pod('b')))).to.equal('403 pods "b" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3')
  })

  it('can set the enforced bounds, too', () => {
    const cluster = given(quota({pods: '3'}))
    allowed(cluster.create(usage({pods: '2'}, {}, {hard: {pods: '2'}})))
    expect(verdict(cluster.create(pod('a')))).to.match(/^403 .* limited: pods=2$/)
  })

  it('is not stored', () => {
    const cluster = given(quota({pods: '3'}))
    allowed(cluster.create(usage({pods: '2'})))
    expect(cluster.stored(usage({}))).to.equal(undefined)
    expect(verdict(cluster.update(usage({pods: '1'})))).to.equal('405 the server does not allow this method on the requested resource')
    allowed(cluster.create(usage({pods: '1'})))
  })

  it('changes nothing in a dry run', () => {
    const cluster = given(quota({pods: '3'}))
    allowed(cluster.create(usage({pods: '2'}), {dryRun: true}))
    expect(statusIn(cluster)).to.deep.equal({hard: {pods: '3'}, used: {pods: '0'}})
  })

  describe('resourceVersion', () => {
    it('is accepted if the quota has the same one', () => {
      const cluster = loaded()
      allowed(cluster.create(usage({pods: '2'}, {resourceVersion: '7'})))
      expect(statusIn(cluster)).to.deep.include({used: {pods: '2'}})
    })

    it('is rejected if the quota has another one', () => {
      const cluster = loaded()
      const before = statusIn(cluster)
      const review = cluster.create(usage({pods: '2'}, {resourceVersion: '6'}))
      expect(verdict(review)).to.equal(stale)
      expect(review.status).to.deep.include({reason: 'Conflict', details: {name: 'q', group: '', kind: 'resourcequotas'}})
      expect(statusIn(cluster)).to.equal(before)
    })

    it('is rejected after another update with the same one', () => {
      const cluster = loaded()
      allowed(cluster.create(usage({pods: '1'}, {resourceVersion: '7'})))
      expect(verdict(cluster.create(usage({pods: '2'}, {resourceVersion: '7'})))).to.equal(stale)
    })

    it('is rejected if usage has been charged since', () => {
      const cluster = loaded()
      allowed(cluster.create(usage({pods: '1'}, {}, {hard: {pods: '3'}})))
      const {resourceVersion} = cluster.stored(quota({}))?.['metadata'] as {resourceVersion: string}
      allowed(cluster.create(pod('a')))
      expect(verdict(cluster.create(usage({pods: '2'}, {resourceVersion})))).to.equal(stale)
    })

    it('is accepted if the version of the quota is unknown', () => {
      allowed(given(quota({pods: '3'})).create(usage({pods: '2'}, {resourceVersion: '7'})))
    })

    it('may be omitted', () => {
      const cluster = loaded()
      allowed(cluster.create(usage({pods: '1'})))
      allowed(cluster.create(usage({pods: '2'})))
      expect(statusIn(cluster)).to.deep.include({used: {pods: '2'}})
    })
  })

  it('rejects unknown quotas, negative usage and unknown fields', () => {
    const cluster = given(quota({pods: '3'}))
    expect(verdict(given().create(usage({pods: '1'})))).to.equal('404 resourcequotas "q" not found')
    expect(verdict(cluster.create(usage({pods: '-1'})))).to.equal(
      '422 ResourceQuotaUsage "q" is invalid: status.used[pods]: Invalid value: "-1": must be greater than or equal to 0')
    expect(verdict(cluster.create({...usage({pods: '1'}), spec: {}}))).to.equal(
      '400 ResourceQuotaUsage in version "v1" cannot be handled as a ResourceQuotaUsage: strict decoding error: unknown field "spec"')
    expect(statusIn(cluster)).to.deep.equal({hard: {pods: '3'}, used: {pods: '0'}})
  })
})
