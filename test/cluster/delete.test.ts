import {expect} from 'chai'
import {type Body, claim, configMap, namespace, pod, priorityClass} from '../helpers/builders.js'
import {allowed, at, given, TestCluster, verdict} from '../helpers/test-cluster.js'

describe('deletion of an object', () => {
  it('removes the object', () => {
    const cluster = given(configMap('c'), configMap('d'))
    expect(cluster.delete(configMap('c'))).to.deep.equal({
      operation: 'DELETE', allowed: true, status: {code: 200, reason: 'OK', message: ''}, steps: [], warnings: [], problems: [], errors: [],
    })
    expect([cluster.stored(configMap('c')), cluster.stored(configMap('d'))?.['kind']]).to.deep.equal([undefined, 'ConfigMap'])
    expect(verdict(cluster.create(configMap('c')))).to.equal('201')
  })

  it('uses only the name and ignores other fields', () => {
    const cluster = given(configMap('c'))
    expect(verdict(cluster.delete({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'c', labels: 5}, bogus: 1}))).to.equal('200')
  })

  const missing: Record<string, [body: Body, verdict: string]> = {
    'an object with another name': [configMap('x'), '404 configmaps "x" not found'],
    'an object without a name': [{apiVersion: 'v1', kind: 'ConfigMap'}, '404 configmaps "" not found'],
    'a name that is not a string': [configMap('c').having({metadata: {name: 5}}), '404 configmaps "" not found'],
    'metadata of null': [configMap('c').having({metadata: null}), '404 configmaps "" not found'],
    'an object of another kind': [configMap('c').having({kind: 'Secret'}), '404 secrets "c" not found'],
    'a custom resource of that name': [configMap('c').having({apiVersion: 'example.com/v1'}), '404 configmaps.example.com "c" not found'],
    'an unknown kind': [configMap('c').having({kind: 'Bogus'}), '404 the server could not find the requested resource'],
    'an object without a kind': [{apiVersion: 'v1', metadata: {name: 'c'}}, "400 Object 'Kind' is missing"],
  }

  for (const [title, [body, expected]] of Object.entries(missing)) {
    it(`rejects ${title}`, () => expect(verdict(given(configMap('c')).delete(body))).to.equal(expected))
  }

  it('ignores the namespace of a cluster-scoped object', () => {
    const cluster = given(priorityClass('x', 1))
    expect(verdict(cluster.delete(priorityClass('x', 1).marked({namespace: 'a'})))).to.equal('200')
    expect(verdict(cluster.delete(priorityClass('x', 1)))).to.equal('404 priorityclasses.scheduling.k8s.io "x" not found')
  })

  it('removes nothing in a dry run', () => {
    const cluster = given(configMap('c'))
    expect(verdict(cluster.delete(configMap('c'), {dryRun: true}))).to.equal('200')
    expect(cluster.stored(configMap('c'))).not.to.equal(undefined)
  })

  it('can be rejected by plugins', () => {
    const cluster = given(namespace('default'))
    const {allowed: isAllowed, status, steps} = cluster.delete(namespace('default'))
    expect([isAllowed, status.message]).to.deep.equal([false, 'namespaces "default" is forbidden: this namespace may not be deleted'])
    expect(steps.map(({plugin, phase, rejection}) => [plugin, phase, rejection?.status])).to.deep.equal([['NamespaceLifecycle', 'admit', status]])
    expect(cluster.stored(namespace('default'))).not.to.equal(undefined)
  })

  it('is rejected for subresources', () => {
    expect(verdict(given(pod()).delete(pod(), {subresource: 'status'}))).to.equal('405 the server does not allow this method on the requested resource')
    expect(verdict(given(pod()).delete(pod(), {subresource: 'bogus'}))).to.equal('404 the server could not find the requested resource')
    expect(verdict(given(configMap('c')).delete(configMap('c'), {subresource: 'status'}))).to.equal('404 the server could not find the requested resource')
  })

  describe('of an object with finalizers', () => {
    const held = pod().marked({finalizers: ['example.com/hold']})

    it('sets the deletionTimestamp', () => {
      const cluster = new TestCluster({clock: {now: () => 1_000_000_000_000_000_000n}})
      allowed(cluster.create(held))
      expect(verdict(cluster.delete(held))).to.equal('200')
      expect(at(cluster.stored(held), 'metadata')).to.deep.equal({
        name: 'p', namespace: 'dev', finalizers: ['example.com/hold'], generation: 2, deletionTimestamp: '2001-09-09T01:46:40Z', deletionGracePeriodSeconds: 0,
      })
    })

    it('sets the deletionTimestamp to the start of 1970 without a clock', () => {
      const cluster = given(held)
      allowed(cluster.delete(held))
      expect(at(cluster.stored(held), 'metadata.deletionTimestamp')).to.equal('1970-01-01T00:00:00Z')
    })

    it('sets no generation if there is none', () => {
      const cluster = given(configMap('c').marked({finalizers: ['a/b']}))
      allowed(cluster.delete(configMap('c')))
      expect(at(cluster.stored(configMap('c')), 'metadata')).to.deep.equal({name: 'c', namespace: 'dev', finalizers: ['a/b'], deletionTimestamp: '1970-01-01T00:00:00Z', deletionGracePeriodSeconds: 0})
    })

    it('keeps the first deletionTimestamp', () => {
      let now = 0n
      const cluster = new TestCluster({clock: {now: () => now}})
      allowed(cluster.create(held))
      allowed(cluster.delete(held))
      const marked = cluster.stored(held)
      now = 1_000_000_000_000n
      expect(verdict(cluster.delete(held))).to.equal('200')
      expect(cluster.stored(held)).to.equal(marked)
    })

    for (const finalizer of ['kubernetes.io/pvc-protection', 'kubernetes.io/pv-protection', 'kubernetes.io/vac-protection', 'orphan', 'foregroundDeletion']) {
      it(`removes the object if only ${finalizer} is left, which a controller removes`, () => {
        const cluster = given(configMap('c').marked({finalizers: [finalizer]}))
        allowed(cluster.delete(configMap('c')))
        expect(cluster.stored(configMap('c'))).to.equal(undefined)
      })
    }

    it('keeps the object if another finalizer is left too', () => {
      const cluster = given(claim('c', '1Gi').marked({finalizers: ['a/b']}))
      allowed(cluster.delete(claim('c', '1Gi')))
      expect(at(cluster.stored(claim('c', '1Gi')), 'metadata.finalizers')).to.deep.equal(['a/b', 'kubernetes.io/pvc-protection'])
    })
  })
})
