import {expect} from 'chai'

import {simulate} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'

const limits = (...namespaces: string[]): SourceFile => new SourceFile('limits.yaml', namespaces.map((namespace) =>
  `apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits, namespace: ${namespace}}\nspec: {limits: [{type: Pod, max: {cpu: 1}}]}\n`).join('---\n'))
const pod = new SourceFile('pod.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: b}]}\n')

const hints = (policies: SourceFile, namespace?: string): readonly string[] => simulate({files: [pod], policies: [policies]}, {namespace}).hints

describe('the hint about policies of other namespaces', () => {
  it('is given when no policy can have a part in it', () => {
    expect(hints(limits('dev'))).to.deep.equal([
      'Hint: no policy is for the namespace of the objects, "default": those that were read are for "dev". Choose one with --ns.',
    ])
    expect(hints(limits('test', 'dev', 'prod'), 'other')).to.deep.equal([
      'Hint: no policy is for the namespace of the objects, "other": those that were read are for "dev" and 2 more. Choose one with --ns.',
    ])
  })

  it('is not given when one can, and when there are none', () => {
    expect(hints(limits('test', 'dev'), 'dev')).to.deep.equal([])
    expect(hints(new SourceFile('none.yaml', ''))).to.deep.equal([])
  })

  it('prints no control characters', () => {
    const text = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: "\\e[2J"}\nspec: {containers: [{name: a, image: b}]}\n'
    const {hints: [hint]} = simulate({files: [new SourceFile('pod.yaml', text)], policies: [limits('dev')]})
    expect(hint).to.contain(String.raw`"\x1b[2J"`)
  })
})
