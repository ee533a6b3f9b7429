import {expect} from 'chai'

import {repositoryOf} from '../helpers/repository.js'

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'

/** Classification of a ConfigMap next to this kustomization, and of all other files. */
function verdictOf(kustomization: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const {skipped, manifests, repository} = repositoryOf({'a/kustomization.yaml': kustomization, 'a/cm.yaml': configMap, ...more})
  repository.unitsOf('/repository/a/cm.yaml')
  repository.completionOf('/repository/a/cm.yaml', {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}})
  repository.changedIn('/repository/a/cm.yaml', {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}})
  return {...skipped, ...Object.fromEntries(manifests.map((path) => [path, 'manifest']))}
}

describe('untrusted kustomization', () => {
  const harmless: Readonly<Record<string, string>> = {
    'references its own folder': 'resources: [., cm.yaml]\ncomponents: [../a]\n',
    'references its own file': 'resources: [kustomization.yaml, cm.yaml]\npatches: [{path: kustomization.yaml}]\n',
    'references absolute paths and parent folders': 'resources: [/etc/passwd, ../../../etc, cm.yaml]\npatchesStrategicMerge: [/etc/hosts, ../../../../etc/hosts]\n',
    'references paths with control characters': 'resources: ["a\\0b", "\\e[31m", cm.yaml]\npatches: [{path: "\\0"}]\n',
    'has fields of other types': 'resources: cm.yaml\npatches: {a: b}\nreplacements: [1, {targets: {}}, {targets: [{select: 1, fieldPaths: [1, null]}]}]\nreplicas: [a]\nvars: {}\nnamespace: {}\n',
    'has patterns with exponential backtracking': 'resources: [cm.yaml]\npatches: [{target: {kind: "(a+)+$", name: "(.*)*x"}, patch: "[{op: add, path: /data, value: {}}]"}]\n',
    'has aliases that expand exponentially': `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghij'.split('').map((name, i) => {
      const before = 'abcdefghi'[i] ?? ''
      return `${name}: &${name} [${Array.from({length: 9}, () => `*${before}`).join(', ')}]\n`
    }).join('')}resources: *j\n`,
    'has an alias of itself': 'resources: &a [cm.yaml, *a]\npatches: &b [{target: *b}]\n',
    'has a broken patch': 'resources: [cm.yaml]\npatches:\n- patch: "{{{"\n- patch: |-\n    a: [\n',
  }
  for (const [what, text] of Object.entries(harmless)) {
    it(`does not hide a manifest if it ${what}`, () => expect(verdictOf(text)).to.include({'a/cm.yaml': 'manifest'}))
  }

  it('can be part of a circle of 500 @slow', () => {
    const circle = Object.fromEntries(Array.from({length: 500}, (_, i) => [`c${i}/kustomization.yaml`, `resources: [../c${(i + 1) % 500}, ../a]\nnamespace: n${i}\n`]))
    expect(verdictOf('resources: [cm.yaml, ../c0]\n', circle)).to.include({'a/cm.yaml': 'manifest', 'c499/kustomization.yaml': 'kustomization: read by Kustomize'})
  })

  it('can have 10,000 entries @slow', () => {
    const started = performance.now()
    const list = Array.from({length: 10_000}, (_, i) => `- f${i}.yaml\n`).join('')
    expect(verdictOf(`resources:\n- cm.yaml\n${list}patchesStrategicMerge:\n${list}`)).to.include({'a/cm.yaml': 'manifest'})
    expect(performance.now() - started).to.be.below(5000)
  })
})
