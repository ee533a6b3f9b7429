import {expect} from 'chai'
import {pod as kind} from '../../../src/kinds/pod/index.js'
import {isMirrorPod} from '../../../src/kinds/pod/metadata/annotations.js'
import type {Pod} from '../../../src/machinery/api/core-v1.js'
import {app, type Body, pod} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'
import {allowed, at, given} from '../../helpers/test-cluster.js'

const read = (body: Body): Pod => decoded(body)

describe('Pod', () => {
  it('accepts its QoS class on create, and defaults the seconds of a sleep to 0', () => {
    const sleeping = {name: 'c', image: 'i', lifecycle: {preStop: {sleep: {}}}}
    const object = allowed(given().create({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'p'}, spec: {containers: [sleeping]}, status: {qosClass: 'Burstable'}}))
    expect(at(object, 'status.qosClass')).to.equal('Burstable')
    expect(at(object, 'spec.containers.0.lifecycle')).to.deep.equal({preStop: {sleep: {seconds: 0}}})
  })

  it('starts with generation 1, phase Pending and its QoS class', () => {
    const sent = read(pod().with(app({requests: {cpu: '1'}})).marked({generation: 7}).having({status: {phase: 'Running', podIP: '1.2.3.4'}}))
    expect(kind.prepareForCreate?.(sent)).to.deep.equal({...sent, metadata: {name: 'p', generation: 1}, status: {phase: 'Pending', qosClass: 'Burstable'}})
    expect(kind.prepareForCreate?.(read(pod().having({spec: null}))).status).to.deep.equal({phase: 'Pending', qosClass: 'BestEffort'})
  })

  it('traces default requests back to limits', () => {
    expect(kind.defaultedFrom?.(['spec', 'containers', 0, 'resources', 'requests', 'cpu'])).to.deep.equal([['spec', 'containers', 0, 'resources', 'limits', 'cpu']])
    expect(kind.defaultedFrom?.(['spec', 'containers', 0, 'resources', 'limits', 'cpu'])).to.deep.equal([])
    expect(kind.defaultedFrom?.(['spec', 'requests'])).to.deep.equal([['spec', 'limits']])
  })

  describe('at the status endpoint', () => {
    const status = kind.subresources?.['status']
    const owner = {apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u'}

    it('changes only metadata and status, and keeps the QoS class', () => {
      const old = read(pod().having({status: {phase: 'Pending', qosClass: 'BestEffort'}}))
      const sent = read(pod().labelled({a: 'b'}).with(app({requests: {cpu: '1'}})).having({status: {phase: 'Running', qosClass: 'Guaranteed'}}))
      expect(status?.prepareForUpdate?.(sent, old))
        .to.deep.equal({...sent, metadata: {name: 'p', labels: {a: 'b'}, ownerReferences: []}, spec: old.spec, status: {phase: 'Running', qosClass: 'BestEffort'}})
    })

    it('keeps the stored owners', () => {
      const sent = read(pod().marked({ownerReferences: [{...owner, name: 'other'}]}))
      expect(status?.prepareForUpdate?.(sent, read(pod().marked({ownerReferences: [owner]}))).metadata.ownerReferences).to.deep.equal([owner])
    })

    it('accepts a QoS class if none is stored', () => {
      const sent = read(pod().having({status: {qosClass: 'Guaranteed'}}))
      expect(status?.prepareForUpdate?.(sent, read(pod().having({spec: null})))).to.deep.include({spec: {}, status: {qosClass: 'Guaranteed'}})
    })

    it('validates only the change', () => expect(status?.changeOnly).to.equal(true))
  })

  it('has the endpoints status, resize and ephemeralcontainers', () => expect(Object.keys(kind.subresources ?? {})).to.deep.equal(['status', 'resize', 'ephemeralcontainers']))
})

describe('isMirrorPod', () => {
  it('returns true for any value of the annotation', () => {
    expect(isMirrorPod(read(pod().annotated({'kubernetes.io/config.mirror': ''})))).to.equal(true)
    expect([pod(), pod().annotated({'kubernetes.io/config': 'x'})].map((body) => isMirrorPod(read(body)))).to.deep.equal([false, false])
  })
})
