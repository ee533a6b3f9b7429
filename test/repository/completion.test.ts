import {expect} from 'chai'

import {lint} from '../../src/lint/lint-all.js'
import {SourceFile} from '../../src/source/source-file.js'
import {type Files, repositoryOf} from '../helpers/repository.js'

/** Findings in these files, as `line rule`. */
function findingsIn(files: Files): string[] {
  const {repository, manifests} = repositoryOf(files)
  const sources = manifests.map((path) => new SourceFile(`/repository/${path}`, files[path] ?? ''))
  return lint(sources, {repository}).diagnostics.map(({ruleId, file, span}) => `${file.position(span.start).line} ${ruleId}`)
}

const deployment = (replicas: string, name: string, image = 'image: web'): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, ${image}}]}
`

describe('substituted values', () => {
  it('of Flux and envsubst are not checked, unlike other values', () => {
    expect(findingsIn({'a.yaml': deployment('"${replicas:=2}"', '"web-${CLUSTER_NAME}"')})).to.deep.equal([])
    expect(findingsIn({'a.yaml': deployment('1', '"${NAME}"', 'args: ["${HOME}"]')})).to.deep.equal(['9 pod/container-image'])
    expect(findingsIn({'a.yaml': deployment('two', 'web')})).to.deep.equal(['5 decode/wrong-type'])
  })

  it('of Kustomize vars are not checked if a kustomization defines vars', () => {
    const kustomization = 'resources: [a.yaml]\nvars: [{name: NAME, objref: {apiVersion: v1, kind: Service, name: web}}]\n'
    expect(findingsIn({'kustomization.yaml': kustomization, 'a.yaml': deployment('1', '"$(NAME)"')})).to.deep.equal([])
    expect(findingsIn({'kustomization.yaml': 'resources: [a.yaml]\n', 'a.yaml': deployment('1', '"$(NAME)"')})).to.deep.equal(['3 metadata/name'])
  })

  it('include objects encrypted by SOPS', () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {password: "ENC[AES256_GCM,data:a]"}\n'
    expect(findingsIn({'a.yaml': secret})).to.not.deep.equal([])
    expect(findingsIn({'a.yaml': `${secret}sops: {mac: "ENC[a]", version: 3.8.1}\n`})).to.deep.equal([])
  })

  it('include inline replacements and replacement files', () => {
    const files = {'a.yaml': deployment('1', 'web', 'image: ""')}
    const replacement = (path: string): string => `{source: {kind: ConfigMap, name: a}, targets: [{select: {kind: Deployment}, fieldPaths: [${path}]}]}`
    const image = replacement('spec.template.spec.containers.*.image')
    expect(findingsIn({...files, 'kustomization.yaml': `resources: [a.yaml]\nreplacements: [${image}]\n`})).to.deep.equal([])
    expect(findingsIn({...files, 'kustomization.yaml': 'resources: [a.yaml]\nreplacements: [{path: r.yaml}]\n', 'r.yaml': image})).to.deep.equal([])
    expect(findingsIn({...files, 'kustomization.yaml': `resources: [a.yaml]\nreplacements: [${replacement('spec.replicas')}]\n`})).to.deep.equal(['9 pod/container-image'])
  })
})
