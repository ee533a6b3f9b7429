import {expect} from 'chai'
import type {Attributes} from '../../../../../src/admission/attributes.js'
import {type Clock, stoppedClock} from '../../../../../src/admission/clock.js'
import type {Demand} from '../../../../../src/admission/plugins/resource-quota/evaluators/evaluator.js'
import {podEvaluator} from '../../../../../src/admission/plugins/resource-quota/evaluators/pods.js'
import type {Pod} from '../../../../../src/machinery/api/core-v1.js'
import {app, type Body, container, pod, type PodManifest, sidecar} from '../../../../helpers/builders.js'
import {decoded} from '../../../../helpers/decoded.js'
import {requesting} from '../../../../helpers/quotas.js'
import {texts} from '../../../../helpers/resources.js'

const evaluator = podEvaluator(stoppedClock)

const read = (body: Body): Pod => decoded(body)

const usage = (body: Body, clock: Clock = stoppedClock): unknown => texts(podEvaluator(clock).usage(read(body)))

const ending = (seconds: number): PodManifest => pod().asking({activeDeadlineSeconds: seconds})

describe('podEvaluator', () => {
  it('evaluates the resource pods', () => expect(evaluator.resource).to.deep.equal({group: '', name: 'pods'}))

  describe('requests', () => {
    const handles = (operation: string, subresource: string, object?: Body, oldObject?: Body): boolean =>
      evaluator.handles({operation, subresource, object: object && read(object), oldObject: oldObject && read(oldObject)} as unknown as Attributes<Pod>)

    it('handles new pods', () => expect(handles('CREATE', '', pod())).to.equal(true))

    it('handles updates that add or remove activeDeadlineSeconds', () => {
      expect(handles('UPDATE', '', ending(1), pod())).to.equal(true)
      expect(handles('UPDATE', '', pod(), ending(1))).to.equal(true)
      expect(handles('UPDATE', '', ending(0), pod())).to.equal(true)
      expect(handles('UPDATE', '', ending(1), ending(2))).to.equal(false)
      expect(handles('UPDATE', '', pod(), pod())).to.equal(false)
    })

    it('handles resizes', () => {
      expect(handles('UPDATE', 'resize', pod(), pod())).to.equal(true)
      expect(handles('CREATE', 'resize', pod())).to.equal(false)
    })

    it('ignores other subresources', () => {
      for (const subresource of ['status', 'binding', 'eviction', 'ephemeralcontainers']) {
        for (const operation of ['CREATE', 'UPDATE']) expect(handles(operation, subresource, ending(1), pod()), subresource).to.equal(false)
      }
    })
  })

  describe('keys', () => {
    const tracked = [
      'count/pods', 'pods', 'cpu', 'memory', 'ephemeral-storage', 'requests.cpu', 'requests.memory', 'requests.ephemeral-storage', 'limits.cpu', 'limits.memory',
      'limits.ephemeral-storage', 'hugepages-2Mi', 'hugepages-', 'requests.hugepages-1Gi', 'requests.nvidia.com/gpu', 'requests.deviceclass.resource.kubernetes.io/gpu',
    ]
    for (const name of tracked) it(`tracks ${name}`, () => expect(evaluator.tracks(name)).to.equal(true))

    const others = [
      'services', 'storage', 'requests.storage', 'requestsx/gpu', 'limits.hugepages-2Mi', 'limits.nvidia.com/gpu', 'nvidia.com/gpu', 'count/pods.apps', 'requests.kubernetes.io/foo', 'requests.pods',
      'toString', 'gpu.deviceclass.resource.k8s.io/devices', '',
    ]
    for (const name of others) it(`does not track ${JSON.stringify(name)}`, () => expect(evaluator.tracks(name)).to.equal(false))
  })

  describe('usage', () => {
    it('includes every pod and its requests, under all their names', () => {
      const amounts = {'cpu': '1', 'memory': '1Gi', 'ephemeral-storage': '2Gi', 'hugepages-2Mi': '4Mi', 'nvidia.com/gpu': '2', 'kubernetes.io/foo': '3'}
      expect(usage(pod().with(app({requests: amounts, limits: {...amounts, 'cpu': '2'}})))).to.deep.equal({
        'count/pods': '1', 'pods': '1',
        'cpu': '1', 'requests.cpu': '1', 'limits.cpu': '2',
        'memory': '1Gi', 'requests.memory': '1Gi', 'limits.memory': '1Gi',
        'ephemeral-storage': '2Gi', 'requests.ephemeral-storage': '2Gi', 'limits.ephemeral-storage': '2Gi',
        'hugepages-2Mi': '4Mi', 'requests.hugepages-2Mi': '4Mi', 'requests.nvidia.com/gpu': '2',
      })
    })

    it('excludes resources that the pod does not state', () => expect(usage(pod())).to.deep.equal({'count/pods': '1', 'pods': '1'}))

    it('includes explicit zeros', () => expect(usage(requesting({cpu: '0'}))).to.deep.equal({'count/pods': '1', 'pods': '1', 'cpu': '0', 'requests.cpu': '0'}))

    it('includes devices that are requested by device class', () => {
      expect(usage(requesting({'deviceclass.resource.kubernetes.io/gpu': '2'})))
        .to.deep.equal({'count/pods': '1', 'pods': '1', 'requests.deviceclass.resource.kubernetes.io/gpu': '2'})
    })

    it('excludes ephemeral containers', () => {
      expect(usage(pod().asking({ephemeralContainers: [container('debug', {requests: {cpu: '1'}})]}))).to.deep.equal({'count/pods': '1', 'pods': '1'})
    })

    for (const phase of ['Succeeded', 'Failed']) {
      it(`has only count/pods for a pod that has ${phase.toLowerCase()}`, () => {
        expect(usage(requesting({cpu: '1'}).having({status: {phase}}))).to.deep.equal({'count/pods': '1'})
      })
    }

    it('includes a pod in any other phase', () => {
      for (const phase of ['Pending', 'Running', 'Unknown', '']) expect(usage(requesting({cpu: '1'}).having({status: {phase}})), phase).to.have.property('pods', '1')
    })

    it('has only count/pods for a pod whose grace period has expired', () => {
      const leaving = (metadata: Body): Body => pod().marked(metadata)
      const at = (nanoseconds: bigint): Clock => ({now: () => 90_000_000_000n + nanoseconds})
      const both = {deletionTimestamp: '1970-01-01T00:01:00Z', deletionGracePeriodSeconds: 30}
      expect([-1n, 0n, 1n].map((nanoseconds) => Object.keys(usage(leaving(both), at(nanoseconds)) as object).length)).to.deep.equal([2, 2, 1])
      expect(usage(leaving({deletionTimestamp: both.deletionTimestamp}), at(1n)), 'without a grace').to.have.property('pods', '1')
    })
  })

  describe('required values', () => {
    const demands = (names: readonly string[], body: Body): string[][] => (evaluator.constraints?.(names, read(body)) ?? [])
      .map(({name, missing}: Demand) => [name, ...missing.map(({container: what, field}) => `${what} ${String(field)}`)])

    it('are reported per key, with the field of each container that lacks one', () => {
      const body = pod().with(app({requests: {cpu: '1'}}), container('b', {limits: {memory: '1'}})).after(container('setup'), sidecar('side', {requests: {cpu: '1'}}))
      expect(demands(['requests.cpu', 'limits.memory'], body)).to.deep.equal([
        ['limits.memory', 'app spec.containers[0].resources', 'setup spec.initContainers[0].resources', 'side spec.initContainers[1].resources'],
        ['requests.cpu', 'b spec.containers[1].resources', 'setup spec.initContainers[0].resources'],
      ])
    })

    it('include a request under each of its names', () => {
      const names = ['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory']
      expect(demands(names, pod()).map(([name]) => name)).to.deep.equal([...names].sort())
      expect(demands(names, pod().with(app({requests: {cpu: '0', memory: '0'}}))).map(([name]) => name)).to.deep.equal(['limits.cpu', 'limits.memory'])
    })

    it('include no other keys', () => {
      expect(demands(['pods', 'ephemeral-storage', 'requests.ephemeral-storage', 'hugepages-2Mi', 'requests.nvidia.com/gpu'], pod())).to.deep.equal([])
    })

    it('exclude a pod with pod-level memory or huge pages', () => {
      for (const resources of [{requests: {memory: '1'}}, {limits: {'hugepages-2Mi': '2Mi'}}]) expect(demands(['cpu'], pod().limitedTo(resources))).to.deep.equal([])
      for (const resources of [{}, {requests: {'ephemeral-storage': '1'}}]) expect(demands(['cpu'], pod().limitedTo(resources))).to.have.length(1)
    })

    it('exclude ephemeral containers', () => {
      const full = requesting({cpu: '1'}).asking({ephemeralContainers: [container('debug')]})
      expect(demands(['cpu'], full)).to.deep.equal([])
    })
  })

  describe('scopes', () => {
    const inScope = (scopeName: string, body: Body, fields: Body = {operator: 'Exists'}): unknown => evaluator.inScope?.({scopeName, ...fields}, read(body))

    it('match Terminating and NotTerminating by activeDeadlineSeconds', () => {
      const answers = [pod(), ending(0), ending(5)].map((body) => [inScope('Terminating', body), inScope('NotTerminating', body)])
      expect(answers).to.deep.equal([[false, true], [true, false], [true, false]])
    })

    it('match BestEffort and NotBestEffort by the stored QoS class, else by the resources', () => {
      const answers = [pod(), requesting({cpu: '0'}), requesting({cpu: '1'}), pod().having({status: {qosClass: 'Burstable'}}), requesting({cpu: '1'}).having({status: {qosClass: 'BestEffort'}})]
        .map((body) => [inScope('BestEffort', body), inScope('NotBestEffort', body)])
      expect(answers).to.deep.equal([[true, false], [true, false], [false, true], [false, true], [true, false]])
    })

    it('match PriorityClass by the condition', () => {
      const high = pod().asking({priorityClassName: 'high'})
      expect([pod(), high].map((body) => inScope('PriorityClass', body))).to.deep.equal([false, true])
      expect([pod(), high].map((body) => inScope('PriorityClass', body, {operator: 'NotIn', values: ['high']}))).to.deep.equal([true, false])
      expect(inScope('PriorityClass', high, {operator: 'In', values: []})).to.be.a('string')
    })

    it('of other kinds match no pod, with any condition', () => {
      for (const scopeName of ['VolumeAttributesClass', 'Foo', '']) expect(inScope(scopeName, pod(), {operator: 'DoesNotExist'}), scopeName).to.equal(false)
    })
  })

  describe('needsRecount', () => {
    const recounts = (body: Body, old: Body, clock = stoppedClock): boolean | undefined => podEvaluator(clock).needsRecount?.(read(body), read(old))
    const reporting = (cpu?: string, name = 'app'): Body => pod().having({status: {containerStatuses: [{name, ...cpu !== undefined && {resources: {requests: {cpu}}}}]}})

    it('is true when activeDeadlineSeconds is added or removed', () => {
      expect([recounts(ending(1), pod()), recounts(pod(), ending(1)), recounts(ending(1), ending(2))]).to.deep.equal([true, true, false])
    })

    it('is true when a pod terminates', () => {
      const failed = pod().having({status: {phase: 'Failed'}})
      expect([recounts(failed, pod()), recounts(failed, failed), recounts(pod(), failed)]).to.deep.equal([true, false, false])
    })

    it('is true when the kubelet reports other resources', () => {
      expect([recounts(reporting('2'), reporting('1')), recounts(reporting('1'), reporting()), recounts(reporting(), reporting('1'))]).to.deep.equal([true, true, true])
      expect([recounts(reporting('1000m'), reporting('1')), recounts(reporting('2', 'b'), reporting('1', 'a')), recounts(reporting('1'), pod())]).to.deep.equal([false, false, false])
      const initial = (cpu: string): Body => pod().having({status: {initContainerStatuses: [{name: 'side', resources: {requests: {cpu}}}]}})
      expect(recounts(initial('2'), initial('1'))).to.equal(true)
    })

    it('is false when only requests change', () => expect(recounts(requesting({cpu: '1'}), requesting({cpu: '2'}))).to.equal(false))
  })
})
