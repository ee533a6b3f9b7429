import {expect} from 'chai'

import type {Cluster} from '../../src/cluster/cluster.js'
import type {KubernetesVersion} from '../../src/machinery/version/kubernetes-version.js'
import {cutDown, prune, sortedMessage} from '../helpers/compare.js'
import {send, vectorCluster, type VectorRequest} from '../helpers/replay.js'
import {isOfVersion, isReplayed, readVectors, replayedVersions} from '../helpers/vectors.js'

interface Answer {
  readonly code: number
  readonly reason?: string
  readonly message?: string
  readonly object?: Record<string, unknown>
  readonly warnings?: readonly string[]
  /** Other recorded messages, if upstream chooses one at random. */
  readonly alternatives?: readonly string[]
}

interface Case {
  readonly id: string
  readonly requests: readonly VectorRequest[]
  readonly responses: readonly Answer[]
  /** The status of each quota of the namespace after the last request. */
  readonly quotas?: Readonly<Record<string, {readonly hard: unknown, readonly used: unknown}>>
  /** False if no controller ran. */
  readonly controller?: false
  /** The version that answered, where it is not 1.36. */
  readonly kubernetesVersion?: KubernetesVersion
}

/** Number of cases in each file of recorded answers. */
const files = {
  'limitrange': 300, 'limitranger-pod': 400, 'limitranger-pvc': 120, 'limitrange-update': 100, 'limitranger-edge': 353,
  'quota': 300, 'quota-admission': 400, 'quota-update': 100, 'resourcequota-edge': 420, 'kubernetes-1.37-policies': 39,
}

const comparable = ({code, reason, message, object, warnings}: Answer): unknown => code < 300
  ? {code, object: object && prune(object), warnings: warnings ?? []}
  : {code, reason, message: sortedMessage(message ?? ''), warnings: warnings ?? []}

/** A request as it was sent: these files omit the namespace of the case, also in events. */
function whole(request: VectorRequest): VectorRequest {
  const {object} = request
  if (object['kind'] !== 'Event') return request
  return {...request, object: {...object, involvedObject: {namespace: 'ns', ...object['involvedObject'] as object}}}
}

function answer(cluster: Cluster, request: VectorRequest): Answer {
  const {status: {code, reason, message}, object, warnings} = send(cluster, whole(request))
  return {code, ...code >= 300 && {reason, message}, ...object && {object: cutDown(object)}, warnings}
}

const quotaStatus = (cluster: Cluster, name: string): unknown =>
  cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'ns', name})?.['status']

/** A case with each version that gave its answers. */
const byVersion = (vector: Case): {readonly vector: Case, readonly version: KubernetesVersion}[] =>
  (vector.kubernetesVersion === undefined ? replayedVersions.filter((version) => isOfVersion(vector, version)) : [vector.kubernetesVersion])
    .map((version) => ({vector, version}))

for (const [file, count] of Object.entries(files)) {
  describe(`recorded answers: ${file}`, () => {
    const cases = readVectors<Case>(file)

    it('contain all cases', () => expect(cases).to.have.length(count))

    for (const {vector, version} of cases.filter(isReplayed).flatMap(byVersion)) {
      it(`${vector.id} by ${version}`, () => {
        const cluster = vectorCluster({controllers: vector.controller ?? true, kubernetesVersion: version})
        const given = vector.requests.map((request) => answer(cluster, request))
        for (const [i, expected] of vector.responses.entries()) {
          const {object, ...rest} = given[i] ?? {code: 0}
          const comparison = expected.object === undefined ? rest : {...rest, ...object && {object}}
          const message = expected.alternatives?.find((alternative) => alternative === rest.message) ?? expected.message
          expect(comparable(comparison), `request ${i + 1}`).to.deep.equal(comparable({...expected, ...message !== undefined && {message}}))
        }
        for (const [name, expected] of Object.entries(vector.quotas ?? {})) {
          expect(prune(quotaStatus(cluster, name)), `quota ${name}`).to.deep.equal(prune(expected))
        }
      })
    }
  })
}
