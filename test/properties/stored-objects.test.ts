import {expect} from 'chai'
import {isDeepStrictEqual} from 'node:util'

import type {KubeObject} from '../../src/kinds/kind.js'
import type {Review} from '../../src/cluster/review.js'
import {readVectors} from '../helpers/vectors.js'
import {inNamespace, type WholeCase} from '../helpers/whole-objects.js'
import {send, vectorCluster} from '../helpers/replay.js'

type Body = Readonly<Record<string, unknown>>

/** The parts of metadata that an update without a change may write anew. */
function comparable({metadata, ...object}: Body): Body {
  const {resourceVersion: _version, managedFields: _managed, ...rest} = metadata as Body
  return {...object, metadata: rest}
}

/** What comes of the objects of a case that are accepted, each sent back as it is stored. */
function sentBack({requests}: WholeCase): {readonly stored: Body, readonly again: Review}[] {
  const cluster = vectorCluster()
  return requests.flatMap((request) => {
    const {object, allowed} = send(cluster, request)
    const {apiVersion, kind, metadata} = (object ?? {}) as unknown as KubeObject
    if (!allowed || object === undefined) return []
    const {namespace, name = ''} = metadata
    const stored = cluster.get({apiVersion, kind, name, ...namespace !== undefined && {namespace}})
    if (stored === undefined) return []
    return [{stored, again: cluster.handle({operation: 'UPDATE', object: stored})}]
  })
}

/** A server stores this, and refuses it then: an external name with an address (kinds spec 2.4). */
const quirk = 'kind-validation/Service/update-external-with-ip'

describe('stored objects, sent back as they are', function () {
  this.timeout(60_000)

  for (const [file, atLeast] of [['pod-validation', 500], ['kind-validation', 900]] as const) {
    it(`are accepted and stay as they are: all of ${file}`, () => {
      let count = 0
      const vectors = readVectors<WholeCase>(file).filter(({id}) => id !== quirk).map(inNamespace)
      const problems = vectors.flatMap((vector) => sentBack(vector).flatMap(({stored, again}) => {
        count++
        if (!again.allowed) return [`${vector.id}: ${again.status.code} ${again.status.message}`]
        const isSame = isDeepStrictEqual(comparable(stored), comparable(again.object ?? {}))
        return isSame ? [] : [`${vector.id}: ${JSON.stringify(stored)} became ${JSON.stringify(again.object)}`]
      }))
      expect(problems).to.deep.equal([])
      expect(count).to.be.above(atLeast)
    })
  }
})
