import {expect} from 'chai'
import {type Body, claim, configMap, type Manifest} from '../../helpers/builders.js'
import {allowed, at, given} from '../../helpers/test-cluster.js'

const finalizersOf = (body: Body): unknown => at(allowed(given().create(body)), 'metadata.finalizers')

const volume = configMap('v').having({kind: 'PersistentVolume'})

const attributesClass: Manifest = configMap('v').having({apiVersion: 'storage.k8s.io/v1', kind: 'VolumeAttributesClass', driverName: 'example.com/x', parameters: {a: 'b'}})

describe('StorageObjectInUseProtection', () => {
  it('adds finalizers to claims, volumes and volume attributes classes', () => {
    expect(finalizersOf(claim('c', '1Gi'))).to.deep.equal(['kubernetes.io/pvc-protection'])
    expect(finalizersOf(volume)).to.deep.equal(['kubernetes.io/pv-protection'])
    expect(finalizersOf(attributesClass)).to.deep.equal(['kubernetes.io/vac-protection'])
  })

  it('appends its finalizer to others, at most once', () => {
    expect(finalizersOf(claim('c', '1Gi').marked({finalizers: ['a/b']}))).to.deep.equal(['a/b', 'kubernetes.io/pvc-protection'])
    expect(finalizersOf(claim('c', '1Gi').marked({finalizers: ['kubernetes.io/pvc-protection', 'a/b']}))).to.deep.equal(['kubernetes.io/pvc-protection', 'a/b'])
  })

  it('reports the finalizer that it adds as a change', () => {
    const step = given().create(claim('c', '1Gi')).steps.find(({plugin}) => plugin === 'StorageObjectInUseProtection')
    expect(step?.changes.map(({field, from, to}) => [String(field), from, to])).to.deep.equal([['metadata.finalizers', undefined, ['kubernetes.io/pvc-protection']]])
  })

  it('ignores other kinds', () => {
    expect(finalizersOf(configMap('c'))).to.equal(undefined)
    for (const kind of ['PersistentVolumeClaim', 'PersistentVolume', 'VolumeAttributesClass']) {
      expect(finalizersOf({apiVersion: 'example.com/v1', kind, metadata: {name: 'x'}}), kind).to.equal(undefined)
    }
  })

  it('ignores updates', () => {
    const cluster = given(claim('c', '1Gi'))
    expect(at(allowed(cluster.update(claim('c', '1Gi'))), 'metadata.finalizers')).to.equal(undefined)
  })
})
