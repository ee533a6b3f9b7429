import {expect} from 'chai'

import type {Cluster} from '../../src/cluster/cluster.js'
import type {Review} from '../../src/cluster/review.js'
import type {KubernetesVersion} from '../../src/machinery/version/kubernetes-version.js'
import {send, vectorCluster, type VectorRequest} from '../helpers/replay.js'
import {isReplayed, readVectors, versionsFor} from '../helpers/vectors.js'
import {inNamespace} from '../helpers/whole-objects.js'

interface Answer {
  readonly code: number
  readonly reason?: string
  readonly message?: string
  readonly warnings?: readonly string[]
}

interface Case {
  readonly id: string
  /** The labels of the namespace. */
  readonly labels: Readonly<Record<string, string>>
  readonly requests?: readonly VectorRequest[]
  readonly responses?: readonly Answer[]
  /** The answers to a namespace with these labels, and to an update to them of one that has none. */
  readonly namespace?: {readonly labels: Readonly<Record<string, string>>, readonly create?: Answer, readonly update?: Answer}
}

const namespaced = (labels: object): Record<string, unknown> => ({apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'ns', labels}})

const answerOf = ({status: {code, reason, message}, warnings}: Review): Answer =>
  ({code, ...code >= 300 && {reason, message}, ...warnings.length > 0 && {warnings}})

/** A cluster with the namespace of a case. */
function clusterOf(vector: Case, kubernetesVersion: KubernetesVersion): Cluster {
  const cluster = vectorCluster({allowPrivileged: true, kubernetesVersion})
  cluster.handle({operation: 'CREATE', object: namespaced(vector.labels)})
  return cluster
}

describe('recorded answers: pod-security', () => {
  const cases = readVectors<Case>('pod-security').map(inNamespace)

  it('contain all cases', () => expect(cases).to.have.length(873))

  for (const vector of cases.filter(isReplayed)) {
    for (const version of versionsFor(vector)) {
      it(`${vector.id} by ${version}`, () => {
        const cluster = clusterOf(vector, version)
        const given = (vector.requests ?? []).map((request) => answerOf(send(cluster, request)))
        if (vector.responses !== undefined) expect(given).to.deep.equal(vector.responses)
        const {labels = {}, create, update} = vector.namespace ?? {}
        const object = namespaced(labels)
        if (create !== undefined) expect(answerOf(vectorCluster().handle({operation: 'CREATE', object, dryRun: true}))).to.deep.equal(create)
        if (update !== undefined) expect(answerOf(cluster.handle({operation: 'UPDATE', object, dryRun: true}))).to.deep.equal(update)
      })
    }
  }
})
