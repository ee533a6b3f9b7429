import {expect} from 'chai'
import {type Body, Manifest} from '../../helpers/builders.js'
import {allowed, at, given, TestCluster} from '../../helpers/test-cluster.js'

const annotation = 'ingressclass.kubernetes.io/is-default-class'

const ingressClass = (name: string, isDefault?: string): Manifest => new Manifest({
  apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', metadata: {name, ...isDefault !== undefined && {annotations: {[annotation]: isDefault}}},
  spec: {controller: 'example.com/c'},
})

const ingress = (spec: Body = {}, annotations?: Body): Manifest => new Manifest({
  apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: {name: 'i', ...annotations && {annotations}},
  spec: {defaultBackend: {service: {name: 's', port: {number: 80}}}, ...spec},
})

const classOf = (cluster: TestCluster, body: Body): unknown => at(allowed(cluster.create(body)), 'spec.ingressClassName')

describe('DefaultIngressClass', () => {
  it('sets the default class on an Ingress without a class', () => {
    expect(classOf(given(ingressClass('a'), ingressClass('b', 'true')), ingress())).to.equal('b')
    const step = given(ingressClass('b', 'true')).create(ingress()).steps.find(({plugin}) => plugin === 'DefaultIngressClass')
    expect(step?.changes.map(({field, from, to}) => [String(field), from, to])).to.deep.equal([['spec.ingressClassName', undefined, 'b']])
  })

  it('keeps an explicit class, and the annotation, even if it is empty', () => {
    const cluster = given(ingressClass('b', 'true'))
    expect(classOf(cluster, ingress({ingressClassName: 'a'}))).to.equal('a')
    expect(classOf(given(ingressClass('b', 'true')), ingress({}, {'kubernetes.io/ingress.class': ''}))).to.equal(undefined)
  })

  it('keeps an empty class, which is not valid', () => {
    expect(given(ingressClass('b', 'true')).create(ingress({ingressClassName: ''})).status.code).to.equal(422)
  })

  it('sets no class if none is the default', () => {
    expect(classOf(given(), ingress())).to.equal(undefined)
    expect(classOf(given(ingressClass('a', 'True'), ingressClass('b', 'false')), ingress())).to.equal(undefined)
  })

  it('uses the newest of several default classes, then the first by name', () => {
    const cluster = new TestCluster()
    for (const [name, creationTimestamp] of [['z', '2001-01-01T00:00:00Z'], ['y', '2002-01-01T00:00:00Z'], ['x', '2002-01-01T00:00:00Z']] as const) {
      allowed(cluster.cluster.load({object: ingressClass(name).marked({annotations: {[annotation]: 'true'}, creationTimestamp})}))
    }
    expect(classOf(cluster, ingress())).to.equal('x')
  })

  it('ignores updates and custom resources', () => {
    const cluster = given(ingress(), ingressClass('b', 'true'))
    expect(at(allowed(cluster.update(ingress().labelled({a: 'b'}))), 'spec.ingressClassName')).to.equal(undefined)
    expect(at(allowed(cluster.create({apiVersion: 'example.com/v1', kind: 'Ingress', metadata: {name: 'x'}})), 'spec')).to.equal(undefined)
  })

  it('handles an Ingress without a spec', () => {
    expect(given(ingressClass('b', 'true')).create(ingress().having({spec: null})).status.code).to.equal(422)
  })
})
