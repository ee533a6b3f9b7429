import {expect} from 'chai'

import {lint} from '../../src/lint/lint-all.js'
import {SourceFile} from '../../src/source/source-file.js'
import {type Files, repositoryOf} from '../helpers/repository.js'

const deployment = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  template:\n'
  + '    metadata: {labels: {app: web}}\n    spec: {containers: [{name: web}]}\n'
const patched = (spec: string): string => `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: ${spec}\n`

/** The rules that objects of these files break. */
function rulesOf(files: Files): string[] {
  const {repository, manifests} = repositoryOf(files)
  return lint(manifests.map((path) => new SourceFile(`/repository/${path}`, files[path] ?? '')), {repository}).diagnostics.map(({ruleId}) => ruleId)
}

describe('recognition of kustomizations', () => {
  const base = {'base/kustomization.yaml': 'resources: [web.yaml]\n', 'base/web.yaml': deployment}

  it('omits only findings about fields that an overlay sets', () => {
    const overlay = (more: string): Files => ({...base, 'prod/kustomization.yaml': `resources: [../base]\n${more}`})
    expect(rulesOf(base)).to.deep.equal(['pod/container-image'])
    expect(rulesOf({...overlay('patches: [{path: p.yaml}]\n'), 'prod/p.yaml': patched('{template: {spec: {containers: [{name: web, image: a}]}}}')})).to.deep.equal([])
    expect(rulesOf({...overlay('patches: [{path: p.yaml}]\n'), 'prod/p.yaml': patched('{replicas: 2}')})).to.deep.equal(['pod/container-image'])
    expect(rulesOf(overlay('patches: [{target: {kind: Deployment, name: "w.*"}, patch: "[{op: add, path: /spec/template/spec/containers/0/image, value: a}]"}]\n')))
      .to.deep.equal([])
    expect(rulesOf(overlay('patches: [{target: {kind: Deployment, name: api}, patch: "[{op: add, path: /spec/template/spec/containers/0/image, value: a}]"}]\n')))
      .to.deep.equal(['pod/container-image'])
  })

  it('skips patches and configurations, and keeps resources as manifests', () => {
    const {skipped, manifests} = repositoryOf({
      'kustomization.yaml': 'resources: [a.yaml]\npatchesStrategicMerge: [b.yaml, a.yaml]\nconfigurations: [c.yaml]\n#patches:\n#- path: d.yaml\n',
      'a.yaml': deployment, 'b.yaml': deployment, 'c.yaml': 'nameReference: []\n', 'd.yaml': deployment, 'e.yaml': deployment,
    })
    expect(manifests).to.deep.equal(['a.yaml', 'e.yaml'])
    expect(skipped).to.include({
      'b.yaml': 'kustomize-patch: patchesStrategicMerge of kustomization.yaml:2', 'c.yaml': 'kustomize-input: configurations of kustomization.yaml:3',
      'd.yaml': 'kustomize-patch: a patch that is commented out in kustomization.yaml:5',
    })
  })

  it('does not throw for malformed or circular kustomizations', () => {
    for (const text of ['resources: {a: b}\npatches: [1, null, {path: [a]}]\n', '[]\n', 'resources: [.]\n', 'resources: [../b]\ncomponents: [../a]\n']) {
      expect(() => rulesOf({'a/kustomization.yaml': text, 'b/kustomization.yaml': 'resources: [../a]\n', 'a/web.yaml': deployment})).to.not.throw()
    }
  })
})
