import {expect} from 'chai'

import type {Manifest, ManifestProblem} from '../../src/manifests/manifest.js'
import {forCreate, inNamespace} from '../../src/manifests/namespace.js'
import {read, shown} from './problems.js'

function manifest(text: string): Manifest {
  const found = read(text)[0]?.manifest
  if (found === undefined) throw new Error(`no object in ${text}`)
  return found
}

const metadataOf = (outcome: Manifest | ManifestProblem): unknown => 'ruleId' in outcome ? shown(outcome) : outcome.body['metadata']

const pod = (metadata: string): Manifest => manifest(`apiVersion: v1\nkind: Pod\nmetadata: ${metadata}\n`)
const namespace = (metadata: string): Manifest => manifest(`apiVersion: v1\nkind: Namespace\nmetadata: ${metadata}\n`)

describe('inNamespace', () => {
  const cases: Record<string, [Manifest, metadata: unknown]> = {
    'sets the namespace of an object without one': [pod('{name: x}'), {name: 'x', namespace: 'dev'}],
    'replaces an empty namespace': [pod('{name: x, namespace: ""}'), {name: 'x', namespace: 'dev'}],
    'replaces a null namespace': [pod('{name: x, namespace: }'), {name: 'x', namespace: 'dev'}],
    'sets the namespace of an object without metadata': [manifest('apiVersion: v1\nkind: Pod\n'), {namespace: 'dev'}],
    'sets the namespace of an object with null metadata': [pod('~'), {namespace: 'dev'}],
    'keeps an equal namespace': [pod('{namespace: dev}'), {namespace: 'dev'}],
    'keeps another namespace': [pod('{namespace: prod}'), {namespace: 'prod'}],
    'sets the namespace of custom resources': [manifest('apiVersion: example.com/v1\nkind: Widget\n'), {namespace: 'dev'}],
    'sets the namespace of a lower-case kind': [manifest('apiVersion: v1\nkind: pod\n'), {namespace: 'dev'}],
    'sets the namespace of a kind without a version': [manifest('apiVersion: ""\nkind: Pod\n'), {namespace: 'dev'}],
    'sets no namespace for cluster-scoped kinds': [namespace('{name: x}'), {name: 'x'}],
    'removes the namespace of cluster-scoped kinds': [namespace('{name: x, namespace: prod}'), {name: 'x'}],
    'keeps metadata that is not a map': [pod('x'), 'x'],
  }

  for (const [title, [object, metadata]] of Object.entries(cases)) {
    it(title, () => expect(metadataOf(inNamespace(object, {namespace: 'dev', isGiven: false}))).to.deep.equal(metadata))
  }

  it('replaces a namespace that is not a string in list items, like kubectl', () => {
    const [entry] = read('apiVersion: v1\nkind: ConfigMapList\nitems: [{metadata: {name: x, namespace: 5}}]\n')
    const placed = entry?.manifest && inNamespace(entry.manifest, {namespace: 'dev', isGiven: true})
    expect(placed && metadataOf(placed)).to.deep.equal({name: 'x', namespace: 'dev'})
  })

  describe('with an explicit namespace', () => {
    const given = {namespace: 'dev', isGiven: true}

    it('rejects an object of another namespace', () => {
      const message = 'the namespace from the provided object "prod" does not match the namespace "dev". '
        + "You must pass '--namespace=prod' to perform this operation."
      const rejected = inNamespace(pod('{name: x, namespace: prod}'), given)
      expect(metadataOf(rejected)).to.equal(`3:32 prod | manifest/namespace-mismatch stops object: ${message}`)
      expect(rejected).to.include({field: 'metadata.namespace', hint: 'write "namespace: dev", or leave it out'})
    })

    it('accepts objects of the same namespace, without one, and of cluster-scoped kinds', () => {
      const objects = [pod('{namespace: dev}'), pod('{}'), namespace('{namespace: prod}')]
      expect(objects.map((object) => metadataOf(inNamespace(object, given)))).to.deep.equal([{namespace: 'dev'}, {namespace: 'dev'}, {}])
    })
  })

  it('does not change the manifest itself', () => {
    const object = pod('{name: x, resourceVersion: "7"}')
    inNamespace(forCreate(object), {namespace: 'dev', isGiven: false})
    expect(object.body['metadata']).to.deep.equal({name: 'x', resourceVersion: '7'})
  })
})

describe('forCreate', () => {
  const create = (object: Manifest): unknown => metadataOf(forCreate(object))

  it('removes the resourceVersion', () => {
    expect(create(pod('{name: x, resourceVersion: "7"}'))).to.deep.equal({name: 'x'})
    expect(create(namespace('{name: x, resourceVersion: "7"}'))).to.deep.equal({name: 'x'})
  })

  it('keeps an invalid resourceVersion for the server to reject', () => {
    expect(create(pod('{resourceVersion: ""}'))).to.deep.equal({resourceVersion: ''})
    expect(create(pod('{resourceVersion: 5}'))).to.deep.equal({resourceVersion: 5})
    expect(create(pod('x'))).to.equal('x')
  })
})
