import {expect} from 'chai'

import type {Cluster} from '../../src/cluster/cluster.js'
import type {Review} from '../../src/cluster/review.js'
import type {KubernetesVersion} from '../../src/machinery/version/kubernetes-version.js'
import {cutDown, prune, sortedMessage} from './compare.js'
import {send, type VectorRequest} from './replay.js'

interface Answer {
  readonly code: number
  readonly reason?: string
  readonly message?: string
  readonly object?: Record<string, unknown>
  readonly warnings?: readonly string[]
  /** Other recorded messages, if upstream chooses one at random. */
  readonly alternatives?: readonly string[]
}

/** Recorded requests with the parts of their answers that policies can change. */
export interface RequestsCase {
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

const comparable = ({code, reason, message, object, warnings}: Answer): unknown => code < 300
  ? {code, object: object && prune(object), warnings: warnings ?? []}
  : {code, reason, message: sortedMessage(message ?? ''), warnings: warnings ?? []}

/** A request as it was sent: these files omit the namespace of the case, also in events. */
function whole(request: VectorRequest): VectorRequest {
  const {object} = request
  if (object['kind'] !== 'Event') return request
  return {...request, object: {...object, involvedObject: {namespace: 'ns', ...object['involvedObject'] as object}}}
}

const answerOf = ({status: {code, reason, message}, object, warnings}: Review): Answer =>
  ({code, ...code >= 300 && {reason, message}, ...object && {object: cutDown(object)}, warnings})

const quotaStatus = (cluster: Cluster, name: string): unknown =>
  cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'ns', name})?.['status']

/** Sends the requests of a case to a cluster, and compares the answers with the recorded ones. `check` also sees each review. */
export function expectAnswers(
  {requests, responses, quotas = {}}: RequestsCase, cluster: Cluster, check?: (review: Review, request: VectorRequest) => void,
): void {
  const given = requests.map((request) => {
    const review = send(cluster, whole(request))
    check?.(review, request)
    return answerOf(review)
  })
  for (const [i, expected] of responses.entries()) {
    const {object, ...rest} = given[i] ?? {code: 0}
    const comparison = expected.object === undefined ? rest : {...rest, ...object && {object}}
    const message = expected.alternatives?.find((alternative) => alternative === rest.message) ?? expected.message
    expect(comparable(comparison), `request ${i + 1}`).to.deep.equal(comparable({...expected, ...message !== undefined && {message}}))
  }
  for (const [name, expected] of Object.entries(quotas)) {
    expect(prune(quotaStatus(cluster, name)), `quota ${name}`).to.deep.equal(prune(expected))
  }
}
