import {expect} from 'chai'

import {Cluster} from '../../src/cluster/cluster.js'
import type {Json, JsonObject} from '../../src/machinery/decode/encode.js'
import {threeWayPatch} from '../../src/machinery/patch/three-way.js'
import type {Manifest} from '../../src/manifests/manifest.js'
import {inNamespace} from '../../src/manifests/namespace.js'
import {readManifests} from '../../src/manifests/read-manifests.js'
import {lastAppliedOf, withLastApplied} from '../../src/simulate/operations/last-applied.js'
import {send} from '../../src/simulate/operations/send.js'
import {SourceFile} from '../../src/source/source-file.js'
import {disabledPlugins} from '../helpers/replay.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

/** Request of `kubectl apply` for a manifest of an existing object, and the server's answer and stored object. */
interface Vector {
  readonly id: string
  readonly live: JsonObject
  readonly sent: JsonObject
  readonly unchanged?: true
  readonly patch?: JsonObject
  readonly code: number
  readonly message?: string
  readonly warnings?: readonly string[]
  readonly object?: JsonObject
}

function manifestOf(body: JsonObject): Manifest {
  const [entry] = readManifests(new SourceFile('sent.yaml', JSON.stringify(body)))
  const manifest = entry?.manifest && inNamespace(entry.manifest, {namespace: 'dev', isGiven: true})
  if (manifest === undefined || 'ruleId' in manifest) throw new Error('no manifest')
  return manifest
}

/** An object without the fields that differ between runs, which the recordings omit. */
function recorded(object: JsonObject | undefined): Json {
  const {metadata, ...rest} = object ?? {}
  const {uid: _uid, resourceVersion: _version, creationTimestamp: _created, managedFields: _fields, ...kept} = (metadata ?? {}) as JsonObject
  return {...rest, metadata: kept}
}

describe('recorded answers: kubectl apply', () => {
  const vectors = readVectors<Vector>('apply')

  it('contain all cases', () => {
    const count = (code: number): number => vectors.filter((vector) => vector.code === code).length
    expect([vectors.length, count(200), count(422)]).to.deep.equal([174, 151, 23])
  })

  for (const {id, live, sent, patch = {}, code, message = '', unchanged, warnings = [], object} of vectors.filter(isReplayed)) {
    it(id, () => {
      const manifest = manifestOf(sent)
      const modified = withLastApplied(manifest.body)
      expect(threeWayPatch({original: JSON.parse(lastAppliedOf(live) ?? '{}') as JsonObject, modified, current: live})).to.deep.equal(patch)
      const cluster = new Cluster({disableAdmissionPlugins: disabledPlugins})
      expect(cluster.load({object: live, namespace: 'dev'}).allowed).to.equal(true)
      const review = send(cluster, manifest, {operation: 'apply'})
      expect([review.status.code, review.status.message.split('\n')[0], review.isUnchanged]).to.deep.equal([code, message.split('\n')[0], unchanged])
      if (code !== 200) return
      expect(recorded(review.object)).to.deep.equal(recorded(object ?? live))
      expect(review.warnings).to.deep.equal(warnings)
    })
  }
})
