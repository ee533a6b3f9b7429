import {expect} from 'chai'

import {explain} from '../../src/simulate/explain.js'
import {simulate} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'
import {app, container, limitRange, pod} from '../helpers/builders.js'
import {fileOf} from '../helpers/simulated.js'

/** Field of each reason for the rejection of a manifest, and the text at its place. */
function placesOf(text: string): [field: string, source: string][] {
  const {reviews: [review]} = simulate({files: [new SourceFile('a.yaml', text)]})
  return review === undefined ? [] : explain(review, new Map()).map(({field, place: {file, span}}) => [field, file.slice(span)])
}

describe('explain: policies that set a rejected value', () => {
  it('are those that changed the same container', () => {
    const containers = [app({requests: {cpu: '3'}}), container('b', {requests: {cpu: '4'}, limits: {cpu: '1'}})]
    const {reviews: [review]} = simulate({files: [fileOf('a.yaml', [pod('a').with(...containers)])], policies: [fileOf('l.yaml', [limitRange('l', {type: 'Container', default: {cpu: '2'}})])]})
    if (review === undefined) throw new Error('the pod has no answer')
    expect(explain(review, new Map()).map(({field, setBy}) => [field, setBy.map(({name}) => name)])).to.deep.equal([
      ['spec.containers[0].resources.requests', ['l']], ['spec.containers[1].resources.requests', []],
    ])
  })
})

describe('explain: an error that is the same for several parts of a list', () => {
  it('is one reason', () => {
    const [review] = simulate({files: [new SourceFile('q.yaml', 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {scopes: [a, b, a], hard: {pods: 1}}\n')]}, {}).reviews
    expect(review && explain(review, new Map()).map(({message}) => message)).to.deep.equal(['spec.scopes: Invalid value: ["a","b","a"]: unsupported scope'])
  })
})

describe('explain: position of a reason', () => {
  it('is the name of an unknown field', () => {
    expect(placesOf('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nDatas: {b: c}\n')).to.deep.equal([['Datas', 'Datas']])
  })

  it('is the value of a wrong type', () => {
    expect(placesOf('apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {hostNetwork: "x"}\n')).to.deep.equal([['spec.hostNetwork', '"x"']])
  })

  it('is the invalid label, even if the error concerns all labels', () => {
    expect(placesOf('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n    x: fine\n    y: not fine\n')).to.deep.equal([['metadata.labels', 'not fine']])
  })
})
