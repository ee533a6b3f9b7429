import {expect} from 'chai'
import type {Reason} from '../../../../src/admission/plugin.js'
import {violationsOfClaim, violationsOfPod} from '../../../../src/admission/plugins/limit-ranger/enforce.js'
import type {LimitRange} from '../../../../src/machinery/api/core-v1.js'
import {app, type Body, claim, container, type Item, limitRange, pod, sidecar} from '../../../helpers/builders.js'
import {decoded} from '../../../helpers/decoded.js'

const limits = (...items: Item[]): LimitRange => decoded(limitRange('limits', ...items))

const ofPod = (body: Body, ...items: Item[]): readonly Reason[] => violationsOfPod(decoded(body), limits(...items))

const ofClaim = (body: Body, ...items: Item[]): Reason[] => violationsOfClaim(decoded(body), limits(...items))

const messages = (reasons: readonly Reason[]): string[] => reasons.map(({message}) => message)

/** Field of each violation, and field of the policy that forbids it. */
const places = (reasons: readonly Reason[]): [string, string][] => reasons.map(({field, cause}) => [String(field), String(cause?.field)])

const all: Omit<Item, 'type'> = {min: {memory: '2', cpu: '2'}, max: {memory: '1', cpu: '1'}, maxLimitRequestRatio: {memory: '1', cpu: '1'}}

describe('violationsOfPod', () => {
  it('checks min, max and ratio of containers, then of init containers, by resource', () => {
    const manifest = pod().with(app({requests: {cpu: '1', memory: '1'}, limits: {cpu: '2', memory: '2'}})).after(sidecar('side'))
    expect(places(ofPod(manifest, {type: 'Container', ...all}))).to.deep.equal([
      ['spec.containers[0].resources.requests[cpu]', 'spec.limits[0].min[cpu]'],
      ['spec.containers[0].resources.requests[memory]', 'spec.limits[0].min[memory]'],
      ['spec.containers[0].resources.limits[cpu]', 'spec.limits[0].max[cpu]'],
      ['spec.containers[0].resources.limits[memory]', 'spec.limits[0].max[memory]'],
      ['spec.containers[0].resources.limits[cpu]', 'spec.limits[0].maxLimitRequestRatio[cpu]'],
      ['spec.containers[0].resources.limits[memory]', 'spec.limits[0].maxLimitRequestRatio[memory]'],
      ['spec.initContainers[0].resources', 'spec.limits[0].min[cpu]'],
      ['spec.initContainers[0].resources', 'spec.limits[0].min[memory]'],
      ['spec.initContainers[0].resources', 'spec.limits[0].max[cpu]'],
      ['spec.initContainers[0].resources', 'spec.limits[0].max[memory]'],
      ['spec.initContainers[0].resources', 'spec.limits[0].maxLimitRequestRatio[cpu]'],
      ['spec.initContainers[0].resources', 'spec.limits[0].maxLimitRequestRatio[memory]'],
    ])
  })

  it('checks the pod as a whole', () => {
    const manifest = pod().with(app({requests: {cpu: '1'}, limits: {cpu: '2'}}), container('b', {requests: {cpu: '500m'}}))
    const reasons = ofPod(manifest, {type: 'Pod', min: {cpu: '2'}, max: {cpu: '1', memory: '1'}, maxLimitRequestRatio: {cpu: '1'}})
    expect(messages(reasons)).to.deep.equal([
      'minimum cpu usage per Pod is 2, but request is 1500m', 'maximum cpu usage per Pod is 1, but limit is 2', 'maximum memory usage per Pod is 1.  No limit is specified',
      'cpu max limit to request ratio per Pod is 1, but provided ratio is 1.333333',
    ])
    expect(places(reasons)).to.deep.equal([
      ['spec.requests[cpu]', 'spec.limits[0].min[cpu]'], ['spec.limits[cpu]', 'spec.limits[0].max[cpu]'], ['spec', 'spec.limits[0].max[memory]'],
      ['spec.limits[cpu]', 'spec.limits[0].maxLimitRequestRatio[cpu]'],
    ])
  })

  it('checks the items in order and names the policy', () => {
    const reasons = ofPod(pod(), {type: 'Pod', min: {cpu: '1'}}, {type: 'Container', max: {cpu: '1'}}, {type: 'Container', min: {cpu: '3'}})
    expect(messages(reasons)).to.deep.equal([
      'minimum cpu usage per Pod is 1.  No request is specified', 'maximum cpu usage per Container is 1.  No limit is specified',
      'minimum cpu usage per Container is 3.  No request is specified',
    ])
    expect(reasons.map(({cause}) => [cause?.policy.metadata.name, String(cause?.field)]))
      .to.deep.equal([['limits', 'spec.limits[0].min[cpu]'], ['limits', 'spec.limits[1].max[cpu]'], ['limits', 'spec.limits[2].min[cpu]']])
  })

  for (const type of ['PersistentVolumeClaim', 'pod', 'container', 'example.com/x', '']) {
    it(`does not enforce items of type "${type}"`, () => expect(ofPod(pod(), {type, ...all})).to.deep.equal([]))
  }

  it('does not enforce defaults', () => expect(ofPod(pod(), {type: 'Container', default: {cpu: '1'}, defaultRequest: {cpu: '1'}})).to.deep.equal([]))

  it('ignores ephemeral containers', () => {
    const manifest = pod().with(app({limits: {cpu: '1'}, requests: {cpu: '1'}})).asking({ephemeralContainers: [container('e', {limits: {cpu: '9'}})]})
    expect(ofPod(manifest, {type: 'Container', max: {cpu: '1'}}, {type: 'Pod', max: {cpu: '1'}})).to.deep.equal([])
  })

  describe('with pod-level resources', () => {
    const max: Item = {type: 'Pod', max: {'cpu': '2', 'memory': '2', 'hugepages-2Mi': '4Mi'}}
    const containers = app({limits: {'cpu': '1', 'memory': '1', 'hugepages-2Mi': '2Mi'}, requests: {'cpu': '1', 'memory': '1', 'hugepages-2Mi': '2Mi'}})

    it('counts cpu and memory instead of those of the containers, even if lower', () => {
      expect(messages(ofPod(pod().with(containers).limitedTo({limits: {cpu: '3', memory: '1'}}), max))).to.deep.equal(['maximum cpu usage per Pod is 2, but limit is 3'])
      expect(messages(ofPod(pod().with(containers).limitedTo({requests: {memory: '3'}}), max))).to.deep.equal(['maximum memory usage per Pod is 2, but request is 3'])
      expect(ofPod(pod().with(app({limits: {'cpu': '9', 'memory': '1', 'hugepages-2Mi': '2Mi'}})).limitedTo({limits: {cpu: '1'}}), max)).to.deep.equal([])
    })

    it('ignores other pod-level resources', () => {
      expect(ofPod(pod().with(containers).limitedTo({limits: {'hugepages-2Mi': '8Mi'}}), max)).to.deep.equal([])
    })
  })

  it('treats a pod without a spec as a pod without containers', () => {
    expect(messages(ofPod(pod().having({spec: null}), {type: 'Pod', min: {cpu: '1'}}, {type: 'Container', ...all}))).to.deep.equal(['minimum cpu usage per Pod is 1.  No request is specified'])
  })
})

