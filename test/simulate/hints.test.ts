import {expect} from 'chai'

import {simulate} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'

const limits = (...namespaces: string[]): SourceFile => new SourceFile('limits.yaml', namespaces.map((namespace) =>
  `apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits, namespace: ${namespace}}\nspec: {limits: [{type: Pod, max: {cpu: 1}}]}\n`).join('---\n'))
const pod = new SourceFile('pod.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: b}]}\n')

const notes = (policies: SourceFile, namespace?: string): readonly string[] => simulate({files: [pod], policies: [policies]}, {namespace}).notes

describe('note about policies in other namespaces', () => {
  it('is added if no policy applies to the namespace of the objects', () => {
    expect(notes(limits('dev'))).to.deep.equal([
      'no policy is in the namespace of the objects, "default": those that were read are in "dev". Choose one with --ns.',
    ])
    expect(notes(limits('test', 'dev', 'prod'), 'other')).to.deep.equal([
      'no policy is in the namespace of the objects, "other": those that were read are in "dev" and 2 more. Choose one with --ns.',
    ])
  })

  it('is omitted if a policy applies, or if there are no policies', () => {
    expect(notes(limits('test', 'dev'), 'dev')).to.deep.equal([])
    expect(notes(new SourceFile('none.yaml', ''))).to.deep.equal([])
  })

  it('escapes control characters', () => {
    const text = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: "\\e[2J"}\nspec: {containers: [{name: a, image: b}]}\n'
    const {notes: [note]} = simulate({files: [new SourceFile('pod.yaml', text)], policies: [limits('dev')]})
    expect(note).to.contain(String.raw`"\x1b[2J"`)
  })
})

describe('hint about objects among the policies', () => {
  const hintFor = (text: string): readonly string[] =>
    simulate({files: [pod], policies: [new SourceFile('policies.yaml', text)]}).hints

  it('counts objects that are neither policies nor read from a cluster', () => {
    expect(hintFor('apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n')).to.deep.equal([
      'Hint: 1 object among the policies is not a policy and was not read from a cluster: ignored. Name existing objects with --existing.',
    ])
  })

  it('ignores configurations that the API server reads at startup', () => {
    expect(hintFor('apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins: []\n')).to.deep.equal([])
    expect(hintFor('apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits: []\n')).to.deep.equal([])
  })
})
