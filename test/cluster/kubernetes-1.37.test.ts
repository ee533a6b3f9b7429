import {expect} from 'chai'

import {type Body, container, pod} from '../helpers/builders.js'
import {allowed, at, TestCluster, verdict} from '../helpers/test-cluster.js'

// What recordings do not show; test/conformance/vectors/kubernetes-1.37.jsonl has the rest.

const newCluster = () => new TestCluster({kubernetesVersion: '1.37'})

const podWith = (spec: Body): Body => pod('p').having({spec: {containers: [container('c')], ...spec}})

const responders = [{name: 'example.com/a', priority: 1}]

describe('a cluster of version 1.37', () => {
  it('knows the fields that came with it, which 1.36 rejects', () => {
    expect(verdict(newCluster().create(podWith({evictionResponders: responders})))).to.equal('201')
    expect(verdict(new TestCluster().create(podWith({evictionResponders: responders}))))
      .to.equal('400 Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.evictionResponders"')
  })

  it('serves the kinds that came with it', () => {
    const bundle = {apiVersion: 'certificates.k8s.io/v1', kind: 'ClusterTrustBundle', metadata: {name: 'b'}, spec: {trustBundle: ''}}
    expect(verdict(newCluster().create(bundle))).to.equal('201')
    expect(verdict(new TestCluster().create(bundle))).to.equal('404 the server could not find the requested resource')
  })

  describe('drops fields whose feature gates are off', () => {
    it('from nodes', () => {
      const node = {apiVersion: 'v1', kind: 'Node', metadata: {name: 'n'}, spec: {podCIDR: '10.0.0.0/24', podPreemptionPolicy: {disableResizePreemption: ['a']}}}
      expect(at(allowed(newCluster().create(node)), 'spec')).to.have.all.keys('podCIDR', 'podCIDRs', 'taints')
    })

    it('in updates', () => {
      const cluster = newCluster()
      allowed(cluster.create(podWith({})))
      expect(at(allowed(cluster.update(podWith({evictionResponders: responders}))), 'spec.evictionResponders')).to.equal(undefined)
    })

    it('but keeps them in updates of objects that have one of them', () => {
      const cluster = newCluster()
      const template = (volumes: Body[]): Body => ({
        apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'd', namespace: 'dev'},
        spec: {selector: {matchLabels: {a: 'b'}}, template: {metadata: {labels: {a: 'b'}}, spec: {volumes, evictionResponders: responders, containers: [container('c')]}}},
      })
      const first = {name: 'a', emptyDir: {mode: 0o700}}
      expect(cluster.cluster.load({object: template([first])}).status.code).to.equal(201)
      const updated = allowed(cluster.update(template([first, {name: 'b', emptyDir: {mode: 0o711}}])))
      expect(at(updated, 'spec.template.spec.volumes.1.emptyDir.mode')).to.equal(0o711)
      expect(at(updated, 'spec.template.spec.evictionResponders')).to.deep.equal(responders)
    })
  })

  it('rejects annotations for certificates that are too large', () => {
    const certificate = {signerName: 'a.b/c', keyType: 'ED25519', keyPath: 'k', userAnnotations: {'a.b/c': 'x'.repeat(256 * 1024)}}
    const path = 'spec.volumes[0].projected.sources[0].podCertificate.userAnnotations'
    expect(verdict(newCluster().create(podWith({volumes: [{name: 'v', projected: {sources: [{podCertificate: certificate}]}}]}))))
      .to.equal(`422 Pod "p" is invalid: ${path}: Too long: may not be more than 262144 bytes`)
  })

  it('keeps pod-level resources that an update leaves out', () => {
    const cluster = newCluster()
    const resources = {requests: {cpu: '2'}, limits: {cpu: '2'}}
    allowed(cluster.create(podWith({resources})))
    expect(at(allowed(cluster.update(podWith({}))), 'spec.resources')).to.deep.equal(resources)
  })

  it('computes the QoS class itself', () => {
    const given = {...podWith({}), status: {qosClass: 'Guaranteed'}}
    expect(at(allowed(newCluster().create(given)), 'status.qosClass')).to.equal('BestEffort')
    expect(at(allowed(new TestCluster().create(given)), 'status.qosClass')).to.equal('Guaranteed')
  })
})
