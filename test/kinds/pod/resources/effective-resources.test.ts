import {expect} from 'chai'
import {podLimits, podRequests} from '../../../../src/kinds/pod/resources/effective-resources.js'
import {type Amounts, app, type Body, container, pod, type PodManifest, type Resources, sidecar} from '../../../helpers/builders.js'
import {decoded} from '../../../helpers/decoded.js'
import {texts} from '../../../helpers/resources.js'

const requests = (body: Body): unknown => texts(podRequests(decoded(body)))

const limits = (body: Body): unknown => texts(podLimits(decoded(body)))

const both = (amounts: Amounts): Resources => ({requests: amounts, limits: amounts})

/** Returns the status that a kubelet reports for a container. */
const running = (name: string, resources?: Resources, allocatedResources?: Amounts): Body =>
  ({name, ...resources && {resources}, ...allocatedResources && {allocatedResources}})

const reported = (body: PodManifest, statuses: readonly Body[], more: Body = {}): Body => body.having({status: {containerStatuses: statuses, ...more}})

describe('podRequests and podLimits', () => {
  it('return the maximum of init containers and the sum of containers', () => {
    const body = pod().after(container('setup', both({cpu: '4'}))).with(app(both({cpu: '1', memory: '1Gi'})), container('b', both({cpu: '2'})))
    expect([requests(body), limits(body)]).to.deep.equal([{cpu: '4', memory: '1Gi'}, {cpu: '4', memory: '1Gi'}])
  })

  it('return an empty list for a pod without resources', () => {
    expect([requests(pod()), limits(pod()), texts(podRequests({apiVersion: 'v1', kind: 'Pod', metadata: {}}))]).to.deep.equal([{}, {}, {}])
  })

  describe('with pod-level resources', () => {
    it('return pod-level resources instead of those of containers', () => {
      const body = pod().with(app(both({'cpu': '4', 'memory': '4Gi', 'ephemeral-storage': '1Gi'}))).limitedTo({requests: {cpu: '1'}, limits: {memory: '8Gi'}})
      expect(requests(body)).to.deep.equal({'cpu': '1', 'memory': '4Gi', 'ephemeral-storage': '1Gi'})
      expect(limits(body)).to.deep.equal({'cpu': '4', 'memory': '8Gi', 'ephemeral-storage': '1Gi'})
    })

    it('use pod-level huge pages, but ignore other pod-level resources', () => {
      const body = pod().with(app(both({'example.com/x': '1'}))).limitedTo(both({'hugepages-2Mi': '4Mi', 'example.com/x': '9', 'ephemeral-storage': '9Gi'}))
      expect(requests(body)).to.deep.equal({'hugepages-2Mi': '4Mi', 'example.com/x': '1'})
    })
  })

  describe('with overhead', () => {
    const heavy = (body: PodManifest, overhead: Amounts): Body => body.asking({overhead})

    it('add overhead to requests, even for resources without a request', () => {
      expect(requests(heavy(pod().with(app({requests: {cpu: '1'}})), {cpu: '500m', memory: '64Mi', 'example.com/x': '1'})))
        .to.deep.equal({'cpu': '1500m', 'memory': '64Mi', 'example.com/x': '1'})
    })

    it('add overhead only to limits that are set and not zero', () => {
      expect(limits(heavy(pod().with(app({limits: {cpu: '1', memory: '0'}})), {cpu: '500m', memory: '64Mi', 'example.com/x': '1'}))).to.deep.equal({cpu: '1500m', memory: '0'})
    })

    it('add overhead to pod-level resources', () => {
      const body = heavy(pod().with(app(both({cpu: '8'}))).limitedTo(both({cpu: '2'})), {cpu: '1'})
      expect([requests(body), limits(body)]).to.deep.equal([{cpu: '3'}, {cpu: '3'}])
    })
  })

  describe('of a running pod', () => {
    const body = pod().with(app({requests: {cpu: '2', memory: '1Gi'}, limits: {cpu: '3'}}))

    it('return the maximum of spec, actual and allocated resources, for each resource', () => {
      const status = running('app', {requests: {cpu: '1', memory: '2Gi'}, limits: {cpu: '5', memory: '2Gi'}}, {cpu: '4', memory: '1Gi'})
      expect(requests(reported(body, [status]))).to.deep.equal({cpu: '4', memory: '2Gi'})
      expect(limits(reported(body, [status]))).to.deep.equal({cpu: '5', memory: '2Gi'})
    })

    it('return the spec if the kubelet reports no resources', () => {
      for (const status of [running('app'), running('other', both({cpu: '9'})), running('app', undefined, {cpu: '9'})]) {
        expect(requests(reported(body, [status]))).to.deep.equal({cpu: '2', memory: '1Gi'})
      }
    })

    it('return at least the actual requests after the spec was lowered', () => {
      expect(requests(reported(body, [running('app', {requests: {cpu: '3'}})]))).to.deep.equal({cpu: '3', memory: '1Gi'})
    })

    it('ignore the spec if the resize is infeasible', () => {
      const pending = (type: string, reason: string): Body =>
        reported(pod().with(app(both({cpu: '9'}))), [running('app', both({cpu: '1'}), {cpu: '2'})], {conditions: [{type: 'Ready'}, {type, reason}]})
      expect([requests(pending('PodResizePending', 'Infeasible')), limits(pending('PodResizePending', 'Infeasible'))]).to.deep.equal([{cpu: '2'}, {cpu: '1'}])
      expect(requests(pending('PodResizePending', 'Deferred'))).to.deep.equal({cpu: '9'})
      expect(requests(pending('PodScheduled', 'Infeasible'))).to.deep.equal({cpu: '9'})
    })

    it('return the spec of an infeasible resize if the kubelet reports no resources', () => {
      const conditions = [{type: 'PodResizePending', reason: 'Infeasible'}]
      expect(requests(reported(pod().with(app(both({cpu: '9'}))), [running('app')], {conditions}))).to.deep.equal({cpu: '9'})
    })

    it('read the status of sidecars, but not of other init containers', () => {
      const initialized = pod().with(app()).after(sidecar('side', both({cpu: '1'})), container('setup', both({cpu: '1'})))
      const status = {initContainerStatuses: [running('side', both({cpu: '5'})), running('setup', both({cpu: '9'}))]}
      expect(requests(initialized.having({status}))).to.deep.equal({cpu: '6'})
    })

    it('match statuses to containers by name', () => {
      const two = pod().with(app(both({cpu: '1'})), container('b', both({cpu: '1'})))
      expect(requests(reported(two, [running('b', both({cpu: '4'})), running('app', both({cpu: '2'}))]))).to.deep.equal({cpu: '6'})
    })
  })
})
