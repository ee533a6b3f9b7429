import {expect} from 'chai'

import {explain} from '../../src/simulate/explain.js'
import {simulate} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'

/** Field of each reason for the rejection of a manifest, and the text at its place. */
function placesOf(text: string): [field: string, source: string][] {
  const {reviews: [review]} = simulate({files: [new SourceFile('a.yaml', text)]})
  return review === undefined ? [] : explain(review, new Map()).map(({field, place: {file, span}}) => [field, file.slice(span)])
}

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
