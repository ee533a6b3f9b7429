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
    'gives one to an object that names none': [pod('{name: x}'), {name: 'x', namespace: 'dev'}],
    'gives one in place of an empty one': [pod('{name: x, namespace: ""}'), {name: 'x', namespace: 'dev'}],
    'gives one in place of null': [pod('{name: x, namespace: }'), {name: 'x', namespace: 'dev'}],
    'gives one to an object without metadata': [manifest('apiVersion: v1\nkind: Pod\n'), {namespace: 'dev'}],
    'gives one to an object with null for metadata': [pod('~'), {namespace: 'dev'}],
    'keeps one that is the same': [pod('{namespace: dev}'), {namespace: 'dev'}],
    'keeps another one': [pod('{namespace: prod}'), {namespace: 'prod'}],
    'gives one to custom resources': [manifest('apiVersion: example.com/v1\nkind: Widget\n'), {namespace: 'dev'}],
    'gives one to a kind in lower case': [manifest('apiVersion: v1\nkind: pod\n'), {namespace: 'dev'}],
    'gives one to a kind without a version': [manifest('apiVersion: ""\nkind: Pod\n'), {namespace: 'dev'}],
    'leaves cluster-wide kinds alone': [namespace('{name: x}'), {name: 'x'}],
    'takes that of cluster-wide kinds away': [namespace('{name: x, namespace: prod}'), {name: 'x'}],
    'keeps metadata that is no map': [pod('x'), 'x'],
  }

  for (const [title, [object, metadata]] of Object.entries(cases)) {
    it(title, () => expect(metadataOf(inNamespace(object, {namespace: 'dev', isGiven: false}))).to.deep.equal(metadata))
  }

  it('replaces what is not a text, as kubectl does in the items of lists', () => {
    const [entry] = read('apiVersion: v1\nkind: ConfigMapList\nitems: [{metadata: {name: x, namespace: 5}}]\n')
    const placed = entry?.manifest && inNamespace(entry.manifest, {namespace: 'dev', isGiven: true})
    expect(placed && metadataOf(placed)).to.deep.equal({name: 'x', namespace: 'dev'})
  })

  describe('when the namespace is given', () => {
    const given = {namespace: 'dev', isGiven: true}

    it('refuses an object of another', () => {
      const message = 'the namespace from the provided object "prod" does not match the namespace "dev". '
        + "You must pass '--namespace=prod' to perform this operation."
      const refused = inNamespace(pod('{name: x, namespace: prod}'), given)
      expect(metadataOf(refused)).to.equal(`3:32 prod | manifest/namespace-mismatch stops object: ${message}`)
      expect(refused).to.include({field: 'metadata.namespace', hint: 'write "namespace: dev", or leave it out'})
    })

    it('takes one of the same, of none, and of no account', () => {
      const objects = [pod('{namespace: dev}'), pod('{}'), namespace('{namespace: prod}')]
      expect(objects.map((object) => metadataOf(inNamespace(object, given)))).to.deep.equal([{namespace: 'dev'}, {namespace: 'dev'}, {}])
    })
  })

  it('changes nothing in the manifest itself', () => {
    const object = pod('{name: x, resourceVersion: "7"}')
    inNamespace(forCreate(object), {namespace: 'dev', isGiven: false})
    expect(object.body['metadata']).to.deep.equal({name: 'x', resourceVersion: '7'})
  })
})

describe('forCreate', () => {
  const create = (object: Manifest): unknown => metadataOf(forCreate(object))

  it('takes the version away', () => {
    expect(create(pod('{name: x, resourceVersion: "7"}'))).to.deep.equal({name: 'x'})
    expect(create(namespace('{name: x, resourceVersion: "7"}'))).to.deep.equal({name: 'x'})
  })

  it('leaves one to the server that is no version', () => {
    expect(create(pod('{resourceVersion: ""}'))).to.deep.equal({resourceVersion: ''})
    expect(create(pod('{resourceVersion: 5}'))).to.deep.equal({resourceVersion: 5})
    expect(create(pod('x'))).to.equal('x')
  })
})
