import {expect} from 'chai'
import type {Attributes} from '../../../../src/admission/attributes.js'
import {stoppedClock} from '../../../../src/admission/clock.js'
import {podEvaluator} from '../../../../src/admission/plugins/resource-quota/evaluators/pods.js'
import {type Amounts, app, configMap, container, type Manifest, pod, type PodManifest, quota, service} from '../../../helpers/builders.js'
import {exceeded, recordUsage, requesting, usedOf} from '../../../helpers/quotas.js'
import {allowed, given, TestCluster, verdict} from '../../../helpers/test-cluster.js'

// Case numbers of spec resourcequota 7. Each test asserts the answer of the API server.

/** Cluster without controllers, with a quota of this status. */
function recorded(body: Manifest, used?: Amounts, hard?: Amounts): TestCluster {
  const cluster = new TestCluster({controllers: false})
  allowed(cluster.create(body))
  if (used !== undefined) recordUsage(cluster, body, used, hard)
  return cluster
}

const unknown = (what: string, ...names: string[]): string => `403 ${what} is forbidden: status unknown for quota: q, resources: ${names.join(',')}`

describe('ResourceQuota, edge cases: status of a quota', () => {
  it('57: enforces nothing while it is empty', () => {
    const cluster = recorded(quota({pods: '0'}))
    expect(verdict(cluster.create(pod()))).to.equal('201')
    expect(usedOf(cluster)).to.equal(undefined)
  })

  it('57: rejects objects under bounds without known usage', () => {
    const cluster = recorded(quota({pods: '5', services: '5'}), {}, {pods: '5'})
    expect(verdict(cluster.create(pod()))).to.equal(unknown('pods "p"', 'pods'))
    expect(verdict(cluster.create(service('s')))).to.equal('201')
  })

  it('58: rejects objects whose usage is known only in part, after missing values', () => {
    const cluster = recorded(quota({pods: '2', cpu: '2', services: '2'}), {pods: '1'})
    expect(verdict(cluster.create(requesting({cpu: '1'})))).to.equal(unknown('pods "p"', 'cpu', 'pods'))
    expect(verdict(cluster.create(pod()))).to.equal('403 pods "p" is forbidden: failed quota: q: must specify cpu for: app')
    expect(verdict(cluster.create(configMap('c')))).to.equal('201')
    expect(usedOf(cluster)).to.deep.equal({pods: '1'})
  })

  it('59: rejects even updates without changes while usage is unknown', () => {
    const body = quota({services: '2', pods: '2'})
    const cluster = recorded(body)
    allowed(cluster.create(service('s')))
    recordUsage(cluster, body, {pods: '0'})
    expect(verdict(cluster.update(service('s')))).to.equal(unknown('services "s"', 'services'))
    recordUsage(cluster, body, {pods: '0', services: '7'})
    expect(verdict(cluster.update(service('s')))).to.equal('200')
  })

  it('63: enforces its own bounds, not those in the spec', () => {
    const raised = recorded(quota({pods: '10'}), {pods: '5'}, {pods: '5'})
    expect(verdict(raised.create(pod()))).to.equal(exceeded('q', 'pods=1', 'pods=5', 'pods=5'))
    const lowered = recorded(quota({pods: '1'}), {pods: '1'}, {pods: '5'})
    expect(verdict(lowered.create(pod()))).to.equal('201')
    expect(usedOf(lowered)).to.deep.equal({pods: '2'})
  })

  it('63: gets new bounds from the spec through the controller', () => {
    const cluster = given(quota({pods: '1'}), pod('a'))
    expect(verdict(cluster.create(pod()))).to.equal(exceeded('q', 'pods=1', 'pods=1', 'pods=1'))
    allowed(cluster.update(quota({pods: '2'})))
    expect(verdict(cluster.create(pod()))).to.equal('201')
  })
})

