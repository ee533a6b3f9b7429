import {expect} from 'chai'

import {simulate, type SimulateOptions} from '../../src/simulate/simulate.js'
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

describe('note about service accounts', () => {
  const podIn = (namespace: string, account: string, i = 0): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: p-${account}-${i}, namespace: ${namespace}}\nspec: {serviceAccountName: ${account}, containers: [{name: a, image: b}]}\n`
  const accountNotes = (texts: readonly string[], options: SimulateOptions = {}): readonly string[] =>
    simulate({files: [new SourceFile('pods.yaml', texts.join('---\n'))]}, options).notes
  const account = 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: web, namespace: a}\n'

  it('names the accounts that are taken to exist', () => {
    expect(accountNotes([podIn('a', 'web')])).to.deep.equal(['no ServiceAccount of namespace a is given: kadm assumes that web exists'])
    expect(accountNotes(['u', 'v', 'u', 'w', 'x', 'default'].map((name, i) => podIn('a', name, i))))
      .to.deep.equal(['no ServiceAccount of namespace a is given: kadm assumes that u, v, w and 1 more exist'])
  })

  it('names a few namespaces', () => {
    const about = (count: number): readonly string[] => accountNotes(Array.from({length: count}, (_, i) => podIn(`n${i}`, 'web')))
    expect([about(3).length, about(4).at(-1), about(5).at(-1)]).to.deep.equal([
      3, 'kadm also assumes that the ServiceAccounts of another namespace exist', 'kadm also assumes that the ServiceAccounts of 2 more namespaces exist',
    ])
  })

  it('is about templates of workloads, too', () => {
    const template = 'metadata: {labels: {a: b}}, spec: {serviceAccountName: web, containers: [{name: a, image: b}]}'
    expect(accountNotes([`apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, namespace: a}\nspec: {selector: {matchLabels: {a: b}}, template: {${template}}}\n`])).to.have.length(1)
  })

  it('is omitted if accounts are given, and if the plugin is off', () => {
    expect(accountNotes([podIn('a', 'web'), account])).to.deep.equal([])
    expect(accountNotes([podIn('a', 'web')], {disableAdmissionPlugins: ['ServiceAccount']})).to.deep.equal([])
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
