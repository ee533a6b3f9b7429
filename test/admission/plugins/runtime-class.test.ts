import {expect} from 'chai'
import {type Amounts, type Body, pod, type PodManifest, runtimeClass} from '../../helpers/builders.js'
import {allowed, at, given, verdict} from '../../helpers/test-cluster.js'

const kata = (fields: Body = {}): Body => runtimeClass('kata', fields)

const overhead = (podFixed: Amounts): Body => ({overhead: {podFixed}})

const ofClass = (name = 'kata'): PodManifest => pod().asking({runtimeClassName: name})

const specWith = (body: Body, ...classes: Body[]): Body => at(allowed(given(...classes).create(body)), 'spec') as Body

const forbidden = (message: string): string => `403 pods "p" is forbidden: ${message}`

/** The tolerations that every pod gets. */
const usual = ['not-ready', 'unreachable'].map((name) => ({key: `node.kubernetes.io/${name}`, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300}))

const wrongOverhead = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"

const undefinedOverhead = 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'

describe('RuntimeClass', () => {
  describe('overhead', () => {
    it('is copied from the class', () => {
      expect(specWith(ofClass(), kata(overhead({cpu: '1', memory: '1Mi'})))['overhead']).to.deep.equal({cpu: '1', memory: '1Mi'})
      expect(specWith(ofClass(), kata())).not.to.have.property('overhead')
    })

    it('is copied without rounding, and rounded when the pod is stored', () => {
      const cluster = given(kata(overhead({cpu: '1', memory: '0.0001'})))
      expect(cluster.stored(kata())?.['overhead']).to.deep.equal({podFixed: {cpu: '1', memory: '100u'}})
      const {object, warnings} = cluster.create(ofClass())
      expect(at(object, 'spec.overhead')).to.deep.equal({cpu: '1', memory: '1m'})
      expect(warnings).to.deep.equal(['spec.overhead[memory]: fractional byte value "100u" is invalid, must be an integer'])
      expect(verdict(cluster.create(ofClass().asking({overhead: {cpu: '1', memory: '0.0001'}})))).to.equal(forbidden(wrongOverhead))
    })

    it('may be stated if it equals that of the class', () => {
      expect(verdict(given(kata(overhead({cpu: '1'}))).create(ofClass().asking({overhead: {cpu: '1000m'}})))).to.equal('201')
      expect(verdict(given(kata(overhead({cpu: '1'}))).create(ofClass().asking({overhead: {}})))).to.equal('201')
    })

    it('is rejected before validation if it differs from that of the class', () => {
      const cluster = given(kata(overhead({cpu: '1'})))
      expect(verdict(cluster.create(ofClass().asking({overhead: {cpu: '2'}, containers: []})))).to.equal(forbidden(wrongOverhead))
      expect(verdict(cluster.create(ofClass().asking({overhead: {cpu: '1', memory: '1'}})))).to.equal(forbidden(wrongOverhead))
    })

    it('is rejected after validation if the class has none', () => {
      for (const body of [pod(), ofClass()]) {
        const cluster = given(kata())
        expect(verdict(cluster.create(body.asking({overhead: {cpu: '1'}})))).to.equal(forbidden(undefinedOverhead))
        expect(verdict(cluster.create(body.asking({overhead: {}})))).to.equal(forbidden(undefinedOverhead))
        expect(verdict(cluster.create(body.asking({overhead: {cpu: '1'}, containers: []})))).to.equal('422 Pod "p" is invalid: spec.containers: Required value')
      }
    })

    it('may be empty in the class', () => {
      expect(verdict(given(kata({overhead: {}})).create(ofClass()))).to.equal('201')
      expect(verdict(given(kata({overhead: {}})).create(ofClass().asking({overhead: {cpu: '1'}})))).to.equal(forbidden(wrongOverhead))
    })
  })

  describe('an unknown class', () => {
    it('is rejected when other classes are declared', () => {
      expect(verdict(given(kata()).create(ofClass('go"ld')))).to.equal(forbidden('pod rejected: RuntimeClass "go\\"ld" not found'))
    })

    it('is assumed to exist, with a warning, when no class is declared', () => {
      const {status, warnings, steps} = given().create(ofClass('gold'))
      expect(status.code).to.equal(201)
      expect(warnings).to.deep.equal(['kadm: no RuntimeClass is declared, so gold is taken to exist, without overhead'])
      expect(steps.map(({plugin}) => plugin)).not.to.include('RuntimeClass')
    })

    it('is answered with 500 when its name is empty or invalid', () => {
      expect(given(kata()).create(ofClass('')).status).to.deep.equal({code: 500, reason: '', message: 'resource name may not be empty'})
      expect(verdict(given(kata()).create(ofClass('a/b%')))).to.equal('500 invalid resource name "a/b%": [may not contain \'/\' may not contain \'%\']')
      expect(verdict(given().create(ofClass('..')))).to.equal('500 invalid resource name "..": [may not be \'..\']')
    })
  })

  describe('node selector', () => {
    const scheduling = (nodeSelector: Body): Body => ({scheduling: {nodeSelector}})

    it('is merged with that of the class', () => {
      expect(specWith(ofClass().asking({nodeSelector: {a: 'b', c: 'd'}}), kata(scheduling({c: 'd', e: 'f'})))['nodeSelector']).to.deep.equal({a: 'b', c: 'd', e: 'f'})
      expect(specWith(ofClass(), kata(scheduling({c: 'd'})))['nodeSelector']).to.deep.equal({c: 'd'})
      expect(specWith(ofClass().asking({nodeSelector: {a: 'b'}}), kata())['nodeSelector']).to.deep.equal({a: 'b'})
    })

    it('is rejected if it contradicts that of the class', () => {
      expect(verdict(given(kata(scheduling({z: '1', c: 'd'}))).create(ofClass().asking({nodeSelector: {z: '2', c: 'x', a: 'b'}}))))
        .to.equal(forbidden('conflict: runtimeClass.scheduling.nodeSelector[c] = d; pod.spec.nodeSelector[c] = x'))
    })

    it('is checked after the overhead', () => {
      const cluster = given(kata({...scheduling({a: 'b'}), ...overhead({cpu: '1'})}))
      expect(verdict(cluster.create(ofClass().asking({nodeSelector: {a: 'x'}, overhead: {cpu: '2'}})))).to.equal(forbidden(wrongOverhead))
    })

    it('accepts a key that is a property of Object.prototype', () => {
      expect(specWith(ofClass().asking({nodeSelector: {a: 'b'}}), kata(scheduling({constructor: 'c'})))['nodeSelector']).to.deep.equal({a: 'b', constructor: 'c'})
    })
  })

  describe('tolerations', () => {
    const tolerationsWith = (ofPod: Body[] | undefined, ofKata: Body[]): unknown =>
      specWith(ofClass().asking(ofPod === undefined ? {} : {tolerations: ofPod}), kata({scheduling: {tolerations: ofKata}}))['tolerations']

    const a = {key: 'a', operator: 'Exists'}
    const noSchedule = (fields: Body): Body => ({...fields, effect: 'NoSchedule'})
    const forSeconds = (tolerationSeconds: number): Body => ({...a, effect: 'NoExecute', tolerationSeconds})

    const table: Record<string, [ofPod: Body[] | undefined, ofKata: Body[], merged: Body[]]> = {
      'are those of the pod, then those of the class': [[noSchedule(a)], [noSchedule({key: 'b', operator: 'Exists'})], [noSchedule(a), ...usual, noSchedule({key: 'b', operator: 'Exists'})]],
      'are those of the class if the pod has none': [undefined, [noSchedule(a)], [...usual, noSchedule(a)]],
      'are listed once if they are equal': [[a, a], [a], [a, ...usual]],
      'are covered by one without an effect': [[noSchedule(a)], [a], [...usual, a]],
      'are not covered by one with another effect': [[noSchedule(a)], [{...a, effect: 'NoExecute'}], [noSchedule(a), ...usual, {...a, effect: 'NoExecute'}]],
      'are covered by one for every key': [[noSchedule(a)], [noSchedule({operator: 'Exists'})], [...usual, noSchedule({operator: 'Exists'})]],
      'are all covered by one for everything': [[a, forSeconds(5), {key: 'b', value: 'x'}], [{operator: 'Exists'}], [{operator: 'Exists'}]],
      'are covered by one for a longer time': [[forSeconds(5)], [forSeconds(9)], [...usual, forSeconds(9)]],
      'are not covered by one for a shorter time': [[forSeconds(9)], [forSeconds(5)], [forSeconds(9), ...usual]],
      'are covered by one without a time limit': [[forSeconds(9)], [{...a, effect: 'NoExecute'}], [...usual, {...a, effect: 'NoExecute'}]],
      'without a time limit are not covered by one with a limit': [[{...a, effect: 'NoExecute'}], [forSeconds(9)], [{...a, effect: 'NoExecute'}, ...usual]],
      'of a value are covered by one for every value': [[{key: 'a', operator: 'Equal', value: 'x'}], [a], [...usual, a]],
      'of a value do not cover one for every value': [[a], [{key: 'a', operator: 'Equal', value: 'x'}], [a, ...usual]],
      'of different values are kept': [
        [{key: 'a', operator: 'Equal', value: 'x'}], [{key: 'a', operator: 'Equal', value: 'y'}],
        [{key: 'a', operator: 'Equal', value: 'x'}, ...usual, {key: 'a', operator: 'Equal', value: 'y'}],
      ],
      'with an effect are covered by the same one without an effect': [[noSchedule({key: 'a', operator: 'Equal', value: 'x'})], [{key: 'a', operator: 'Equal', value: 'x'}], [...usual, {key: 'a', operator: 'Equal', value: 'x'}]],
      'without an operator are not covered by a wider one with Equal': [
        [noSchedule({key: 'a', value: 'x'})], [{key: 'a', operator: 'Equal', value: 'x'}], [noSchedule({key: 'a', value: 'x'}), ...usual, {key: 'a', operator: 'Equal', value: 'x'}],
      ],
      'with Equal are covered by a wider one without an operator': [
        [noSchedule({key: 'a', operator: 'Equal', value: 'x'})], [{key: 'a', value: 'x'}], [...usual, {key: 'a', value: 'x'}],
      ],
    }

    for (const [title, [ofPod, ofKata, merged]] of Object.entries(table)) {
      it(title, () => expect(tolerationsWith(ofPod, ofKata)).to.deep.equal(merged))
    }

    it('are deduplicated if the class has scheduling, even without tolerations', () => {
      const same = [a, a]
      expect(specWith(ofClass().asking({tolerations: same}), kata({scheduling: {}}))['tolerations']).to.deep.equal([a, ...usual])
      expect(specWith(ofClass().asking({tolerations: same}), kata())['tolerations']).to.deep.equal([...same, ...usual])
    })
  })

  it('reports the fields that it sets as changes', () => {
    const cluster = given(kata({...overhead({cpu: '1'}), scheduling: {nodeSelector: {a: 'b'}, tolerations: [{key: 'a', operator: 'Exists'}]}}))
    const step = cluster.create(ofClass()).steps.find(({plugin}) => plugin === 'RuntimeClass')
    expect(step?.changes.map(({field}) => String(field))).to.deep.equal(['spec.overhead', 'spec.nodeSelector', 'spec.tolerations'])
    expect(given(kata()).create(ofClass()).steps.map(({plugin}) => plugin)).not.to.include('RuntimeClass')
  })

  it('ignores updates and other API groups', () => {
    const cluster = given(kata(overhead({cpu: '1'})), ofClass())
    allowed(cluster.delete(kata()))
    allowed(cluster.create(runtimeClass('other')))
    expect(verdict(cluster.update(ofClass().asking({overhead: {cpu: '1'}}).labelled({a: 'b'})))).to.equal('200')
    expect(verdict(cluster.create({apiVersion: 'example.com/v1', kind: 'Pod', metadata: {name: 'p'}, spec: {runtimeClassName: 'gold'}}))).to.equal('201')
  })
})
