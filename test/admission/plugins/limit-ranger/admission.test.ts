import {expect} from 'chai'
import {app, type Body, claim, container, type Item, limitRange, pod, type Resources} from '../../../helpers/builders.js'
import {podResource} from '../../../helpers/pod-resources.js'
import {allowed, at, given, TestCluster, verdict} from '../../../helpers/test-cluster.js'

const defaults: Item = {type: 'Container', default: {cpu: '1'}, defaultRequest: {cpu: '500m'}}

const max = (cpu: string): Item => ({type: 'Container', max: {cpu}})

const both = (cpu: string): Resources => ({requests: {cpu}, limits: {cpu}})

const tooMuch = '403 pods "p" is forbidden: maximum cpu usage per Container is 1, but limit is 2'

describe('LimitRanger', () => {
  describe('requests', () => {
    it('defaults and checks new pods', () => {
      const cluster = given(limitRange('limits', defaults, {type: 'Pod', max: {cpu: '1'}}))
      const {steps, object} = cluster.create(pod())
      expect(podResource(object ?? {}, 'containers', 0)).to.deep.equal({requests: {cpu: '500m'}, limits: {cpu: '1'}})
      expect(steps.filter(({plugin}) => plugin === 'LimitRanger').map(({phase, changes}) => [phase, changes.length])).to.deep.equal([['admit', 3]])
      expect(verdict(cluster.create(pod('q').with(app(), container('b'))))).to.equal('403 pods "q" is forbidden: maximum cpu usage per Pod is 1, but limit is 2')
    })

    it('ignores updates of pods', () => {
      const cluster = given(pod().with(app(both('2'))), limitRange('limits', max('1')))
      const updated = allowed(cluster.update(pod().with(app(both('2'))).labelled({a: 'b'})))
      expect(at(updated, 'metadata.annotations')).to.equal(undefined)
    })

    it('defaults and checks the whole pod on a resize', () => {
      const memory = {requests: {memory: '1Gi'}, limits: {memory: '1Gi'}}
      const cluster = given(pod().with(app(memory)), limitRange('limits', defaults, {type: 'Pod', max: {memory: '2Gi'}}))
      const resized = allowed(cluster.update(pod().with(app({requests: {memory: '1500Mi'}, limits: {memory: '2Gi'}})), {subresource: 'resize'}))
      expect(podResource(resized, 'containers', 0)).to.deep.equal({requests: {memory: '1500Mi', cpu: '500m'}, limits: {memory: '2Gi', cpu: '1'}})
      expect(at(resized, 'metadata.annotations')).to.equal(undefined)
      expect(verdict(cluster.update(pod().with(app({requests: {memory: '1Gi'}, limits: {memory: '3Gi'}})), {subresource: 'resize'})))
        .to.equal('403 pods "p" is forbidden: maximum memory usage per Pod is 2Gi, but limit is 3Gi')
    })

    it('checks amounts that a resize does not change', () => {
      const cluster = given(pod().with(app({requests: {cpu: '1'}, limits: {cpu: '2', memory: '1Gi'}})), limitRange('limits', max('1')))
      expect(verdict(cluster.update(pod().with(app({requests: {cpu: '1'}, limits: {cpu: '2', memory: '2Gi'}})), {subresource: 'resize'}))).to.equal(tooMuch)
    })

    it('rejects a resize when a default adds a resource that cannot be resized', () => {
      const cluster = given(pod().with(app({requests: {cpu: '1'}})), limitRange('limits', {type: 'Container', default: {'ephemeral-storage': '1Gi'}}))
      expect(verdict(cluster.update(pod().with(app({requests: {cpu: '2'}})), {subresource: 'resize'}))).to.equal('422 Pod "p" is invalid: spec: Forbidden: only cpu and memory resources are mutable')
    })

    it('ignores the other subresources of pods', () => {
      const cluster = given(pod().with(app(both('2'))), limitRange('limits', max('1')))
      expect(verdict(cluster.update(pod().with(app(both('2'))).having({status: {phase: 'Running'}}), {subresource: 'status'}))).to.equal('200')
      expect(verdict(cluster.update(pod().asking({ephemeralContainers: [container('debug')]}), {subresource: 'ephemeralcontainers'}))).to.equal('200')
    })

    it('checks new and updated claims, but not their status', () => {
      const cluster = given(claim('c', '3Gi'), limitRange('limits', {type: 'PersistentVolumeClaim', max: {storage: '2Gi'}}))
      const rejection = '403 persistentvolumeclaims "c" is forbidden: maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi'
      expect(verdict(cluster.update(claim('c', '3Gi').labelled({a: 'b'})))).to.equal(rejection)
      expect(verdict(cluster.create(claim('d', '3Gi')))).to.equal(rejection.replace('"c"', '"d"'))
      expect(verdict(cluster.update(claim('c', '3Gi').having({status: {phase: 'Bound'}}), {subresource: 'status'}))).to.equal('200')
    })

    it('ignores other API groups and kinds', () => {
      const cluster = given(limitRange('limits', max('1'), {type: 'PersistentVolumeClaim', max: {storage: '1'}}))
      const others: Body[] = [
        {apiVersion: 'example.com/v1', kind: 'Pod', metadata: {name: 'p'}, spec: {containers: [app(both('9'))]}},
        {apiVersion: 'example.com/v1', kind: 'PersistentVolumeClaim', metadata: {name: 'p'}, spec: {resources: {requests: {storage: '9'}}}},
        {apiVersion: 'v1', kind: 'PodTemplate', metadata: {name: 'p'}, template: {spec: {containers: [app(both('9'))]}}},
      ]
      expect(others.map((object) => verdict(cluster.create(object)))).to.deep.equal(['201', '201', '201'])
    })

    it('ignores deletions, and updates of objects that are being deleted', () => {
      const dying = claim('c', '3Gi').marked({finalizers: ['example.com/hold']})
      const cluster = given(dying, limitRange('limits', {type: 'PersistentVolumeClaim', max: {storage: '2Gi'}}))
      expect(verdict(cluster.delete(dying))).to.equal('200')
      expect(verdict(cluster.update(dying.labelled({a: 'b'})))).to.equal('200')
    })
  })

  describe('with several LimitRanges', () => {
    it('combines the defaults of all; the first LimitRange by name wins', () => {
      const cluster = given(
        limitRange('c', {type: 'Container', default: {cpu: '3', memory: '3Gi'}}), limitRange('a', {type: 'Container', defaultRequest: {cpu: '1'}}),
        limitRange('b', {type: 'Container', default: {cpu: '2'}}),
      )
      expect(podResource(allowed(cluster.create(pod())), 'containers', 0)).to.deep.equal({requests: {cpu: '1', memory: '3Gi'}, limits: {cpu: '2', memory: '3Gi'}})
    })

    it('stops at the first violated LimitRange by name', () => {
      const cluster = given(limitRange('b', max('1')), limitRange('c', max('500m')), limitRange('a', max('4')))
      expect(verdict(cluster.create(pod().with(app(both('2')))))).to.equal(tooMuch)
    })

    it('uses only the LimitRanges of the namespace', () => {
      const cluster = new TestCluster()
      allowed(cluster.create(limitRange('a', max('1')), {namespace: 'other'}))
      expect(verdict(cluster.create(pod().with(app(both('2')))))).to.equal('201')
      expect(verdict(cluster.create(pod().with(app(both('2'))), {namespace: 'other'}))).to.equal(tooMuch)
    })

    it('uses the LimitRanges that exist at the time of the request', () => {
      const cluster = given(limitRange('a', max('1')))
      allowed(cluster.update(limitRange('a', max('3'))))
      expect(verdict(cluster.create(pod('q').with(app(both('2')))))).to.equal('201')
      allowed(cluster.update(limitRange('a', max('1'))))
      expect(verdict(cluster.create(pod().with(app(both('2')))))).to.equal(tooMuch)
      allowed(cluster.delete(limitRange('a')))
      expect(verdict(cluster.create(pod().with(app(both('2')))))).to.equal('201')
    })
  })

  it('lists every reason, but states a repeated message once', () => {
    const cluster = given(limitRange('limits', max('1')))
    const {steps, status} = cluster.create(pod().with(app(both('2')), container('b', both('2'))))
    expect(status).to.deep.equal({
      code: 403, reason: 'Forbidden', message: tooMuch.slice(4), details: {name: 'p', group: '', kind: 'pods'},
    })
    const reasons = steps.at(-1)?.rejection?.reasons ?? []
    expect(reasons.map(({message, field, cause}) => [message, String(field), cause?.policy.metadata.name, String(cause?.field)])).to.deep.equal([
      ['maximum cpu usage per Container is 1, but limit is 2', 'spec.containers[0].resources.limits[cpu]', 'limits', 'spec.limits[0].max[cpu]'],
      ['maximum cpu usage per Container is 1, but limit is 2', 'spec.containers[1].resources.limits[cpu]', 'limits', 'spec.limits[0].max[cpu]'],
    ])
  })
})
