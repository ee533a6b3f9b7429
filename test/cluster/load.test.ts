import {expect} from 'chai'
import {Cluster} from '../../src/cluster/cluster.js'
import {limitRange as limitRangeKind} from '../../src/kinds/limit-range/index.js'
import {namespace as namespaceKind} from '../../src/kinds/namespace/index.js'
import {pod as podKind} from '../../src/kinds/pod/index.js'
import {app, type Body, configMap, limitRange, namespace, pod, priorityClass, quota} from '../helpers/builders.js'
import {deepFreeze} from '../helpers/deep-freeze.js'
import {allowed, at, given, TestCluster, verdict} from '../helpers/test-cluster.js'

const load = (cluster: Cluster, object: Body, namespaceName?: string): ReturnType<Cluster['load']> =>
  cluster.load(deepFreeze({object, ...namespaceName !== undefined && {namespace: namespaceName}}))

describe('loading of an object', () => {
  it('keeps its status and the fields set by the server', () => {
    const cluster = new Cluster()
    const made = {uid: 'u', resourceVersion: '5', creationTimestamp: '2001-01-01T00:00:00Z', generation: 4}
    const running = pod().marked(made).having({status: {phase: 'Running', qosClass: 'Guaranteed'}})
    const review = load(cluster, running, 'dev')
    expect([review.operation, review.allowed, review.status.code, review.steps]).to.deep.equal(['CREATE', true, 201, []])
    expect(review.object).to.deep.include({metadata: {name: 'p', namespace: 'dev', ...made}, status: {phase: 'Running', qosClass: 'Guaranteed'}})
    expect(cluster.get({apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name: 'p'})).to.deep.equal(review.object)
  })

  it('runs no admission plugins', () => {
    const cluster = given(limitRange('limits', {type: 'Container', max: {cpu: '1'}}))
    const object = allowed(load(cluster.cluster, pod().with(app({limits: {cpu: '2'}})), 'dev'))
    expect(at(object, 'spec')).not.to.have.any.keys('priority', 'tolerations')
    expect(at(object, 'metadata.annotations')).to.equal(undefined)
  })

  it('applies the defaults of its kind', () => {
    expect(at(load(new Cluster(), pod().with(app({limits: {cpu: '1'}}))).object, 'spec.containers.0.resources.requests')).to.deep.equal({cpu: '1'})
  })

  it('uses the namespace of the object, else the given one, else default', () => {
    const namespaceOf = (object: Body, given?: string): unknown => at(load(new Cluster(), object, given).object, 'metadata.namespace')
    expect([namespaceOf(configMap('c')), namespaceOf(configMap('c'), 'a'), namespaceOf(configMap('c').marked({namespace: 'b'}))]).to.deep.equal(['default', 'a', 'b'])
    expect(verdict(load(new Cluster(), configMap('c').marked({namespace: 'b'}), 'a'))).to.match(/^400 /)
  })

  it('rejects invalid objects', () => {
    expect(verdict(load(new Cluster(), pod('A')))).to.match(/^422 Pod "A" is invalid: metadata\.name/)
    expect(verdict(load(new Cluster(), configMap('c', {bogus: 1})))).to.match(/^400 /)
    expect(verdict(load(new Cluster(), {apiVersion: 'v1', kind: 'Bogus'}))).to.match(/^404 /)
    const cluster = new Cluster()
    expect(load(cluster, pod().with()).errors.map(String)).to.deep.equal(['spec.containers: Required value'])
    expect(cluster.get({apiVersion: 'v1', kind: 'Pod', name: 'p'})).to.equal(undefined)
  })

  it('replaces an object of the same name', () => {
    const cluster = new Cluster()
    load(cluster, configMap('c', {data: {a: '1'}}))
    expect(at(load(cluster, configMap('c', {data: {a: '2'}})).object, 'data.a')).to.equal('2')
    expect(at(cluster.get({apiVersion: 'v1', kind: 'ConfigMap', name: 'c'}), 'data.a')).to.equal('2')
  })

  it('puts policies into force', () => {
    const cluster = new TestCluster()
    load(cluster.cluster, limitRange('limits', {type: 'Container', max: {cpu: '1'}}), 'dev')
    expect(verdict(cluster.create(pod().with(app({limits: {cpu: '2'}}))))).to.match(/^403 /)
  })
})

