import {expect} from 'chai'
import type {Attributes} from '../../../../../src/admission/attributes.js'
import {persistentVolumeClaimEvaluator as evaluator} from '../../../../../src/admission/plugins/resource-quota/evaluators/persistent-volume-claims.js'
import type {PersistentVolumeClaim} from '../../../../../src/machinery/api/core-v1.js'
import {type Body, claim, type Manifest} from '../../../../helpers/builders.js'
import {decoded} from '../../../../helpers/decoded.js'
import {texts} from '../../../../helpers/resources.js'

const read = (body: Body): PersistentVolumeClaim => decoded(body)

const usage = (body: Body): unknown => texts(evaluator.usage(read(body)))

const suffix = '.storageclass.storage.k8s.io/'

/** Usage of a claim without a class. */
const plain = {'count/persistentvolumeclaims': '1', 'persistentvolumeclaims': '1'}

describe('PersistentVolumeClaim evaluator', () => {
  it('handles claims and their status', () => {
    const handles = (operation: string, subresource: string): boolean =>
      evaluator.handles({operation, subresource} as unknown as Attributes<PersistentVolumeClaim>)
    expect([handles('CREATE', ''), handles('UPDATE', ''), handles('UPDATE', 'status'), handles('UPDATE', 'resize')]).to.deep.equal([true, true, true, false])
  })

  it('tracks claims and their storage, in total and by class', () => {
    const yes = ['count/persistentvolumeclaims', 'persistentvolumeclaims', 'requests.storage', `gold${suffix}requests.storage`, `a.b${suffix}persistentvolumeclaims`]
    const no = ['storage', 'requests.cpu', `gold${suffix}storage`, `gold${suffix}`, 'count/persistentvolumes', 'persistentvolumeclaims.', `requests.gold${suffix}pods`]
    expect([...yes, ...no].map((name) => evaluator.tracks(name))).to.deep.equal([...yes.map(() => true), ...no.map(() => false)])
  })

  describe('usage', () => {
    const withStatus = (body: Manifest, storage: string): Body => body.having({status: {allocatedResources: {storage}}})

    it('includes the claim and its storage', () => expect(usage(claim('c', '1Gi'))).to.deep.equal({...plain, 'requests.storage': '1Gi'}))

    it('includes both under the keys of the class', () => {
      expect(usage(claim('c', '1Gi', {storageClassName: 'gold'}))).to.deep.equal({
        ...plain, 'requests.storage': '1Gi', [`gold${suffix}persistentvolumeclaims`]: '1', [`gold${suffix}requests.storage`]: '1Gi',
      })
    })

    it('prefers the class of the annotation, even an empty one', () => {
      const annotated = (name: string): Body => claim('c', '1Gi', {storageClassName: 'gold'}).annotated({'volume.beta.kubernetes.io/storage-class': name})
      expect(usage(annotated('silver'))).to.have.property(`silver${suffix}requests.storage`, '1Gi')
      expect(usage(annotated('silver'))).not.to.have.property(`gold${suffix}requests.storage`)
      expect(usage(annotated(''))).to.deep.equal({...plain, 'requests.storage': '1Gi'})
      expect(usage(claim('c', '1Gi', {storageClassName: ''}))).to.deep.equal({...plain, 'requests.storage': '1Gi'})
    })

    it('is rounded up to whole bytes', () => {
      const storageOf = (amount: string): unknown => (usage(claim('c', amount)) as Body)['requests.storage']
      expect(['1m', '1001m', '2', '0.1Gi', '1.5Gi'].map(storageOf)).to.deep.equal(['1', '2', '2', '107374183', '1536Mi'])
    })

    it('uses the allocated storage if it is larger', () => {
      expect(usage(withStatus(claim('c', '5G'), '10G'))).to.have.property('requests.storage', '10G')
      expect(usage(withStatus(claim('c', '10G'), '5G'))).to.have.property('requests.storage', '10G')
      expect(usage(withStatus(claim('c', '1Gi'), '1073741824')), 'the request, of two as large').to.have.property('requests.storage', '1Gi')
      expect(usage(withStatus(claim('c', '1'), '1001m')), 'in whole bytes').to.have.property('requests.storage', '2')
    })

    it('excludes storage of a claim that requests none', () => {
      const none = claim('c', '1').asking({resources: {}, storageClassName: 'gold'})
      expect(usage(none)).to.deep.equal({...plain, [`gold${suffix}persistentvolumeclaims`]: '1'})
      expect(usage(withStatus(none, '10G'))).to.deep.equal({...plain, [`gold${suffix}persistentvolumeclaims`]: '1'})
    })
  })

  it('matches the scope VolumeAttributesClass by the current, requested and target class', () => {
    const inScope = (body: Body, values: readonly string[], scopeName = 'VolumeAttributesClass'): unknown => evaluator.inScope?.({scopeName, operator: 'In', values}, read(body))
    const body = claim('c', '1Gi', {volumeAttributesClassName: 'a'}).having({status: {currentVolumeAttributesClassName: 'b', modifyVolumeStatus: {targetVolumeAttributesClassName: 'c'}}})
    expect(['a', 'b', 'c', 'd'].map((name) => inScope(body, [name]))).to.deep.equal([true, true, true, false])
    expect(inScope(body, ['a'], 'PriorityClass')).to.equal(false)
    expect(evaluator.inScope?.({scopeName: 'VolumeAttributesClass', operator: 'Exists'}, read(claim('c', '1', {volumeAttributesClassName: ''})))).to.equal(false)
    expect(inScope(claim('c', '1'), ['no label!'])).to.be.a('string')
  })

  it('recounts usage after every change', () => expect(evaluator.needsRecount?.(read(claim('c', '1')), read(claim('c', '1')))).to.equal(true))
})
