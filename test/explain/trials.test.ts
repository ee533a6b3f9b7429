import {expect} from 'chai'

import {TooMuchWorkError} from '../../src/cluster/too-much-work-error.js'
import {maxTrials, Trials} from '../../src/explain/remedies/trials.js'
import {simulate} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'

const input = {files: [new SourceFile('pod.json', JSON.stringify({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'a'}, spec: {containers: [{name: 'app', image: 'i'}]}}))]}
const {reviews: [review]} = simulate(input)

describe('trials of changed objects', () => {
  if (review === undefined) throw new Error('the pod has no answer')
  const {manifest} = review
  const bodies = new Map([[manifest, manifest.body]])

  it('return the answer to a changed object', () => {
    const trials = new Trials(input, {}, new Map())
    expect([trials.send(review, bodies), trials.takeLimit()]).to.deep.equal([{isAdmitted: true}, undefined])
  })

  it('end before a trial that takes too many requests, and report the limit once', () => {
    const trials = new Trials(input, {}, new Map([[manifest, () => { throw new TooMuchWorkError() }]]))
    expect([trials.send(review, bodies), trials.takeLimit(), trials.takeLimit()])
      .to.deep.equal([undefined, 'it takes too many requests to the simulated API server', undefined])
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
})