describe('violationsOfClaim', () => {
  it('checks min, then max, by resource', () => {
    const reasons = ofClaim(claim('c', '5'), {type: 'PersistentVolumeClaim', max: {storage: '4', pods: '1'}, min: {storage: '6', cpu: '1'}})
    expect(messages(reasons)).to.deep.equal([
      'minimum cpu usage per PersistentVolumeClaim is 1.  No request is specified', 'minimum storage usage per PersistentVolumeClaim is 6, but request is 5',
      'maximum pods usage per PersistentVolumeClaim is 1.  No request is specified', 'maximum storage usage per PersistentVolumeClaim is 4, but request is 5',
    ])
    expect(places(reasons)).to.deep.equal([
      ['spec.resources', 'spec.limits[0].min[cpu]'], ['spec.resources.requests[storage]', 'spec.limits[0].min[storage]'],
      ['spec.resources', 'spec.limits[0].max[pods]'], ['spec.resources.requests[storage]', 'spec.limits[0].max[storage]'],
    ])
  })

  it('checks only requests', () => {
    const limited = claim('c', '5', {resources: {requests: {storage: '5'}, limits: {storage: '1'}}})
    expect(ofClaim(limited, {type: 'PersistentVolumeClaim', min: {storage: '5'}, max: {storage: '5'}})).to.deep.equal([])
  })

  it('does not enforce ratios', () => expect(ofClaim(claim('c', '5'), {type: 'PersistentVolumeClaim', maxLimitRequestRatio: {storage: '1'}})).to.deep.equal([]))

  for (const type of ['Pod', 'Container', 'persistentvolumeclaim', '']) {
    it(`does not enforce items of type "${type}"`, () => expect(ofClaim(claim('c', '5'), {type, min: {storage: '9'}})).to.deep.equal([]))
  }

  it('treats a claim without a spec as a claim without requests', () => {
    const min: Item = {type: 'PersistentVolumeClaim', min: {storage: '1'}}
    for (const spec of [null, {}, {resources: {}}]) {
      expect(messages(ofClaim(claim('c', '5').having({spec}), min))).to.deep.equal(['minimum storage usage per PersistentVolumeClaim is 1.  No request is specified'])
    }
  })
})
