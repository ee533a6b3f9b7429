import {expect} from 'chai'

import {TooMuchWorkError} from '../../src/cluster/too-much-work-error.js'
import {maxWork, WorkLimit} from '../../src/cluster/work-limit.js'
import {explainRequests} from '../../src/explain/explain.js'
import {maxChanged, maxSimulated, maxTrials, Trials} from '../../src/explain/remedies/trials.js'
import {simulate} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'
import {limitRange} from '../helpers/builders.js'
import {deployment} from '../helpers/workloads.js'

const input = {files: [new SourceFile('pod.json', JSON.stringify({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'a'}, spec: {containers: [{name: 'app', image: 'i'}]}}))]}
const {reviews: [review]} = simulate(input)

describe('trials of changed objects', () => {
  if (review === undefined) throw new Error('the pod has no answer')
  const {manifest} = review
  const bodies = new Map([[manifest, manifest.body]])
  const otherManifest = {...manifest}

  it('return the answer to a changed object', () => {
    const trials = new Trials(input, {}, new Map())
    expect([trials.send(review, bodies), trials.takeLimit()]).to.deep.equal([{isAdmitted: true}, undefined])
  })

  it('end before a trial that takes too many requests, and report the limit once', () => {
    const trials = new Trials(input, {}, new Map([[manifest, () => { throw new TooMuchWorkError() }]]))
    expect([trials.send(review, bodies), trials.takeLimit(), trials.takeLimit()])
      .to.deep.equal([undefined, 'it takes too many requests to the simulated API server', undefined])
    expect([new Map([[manifest, manifest.body], [otherManifest, manifest.body]]), bodies].map((some) => [trials.send(review, some), trials.takeLimit()]))
      .to.deep.equal([0, 1].map(() => [undefined, 'it takes too many requests to the simulated API server']))
  })

  it('are not tried with changes of too many fields', () => {
    const resources = (count: number): object => ({requests: Object.fromEntries(Array.from({length: count}, (_, i) => [`example.com/r${i}`, '1']))})
    const explained = (count: number): unknown => {
      const body = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'a'}, spec: {containers: [{name: 'app', image: 'i', resources: resources(count)}]}}
      const {stories: [story]} = explainRequests({files: [new SourceFile('pod.json', JSON.stringify(body))]})
      return [story?.remedies.length, story?.withoutRemedy]
    }
    expect(explained(maxChanged)).to.deep.equal([1, undefined])
    expect(explained(maxChanged + 1)).to.deep.equal([0, 'There may be a change that would be admitted, but kadm has not tried it: kadm changes at most 100 fields of an object.'])
  })

  it('share the limit of requests with the simulation', () => {
    const files = [new SourceFile('a.yaml', [limitRange('l', {type: 'Container', max: {cpu: '1'}}), deployment('web').requesting({cpu: '2'})].map((object) => JSON.stringify(object)).join('\n---\n'))]
    const explained = (left: number): readonly unknown[] => {
      const work = new WorkLimit(0)
      work.spend(maxWork.requests - left)
      return explainRequests({files}, {work}).stories.map(({remedies, withoutRemedy}) => [remedies.length, withoutRemedy])
    }
    const untried = 'There may be a change that would be admitted, but kadm has not tried it: it takes too many requests to the simulated API server.'
    expect(explained(100)).to.deep.equal([[0, undefined], [1, undefined]])
    expect(explained(12)).to.deep.equal([[0, undefined], [0, untried]])
  })

  it('throw other errors', () => {
    const trials = new Trials(input, {}, new Map([[manifest, () => { throw new RangeError('defect') }]]))
    expect(() => trials.send(review, bodies)).to.throw(RangeError, 'defect')
  })

  it('end after the number of trials of a run', () => {
    const trials = new Trials(input, {}, new Map([[manifest, () => review]]))
    for (let i = 0; i < maxTrials; i++) trials.send(review, bodies)
    expect(trials.takeLimit()).to.equal(undefined)
    expect([trials.send(review, bodies), trials.takeLimit()]).to.deep.equal([undefined, 'kadm sends at most 200 changed objects in a run'])
  })

  it('simulate a limited number of characters again, and still send changed objects', () => {
    const [{path, text} = new SourceFile('', '')] = input.files
    const large = {files: [new SourceFile(path, text + ' '.repeat(maxSimulated - text.length))]}
    const trials = new Trials(large, {}, new Map([[manifest, () => review]]))
    expect([trials.hasSimulation(), trials.sendLater(review, 1), trials.takeLimit()]).to.deep.equal([true, {isAdmitted: true}, undefined])
    const limit = 'kadm simulates at most 16 Mi characters of input again to verify changes'
    for (let i = 0; i < maxTrials; i++) expect([trials.hasSimulation(), trials.takeLimit()]).to.deep.equal([false, limit])
    expect([trials.sendLater(review, 1), trials.takeLimit()]).to.deep.equal([undefined, limit])
    expect([trials.send(review, bodies), trials.takeLimit()]).to.deep.equal([{isAdmitted: true}, undefined])
  })
})
