import {expect} from 'chai'
import {type Body, claim, storageClass} from '../../helpers/builders.js'
import {allowed, at, given, TestCluster} from '../../helpers/test-cluster.js'

const standard = 'storageclass.kubernetes.io/is-default-class'
const beta = 'storageclass.beta.kubernetes.io/is-default-class'

const defaultClass = (name: string, annotations: Body = {[standard]: 'true'}): Body => storageClass(name).annotated(annotations)

const classOf = (cluster: TestCluster, body: Body): unknown => at(allowed(cluster.create(body)), 'spec.storageClassName')

describe('DefaultStorageClass', () => {
  it('sets the default class on a claim without a class', () => {
    expect(classOf(given(storageClass('a'), defaultClass('b'), storageClass('c')), claim('c', '1Gi'))).to.equal('b')
    expect(classOf(given(defaultClass('b', {[beta]: 'true'})), claim('c', '1Gi'))).to.equal('b')
  })

  it('reports the class that it sets as a change', () => {
    const {steps} = given(defaultClass('b')).create(claim('c', '1Gi'))
    const step = steps.find(({plugin}) => plugin === 'DefaultStorageClass')
    expect(step?.changes.map(({field, from, to}) => [String(field), from, to])).to.deep.equal([['spec.storageClassName', undefined, 'b']])
  })

  it('keeps an explicit class, even an empty one', () => {
    expect(classOf(given(defaultClass('b')), claim('c', '1Gi', {storageClassName: 'a'}))).to.equal('a')
    expect(classOf(given(defaultClass('b')), claim('c', '1Gi', {storageClassName: ''}))).to.equal('')
    expect(classOf(given(defaultClass('b')), claim('c', '1Gi').annotated({'volume.beta.kubernetes.io/storage-class': ''}))).to.equal(undefined)
  })

  it('sets no class when no StorageClass is the default', () => {
    expect(classOf(given(), claim('c', '1Gi'))).to.equal(undefined)
    expect(classOf(given(storageClass('a'), defaultClass('b', {[standard]: 'True', [beta]: 'yes'})), claim('c', '1Gi'))).to.equal(undefined)
  })

  it('uses the newest of several default classes, then the first by name', () => {
    const cluster = new TestCluster()
    const load = (name: string, creationTimestamp?: string): void => {
      allowed(cluster.cluster.load({object: storageClass(name).marked({annotations: {[standard]: 'true'}, ...creationTimestamp !== undefined && {creationTimestamp}})}))
    }
    load('z')
    load('y')
    expect(classOf(cluster, claim('c1', '1Gi'))).to.equal('y')
    load('x', '2001-01-01T00:00:00Z')
    expect(classOf(cluster, claim('c2', '1Gi'))).to.equal('x')
    load('w', '2002-01-01T00:00:00Z')
    load('v', '2002-01-01T00:00:00Z')
    load('a', '2001-01-01T00:00:00Z')
    expect(classOf(cluster, claim('c3', '1Gi'))).to.equal('v')
  })

  it('ignores updates and claims of other API groups', () => {
    const cluster = given(claim('c', '1Gi'), defaultClass('b'))
    expect(at(allowed(cluster.update(claim('c', '1Gi').labelled({a: 'b'}))), 'spec.storageClassName')).to.equal(undefined)
    expect(at(allowed(cluster.create({apiVersion: 'example.com/v1', kind: 'PersistentVolumeClaim', metadata: {name: 'x'}})), 'spec')).to.equal(undefined)
  })

  it('sets a class on a claim without a spec', () => {
    const {steps, status} = given(defaultClass('b')).create(claim('c', '1Gi').having({spec: null}))
    expect([status.code, steps.map(({plugin}) => plugin)]).to.deep.equal([422, ['DefaultStorageClass', 'StorageObjectInUseProtection']])
  })
})