describe('Cluster.get', () => {
  const cluster = given(configMap('c'), priorityClass('x', 1))

  it('finds an object by version, kind, namespace and name', () => {
    expect(cluster.cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace: 'dev', name: 'c'})).to.have.property('kind', 'ConfigMap')
    expect(cluster.cluster.get({apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', namespace: 'whatever', name: 'x'})).to.have.property('value', 1)
  })

  const others: Record<string, {apiVersion?: string, kind?: string, namespace?: string, name?: string}> = {
    'another name': {name: 'd'}, 'another namespace': {namespace: 'default'}, 'another kind': {kind: 'Secret'}, 'an unknown kind': {kind: 'Bogus'}, 'another version': {apiVersion: 'v2'},
  }

  for (const [title, change] of Object.entries(others)) {
    it(`returns undefined for ${title}`, () => expect(cluster.cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace: 'dev', name: 'c', ...change})).to.equal(undefined))
  }
})

describe('Cluster.list', () => {
  it('lists the objects of a namespace, sorted by name', () => {
    const cluster = given(...['b', 'B'.toLowerCase() + '0', 'a', 'a-1', 'a.1'].map((name) => limitRange(name)))
    allowed(cluster.create(limitRange('z'), {namespace: 'other'}))
    const names = (namespaceName?: string): unknown => cluster.cluster.list(limitRangeKind, namespaceName).map(({metadata}) => metadata.name)
    expect(names('dev')).to.deep.equal(['a', 'a-1', 'a.1', 'b', 'b0'])
    expect(names('other')).to.deep.equal(['z'])
    expect([names('none'), names()]).to.deep.equal([[], []])
  })

  it('lists cluster-scoped objects', () => {
    expect(given(namespace('b'), namespace('a')).cluster.list(namespaceKind).map(({metadata}) => metadata.name)).to.deep.equal(['a', 'b'])
  })

  it('lists decoded objects with their defaults', () => {
    const cluster = given(pod().with(app({limits: {cpu: '0.5'}})))
    const [first] = cluster.cluster.list(podKind, 'dev')
    expect(String(first?.spec?.containers?.[0]?.resources?.requests?.['cpu'])).to.equal('500m')
  })

  it('reflects every change', () => {
    const cluster = given(limitRange('a'))
    const names = (): unknown => cluster.cluster.list(limitRangeKind, 'dev').map(({metadata, spec}) => [metadata.name, spec?.limits?.length ?? 0])
    expect(names()).to.deep.equal([['a', 0]])
    allowed(cluster.create(limitRange('b')))
    expect(names()).to.deep.equal([['a', 0], ['b', 0]])
    allowed(cluster.update(limitRange('b', {type: 'Pod'})))
    expect(names()).to.deep.equal([['a', 0], ['b', 1]])
    allowed(cluster.delete(limitRange('a')))
    expect(names()).to.deep.equal([['b', 1]])
  })

  it('lists nothing for kinds without objects', () => {
    expect(new Cluster().list(podKind, 'dev')).to.deep.equal([])
    expect(new Cluster().list({apiVersion: 'v1', kind: 'Bogus'}, 'dev')).to.deep.equal([])
  })
})

describe('clusters', () => {
  it('share no state', () => {
    const [a, b] = [given(limitRange('limits', {type: 'Container', max: {cpu: '1'}}), pod('q')), new TestCluster()]
    expect(verdict(b.create(pod().with(app({limits: {cpu: '2'}}))))).to.equal('201')
    expect(verdict(a.create(pod().with(app({limits: {cpu: '2'}}))))).to.match(/^403 /)
    expect([b.stored(pod('q')), a.stored(pod())]).to.deep.equal([undefined, undefined])
  })

  it('return equal answers to equal requests', () => {
    const answers = (): unknown => {
      const cluster = given(limitRange('limits', {type: 'Container', default: {cpu: '1'}}), quota({pods: '5'}))
      return [cluster.create(pod()), cluster.update(pod().labelled({a: 'b'})), cluster.create(pod().having({metadata: {generateName: 'x-'}})), cluster.delete(pod())]
    }
    expect(answers()).to.deep.equal(answers())
  })

  it('return objects that later changes do not affect', () => {
    const cluster = given(configMap('c', {data: {a: '1'}}))
    const stored = cluster.stored(configMap('c'))
    allowed(cluster.update(configMap('c', {data: {a: '2'}})))
    expect(at(stored, 'data.a')).to.equal('1')
  })
})
