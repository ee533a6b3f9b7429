import {expect} from 'chai'
import {stoppedClock} from '../../../src/admission/clock.js'
import {persistentVolumeClaimResize} from '../../../src/admission/plugins/persistent-volume-claim-resize/index.js'
import {Store} from '../../../src/cluster/store.js'
import {defaultVersion} from '../../../src/machinery/version/kubernetes-version.js'
import {created} from '../../../src/machinery/meta/status.js'
import {type Body, claim, configMap, type Manifest, storageClass} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'
import {allowed, given, type TestCluster, verdict} from '../../helpers/test-cluster.js'

const sized = (storage: string, storageClassName = 'gold'): Manifest => claim('c', storage, {storageClassName})

/** A cluster with a claim of 1Gi that is bound. */
function bound(...objects: Body[]): TestCluster {
  const cluster = given(...objects)
  allowed(cluster.update(sized('1Gi').having({status: {phase: 'Bound', capacity: {storage: '1Gi'}}}), {subresource: 'status'}))
  return cluster
}

const gold = storageClass('gold', {allowVolumeExpansion: true})

const inflexible = '403 persistentvolumeclaims "c" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize'

describe('PersistentVolumeClaimResize', () => {
  it('allows growth if the class allows expansion', () => expect(verdict(bound(gold, sized('1Gi')).update(sized('2Gi')))).to.equal('200'))

  it('rejects growth if the class is missing or does not allow expansion', () => {
    expect(verdict(bound(storageClass('gold'), sized('1Gi')).update(sized('2Gi')))).to.equal(inflexible)
    expect(verdict(bound(storageClass('gold', {allowVolumeExpansion: false}), sized('1Gi')).update(sized('2Gi')))).to.equal(inflexible)
    expect(verdict(bound(storageClass('other', {allowVolumeExpansion: true}), sized('1Gi')).update(sized('2Gi')))).to.equal(inflexible)
    expect(verdict(bound(sized('1Gi')).update(sized('2Gi')))).to.equal(inflexible)
  })

  it('rejects growth of a claim without a class', () => {
    const cluster = given(gold, claim('c', '1Gi'))
    allowed(cluster.update(claim('c', '1Gi').having({status: {phase: 'Bound'}}), {subresource: 'status'}))
    expect(verdict(cluster.update(claim('c', '2Gi')))).to.equal(inflexible)
  })

  it('rejects a class that is added together with the growth', () => {
    const cluster = given(gold, claim('c', '1Gi'))
    allowed(cluster.update(claim('c', '1Gi').having({status: {phase: 'Bound'}}), {subresource: 'status'}))
    expect(verdict(cluster.update(sized('2Gi')))).to.equal(inflexible)
  })

  it('finds the class in the beta annotation, too', () => {
    const annotated = (storage: string): Manifest => claim('c', storage).annotated({'volume.beta.kubernetes.io/storage-class': 'gold'})
    const cluster = given(gold, annotated('1Gi'))
    allowed(cluster.update(annotated('1Gi').having({status: {phase: 'Bound'}}), {subresource: 'status'}))
    expect(verdict(cluster.update(annotated('2Gi')))).to.equal('200')
  })

  it('ignores claims that keep their size or shrink', () => {
    expect(verdict(bound(sized('1Gi')).update(sized('1024Mi').labelled({a: 'b'})))).to.equal('200')
    const shrinking = given(sized('3Gi'))
    allowed(shrinking.update(sized('3Gi').having({status: {phase: 'Bound', capacity: {storage: '1Gi'}}}), {subresource: 'status'}))
    expect(verdict(shrinking.update(sized('2Gi')))).to.equal('200')
  })

  it('leaves unbound claims to validation', () => expect(verdict(given(gold, sized('1Gi')).update(sized('2Gi')))).to.match(/^422 PersistentVolumeClaim "c" is invalid: spec: Forbidden/))

  it('rejects unbound claims when it is called directly', () => {
    const plugin = persistentVolumeClaimResize.create({store: new Store(), clock: stoppedClock, version: defaultVersion, send: () => created})
    const [object, oldObject] = [sized('2Gi'), sized('1Gi')].map((body) => decoded(body))
    const attributes = {
      operation: 'UPDATE', kind: {group: '', name: 'PersistentVolumeClaim'}, resource: {group: '', name: 'persistentvolumeclaims'}, subresource: '', namespace: 'dev', name: 'c',
      object, oldObject, user: '', dryRun: false,
    } as const
    expect(plugin.validate?.(attributes)).to.have.nested.property('status.message', 'persistentvolumeclaims "c" is forbidden: Only bound persistent volume claims can be expanded')
    expect(plugin.validate?.({...attributes, subresource: 'status'})).to.equal(undefined)
    expect((['CREATE', 'UPDATE', 'DELETE'] as const).map((operation) => plugin.handles(operation))).to.deep.equal([false, true, false])
  })

  it('ignores other API groups', () => {
    const widget = configMap('c').having({apiVersion: 'example.com/v1', kind: 'PersistentVolumeClaim', spec: {resources: {requests: {storage: '1Gi'}}}})
    expect(verdict(given(widget).update(widget.asking({resources: {requests: {storage: '9Gi'}}})))).to.equal('200')
  })
})
