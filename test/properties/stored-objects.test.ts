import {expect} from 'chai'
import * as fc from 'fast-check'
import {isDeepStrictEqual} from 'node:util'

import type {Cluster} from '../../src/cluster/cluster.js'
import type {Review} from '../../src/cluster/review.js'
import type {KubeObject} from '../../src/kinds/kind.js'
import {acceptedObjects} from '../helpers/accepted/index.js'
import {kindOf} from '../helpers/field-places.js'
import {send, vectorCluster} from '../helpers/replay.js'
import {createdObjects} from '../helpers/reviewed.js'
import {runs} from '../helpers/runs.js'
import {verdict} from '../helpers/test-cluster.js'
import {readVectors} from '../helpers/vectors.js'
import {inNamespace, type WholeCase} from '../helpers/whole-objects.js'
import {variationOf} from './variations.js'

type Body = Readonly<Record<string, unknown>>

/** The object without the metadata that an update without changes may overwrite. */
function comparable({metadata, ...object}: Body): Body {
  const {resourceVersion: _version, managedFields: _managed, ...rest} = metadata as Body
  return {...object, metadata: rest}
}

/** Results for the accepted objects of a case, each sent again as stored. */
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

/** A server stores this object and then rejects it: an external name with an address (spec kinds 2.4). */
const quirk = 'kind-validation/Service/update-external-with-ip'

describe('stored objects sent back unchanged', () => {
  for (const [file, atLeast] of [['pod-validation', 500], ['kind-validation', 900]] as const) {
    it(`are accepted without changes: every object of ${file}`, () => {
      let count = 0
      const vectors = readVectors<WholeCase>(file).filter(({id, responses}) => id !== quirk && responses.some(({code}) => code < 300)).map(inNamespace)
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

/** An object as a manifest, without the fields set by the server. */
function withoutServerFields({metadata, ...object}: Body): Body {
  const {uid: _uid, resourceVersion: _version, creationTimestamp: _time, generation: _generation, managedFields: _managed, ...kept} = metadata as Body
  return {...object, metadata: kept}
}

/** The object with a name, and in the namespace of the request. */
function named({metadata, ...object}: Body): Body {
  const {name = 'x', namespace: _namespace, generateName: _generateName, ...rest} = metadata as Body
  return {...object, metadata: {...rest, name}}
}

/** Stored form of an object; undefined if the cluster rejects it. */
function storedIn(cluster: Cluster, object: Body): Body | undefined {
  const {allowed} = cluster.handle({operation: 'CREATE', namespace: 'ns', object})
  const {apiVersion, kind, metadata: {name = ''}} = object as unknown as KubeObject
  return allowed ? cluster.get({apiVersion, kind, namespace: 'ns', name}) : undefined
}

/** The server adds labels to the selectors of such a pod, and rejects a pod that already has them. */
const isOfOwnLabels = ({status: {message}}: Review): boolean => message.includes('exists in both matchLabelKeys and labelSelector')

describe('variations of accepted objects', () => {
  const byKind = new Map<string, Body[]>()
  const empty = vectorCluster()

  before(() => {
    const own = Object.values(acceptedObjects).filter(({subresource}) => subresource === undefined).map(({object}) => object)
    for (const object of [...createdObjects(), ...own]) byKind.set(kindOf(object), [...byKind.get(kindOf(object)) ?? [], named(object)])
  })

  /** Checks what is stored of variations, of which most are accepted. */
  function checkStored(seed: number, check: (stored: Body, cluster: Cluster) => void): void {
    let [count, accepted] = [0, 0]
    for (const objects of byKind.values()) {
      fc.assert(fc.property(variationOf(objects), (object) => {
        const cluster = empty.fork()
        const stored = storedIn(cluster, object)
        count++
        if (stored === undefined) return
        accepted++
        check(stored, cluster)
      }), {numRuns: runs(200), seed})
    }
    expect(byKind.size).to.be.above(30)
    expect(accepted / count).to.be.above(0.5)
  }

  it('are accepted unchanged after they are stored', () => checkStored(1, (stored, cluster) => {
    const again = cluster.handle({operation: 'UPDATE', object: stored})
    expect(verdict(again)).to.equal('200')
    expect(comparable(again.object ?? {})).to.deep.equal(comparable(stored))
  }))

  // This includes Jobs with the uid of the original, because all objects of kadm have the same uid.
  it('are stored unchanged by another cluster', () => checkStored(2, (stored) => {
    const object = withoutServerFields(stored)
    const other = empty.fork()
    const review = other.handle({operation: 'CREATE', object, dryRun: true})
    if (isOfOwnLabels(review)) return
    expect(verdict(review)).to.equal('201')
    expect(withoutServerFields(storedIn(other, object) ?? {})).to.deep.equal(object)
  }))
})