describe('ResourceQuota, edge cases: updates', () => {
  it('60: charge nothing for a stored object that has no resourceVersion', () => {
    const cluster = given(quota({services: '1'}), service('s'))
    expect(verdict(cluster.update(service('s').labelled({a: 'b'})))).to.equal('200')
    expect(usedOf(cluster)).to.deep.equal({services: '1'})
  })

  describe('61: resizes of a running pod', () => {
    const resized = (cluster: TestCluster, body: PodManifest): string => verdict(cluster.update(body, {subresource: 'resize'}))

    it('are admitted when they reduce usage of an exceeded quota', () => {
      const cluster = given(requesting({cpu: '2'}), quota({cpu: '1'}))
      expect(resized(cluster, requesting({cpu: '1500m'}))).to.equal('200')
      expect(usedOf(cluster), 'until somebody counts again').to.deep.equal({cpu: '2'})
      expect(resized(cluster, requesting({cpu: '3'}))).to.equal(exceeded('q', 'cpu=1500m', 'cpu=2', 'cpu=1'))
    })

    it('are charged the increase', () => {
      const cluster = given(quota({cpu: '2'}), requesting({cpu: '1'}))
      expect(resized(cluster, requesting({cpu: '2'}))).to.equal('200')
      expect(usedOf(cluster)).to.deep.equal({cpu: '2'})
    })

    it('are rejected without values that the quota requires, even if they reduce usage', () => {
      expect(resized(given(requesting({cpu: '2'}), quota({cpu: '9', memory: '1Gi'})), requesting({cpu: '1'})))
        .to.equal('403 pods "p" is forbidden: failed quota: q: must specify memory for: app')
    })

    it('are invalid when the QoS class would change, before quotas are checked', () => {
      const guaranteed = pod().with(app({requests: {cpu: '1', memory: '1Gi'}, limits: {cpu: '1', memory: '1Gi'}}))
      expect(resized(given(guaranteed, quota({cpu: '1'})), pod().with(app({requests: {cpu: '1', memory: '1Gi'}, limits: {cpu: '2', memory: '1Gi'}}))))
        .to.match(/^422 Pod "p" is invalid: .*Pod QOS Class may not change as a result of resizing/)
    })
  })

  it('62: of the status and of ephemeral containers of a pod are not checked', () => {
    const cluster = given(pod())
    const body = quota({pods: '0', cpu: '1'})
    allowed(cluster.create(body))
    recordUsage(cluster, body, {})
    expect(verdict(cluster.update(pod().having({status: {phase: 'Running'}}), {subresource: 'status'}))).to.equal('200')
    const debugged = pod().asking({ephemeralContainers: [container('debug')]})
    expect(verdict(cluster.update(debugged, {subresource: 'ephemeralcontainers'}))).to.equal('200')
  })

  for (const subresource of ['status', 'binding', 'eviction', 'ephemeralcontainers']) {
    it(`62: of ${subresource} are not checked`, () => {
      const evaluator = podEvaluator(stoppedClock)
      for (const operation of ['CREATE', 'UPDATE'] as const) {
        const object = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'p'}}
        const attributes = {operation, subresource, object: {...object, spec: {activeDeadlineSeconds: 1}}, oldObject: object} as unknown as Attributes
        expect(evaluator.handles(attributes), operation).to.equal(false)
        expect(evaluator.handles({...attributes, subresource: ''}), operation).to.equal(true)
      }
    })
  }

  it('64: and creations are checked but never charged in a dry run', () => {
    const cluster = given(quota({pods: '1'}))
    for (const name of ['a', 'b']) expect(verdict(cluster.create(pod(name), {dryRun: true}))).to.equal('201')
    expect(usedOf(cluster)).to.deep.equal({pods: '0'})
    allowed(cluster.create(pod()))
    expect(verdict(cluster.create(pod('a'), {dryRun: true}))).to.equal(exceeded('q', 'pods=1', 'pods=1', 'pods=1', 'pods "a"'))
  })
})
