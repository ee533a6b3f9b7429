import {expect} from 'chai'

import type {KubeObject} from '../../src/kinds/kind.js'
import {checkManifest} from '../../src/lint/check-manifest.js'
import {KnownManifests} from '../../src/lint/known-manifests.js'
import {lint} from '../../src/lint/lint-all.js'
import {defaultVersion} from '../../src/machinery/version/kubernetes-version.js'
import {readManifests} from '../../src/manifests/read-manifests.js'
import {SourceFile} from '../../src/source/source-file.js'

const claim = (name: string, more = '', storage = '1Gi'): string =>
  `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: ${name}\n${more}spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: ${storage}}}}\n`

const quota = (metadata: string): string => `apiVersion: v1\nkind: ResourceQuota\nmetadata: ${metadata}\nspec: {hard: {pods: "1"}}\n`

/** The objects that are recognized as copies of one of the texts before them. */
function copies(...texts: readonly string[]): (KubeObject & {readonly spec?: object} | undefined)[] {
  const known = new KnownManifests('default')
  return texts.flatMap((text) => readManifests(new SourceFile('a.yaml', text), {known: known.documents}).flatMap(({manifest}) => {
    if (manifest === undefined) return []
    const found = known.find(manifest)
    checkManifest(manifest, 'default', defaultVersion, known)
    return [found]
  }))
}

const recognized = (...texts: readonly string[]): boolean[] => copies(...texts).map((object) => object !== undefined)

const findings = (...texts: readonly string[]): string[] =>
  lint(texts.map((text, i) => new SourceFile(`${i}.yaml`, text))).diagnostics.map(({ruleId, file: {path}, field}) => `${path} ${ruleId} ${field}`)

describe('KnownManifests', () => {
  it('recognizes copies with another name or namespace, which share their spec', () => {
    expect(recognized(claim('a'), claim('b'), claim('c', '', '2Gi'), claim('"d"'), claim('"e"'))).to.deep.equal([false, true, false, false, true])
    expect(recognized(quota('{name: a, namespace: b}'), quota('{name: c, namespace: d}'), quota('{namespace: e, name: f}'))).to.deep.equal([false, true, false])
    const [, first, second] = copies(quota('{name: a, namespace: b}'), quota('{name: c, namespace: d}'), quota('{name: e, namespace: f}'))
    expect(first?.metadata).to.deep.equal({name: 'c', namespace: 'd'})
    expect(first?.spec).to.equal(second?.spec)
    expect(copies(claim('a'), claim('b'))[1]?.metadata).to.deep.equal({name: 'b', namespace: 'default'})
  })

  it('rejects copies whose other text or structure differs', () => {
    expect(recognized(claim('a'), claim('b', '  labels: {a: b}\n'), claim('c', '  labels: {a: c}\n'))).to.deep.equal([false, false, false])
    expect(recognized(quota('{name: &n a, labels: {a: *n}}'), quota('{name: &n b, labels: {a: *n}}'))).to.deep.equal([false, false])
    expect(recognized(quota('{name: a, name: b}'), quota('{name: a, name: c}'), quota('{name: b, name: b}'))).to.deep.equal([false, false, false])
    expect(recognized(quota('{name: a, <<: {name: a}}'), quota('{name: b, <<: {name: a}}'))).to.deep.equal([false, false])
    expect(recognized(quota('{name: a}'), quota('{generateName: a}'), quota('{name: 1}'), quota('{name: ""}'))).to.deep.equal([false, false, false, false])
    const [pod, other] = ['a', 'b'].map((name) => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: a, image: a}]}\n`)
    expect(recognized(pod ?? '', other ?? '')).to.deep.equal([false, false])
    const item = '{apiVersion: v1, kind: ResourceQuota, metadata: {name: a}}'
    expect(recognized(`apiVersion: v1\nkind: List\nitems: [${item}, ${item}]\n`)).to.deep.equal([false, false])
  })

  it('still checks name and namespace of copies', () => {
    const long = 'x'.repeat(64)
    expect(findings(claim('a'), claim('B'), claim(long.repeat(4)), claim('c'))).to.deep.equal(['1.yaml metadata/name metadata.name', '2.yaml metadata/name metadata.name'])
    expect(findings(quota('{name: a, namespace: b}'), quota(`{name: c, namespace: ${long}}`), quota('{name: c, namespace: D}'))).to.deep.equal(
      ['1.yaml metadata/namespace metadata.namespace', '2.yaml metadata/namespace metadata.namespace'])
    expect(findings(claim('a'), claim('a'))).to.deep.equal(['1.yaml manifest/duplicate-object '])
  })

  it('does not hide findings of other manifests', () => {
    expect(findings(claim('a', '', '-1'), claim('b', '', '-1'), claim('c'), claim('d', '', '-1'))).to.deep.equal(
      ['0.yaml', '1.yaml', '3.yaml'].map((path) => `${path} persistent-volume-claim/storage spec.resources[storage]`))
    const repeated = (name: string): string => `${quota(`{name: ${name}, namespace: ${name}}`)}kind: ResourceQuota\n`
    expect(findings(repeated('a'), repeated('b'))).to.deep.equal(['0.yaml source/duplicate-key kind', '1.yaml source/duplicate-key kind'])
    expect(findings(claim('a', '', '100m'), claim('b', '', '100m'))).to.deep.equal(['0.yaml', '1.yaml'].map((path) => `${path} resources/memory-unit spec.resources.requests[storage]`))
  })
})
