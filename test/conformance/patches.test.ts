import {expect} from 'chai'

import {Cluster} from '../../src/cluster/cluster.js'
import type {JsonObject} from '../../src/machinery/decode/encode.js'
import type {JsonPatchOperation} from '../../src/machinery/patch/json-patch.js'
import type {Manifest} from '../../src/manifests/manifest.js'
import {inNamespace} from '../../src/manifests/namespace.js'
import {readManifests} from '../../src/manifests/read-manifests.js'
import {send} from '../../src/simulate/operations/send.js'
import {SourceFile} from '../../src/source/source-file.js'
import {disabledPlugins} from '../helpers/replay.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

/** A patch of an object that was just created, and the server's answer. */
interface Vector {
  readonly id: string
  readonly object: JsonObject
  readonly patch: JsonObject | readonly JsonPatchOperation[]
  readonly code: number
  readonly reason?: string
  readonly message?: string
  readonly stored?: JsonObject
}

function manifestOf(body: JsonObject): Manifest {
  const [entry] = readManifests(new SourceFile('sent.yaml', JSON.stringify(body)))
  const manifest = entry?.manifest && inNamespace(entry.manifest, {namespace: 'ns', isGiven: true})
  if (manifest === undefined || 'ruleId' in manifest) throw new Error('no manifest')
  return manifest
}

/** An object without the fields that differ between runs, which the recordings omit. */
function recorded(object: JsonObject | undefined): JsonObject {
  const {metadata, ...rest} = object ?? {}
  const {uid: _uid, resourceVersion: _version, creationTimestamp: _created, managedFields: _fields, ...kept} = (metadata ?? {}) as JsonObject
  return {...rest, metadata: {...kept, namespace: 'NS'}}
}

/** A message without the whole object, which holds times and managed fields. */
const withoutObject = (message: string): string => message.split('\n')[0]?.replace(/(?<=patch: Invalid value: )"\{.*\}"(?=: )/, '"OBJECT"') ?? ''

describe('recorded answers: patches', () => {
  for (const {id, object, patch, code, reason = '', message = '', stored} of readVectors<Vector>('patches').filter(isReplayed)) {
    it(id, () => {
      const cluster = new Cluster({disableAdmissionPlugins: disabledPlugins})
      expect(cluster.handle({operation: 'CREATE', object, namespace: 'ns'}).allowed).to.equal(true)
      const sent = Array.isArray(patch) ? {kind: 'json' as const, operations: patch as readonly JsonPatchOperation[]} : {kind: 'merge' as const, value: patch as JsonObject}
      const {status, object: result} = send(cluster, manifestOf(object), {patch: sent})
      expect([status.code, code === 200 ? '' : status.reason, withoutObject(status.message)]).to.deep.equal([code, reason, withoutObject(message)])
      if (code === 200) expect(recorded(result)).to.deep.equal(recorded(stored))
    })
  }
})
