import {expect} from 'chai'

import {uuidStandIn} from '../../src/machinery/object-meta.js'
import {prune} from '../helpers/compare.js'
import {send, vectorCluster, type VectorRequest} from '../helpers/replay.js'
import {readVectors} from '../helpers/vectors.js'

/** The kinds that kadm knows in full, as the ids of the vectors name them. */
const covered = [
  'ConfigMap', 'CronJob', 'DaemonSet', 'Deployment', 'Event', 'Event1', 'HorizontalPodAutoscaler', 'HorizontalPodAutoscaler1', 'Job', 'Namespace',
  'PodDisruptionBudget', 'PodTemplate', 'ReplicaSet', 'ReplicationController', 'Secret', 'Service', 'ServiceAccount', 'StatefulSet',
]

type Body = Readonly<Record<string, unknown>>

interface Answer {
  readonly code: number
  readonly reason?: string
  readonly message?: string
  readonly object?: Body
  readonly warnings?: readonly string[]
}

interface Case {
  readonly id: string
  readonly requests: readonly VectorRequest[]
  readonly responses: readonly Answer[]
}

/**
 * What kadm answers where the server refused for the ranges that its flags set: nothing in a manifest tells them. kadm refuses
 * what is in no cluster's range, and names the usual one.
 */
const unprovable = new Map([
  ['Service/ip-outside', '201'],
  ['Service/ip-kubernetes', '201'],
  ['Service/ip-network', '201'],
  ['Service/node-port-range', '201'],
  ['Service/node-port-negative', '422 Service "x" is invalid: spec.ports[0].nodePort: Invalid value: -5: '
    + 'provided port is not in the valid range. The range of valid ports is 30000-32767'],
  ['Service/health-range', '201'],
  ['Service/update-nodeport-range', '201 200'],
].map(([id, answer]) => [`kind-validation/${id ?? ''}`, answer]))

/** Cases that are left out, each with the reason. */
const leftOut: ReadonlyMap<string, string> = new Map([
  ['kind-validation/DaemonSet/status-dropped', 'recorded without strict field validation, which kadm always has: the status has an unknown field'],
])

const kindOf = ({id}: Case): string => /^kind-validation\/(?:\d-\d+-)?([^/]+)/.exec(id)?.[1] ?? ''

/** The vectors write `NS` for the namespace of the case, which the replay calls `ns`, and `UID` for the uid of an object; as a key, it is itself. */
const inNamespace = <T>(value: T): T => JSON.parse(JSON.stringify(value).replace(/\bNS\b/g, 'ns').replace(/\bUID\b(?!\\?":)/g, uuidStandIn)) as T

/** Leaves out the addresses and ports that the server chose, which kadm does not make up. */
function withoutAllocated(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== 'allocated').map(withoutAllocated)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== 'allocated').map(([key, item]) => [key, withoutAllocated(item)]))
}

/** The metadata that do not differ from one recording to the next. */
const recorded = ['name', 'generateName', 'generation', 'labels', 'annotations', 'finalizers', 'ownerReferences']

function whole({apiVersion: _apiVersion, metadata, ...object}: Body): unknown {
  const fields = Object.entries(metadata as Body).filter(([field]) => recorded.includes(field))
  return prune(withoutAllocated({...object, metadata: Object.fromEntries(fields)}))
}

const comparable = ({code, reason, message, object, warnings}: Answer): unknown => code < 300
  ? {code, object: object && whole(object), warnings: warnings ?? []}
  : {code, reason, message, warnings: warnings ?? []}

function answers({requests}: Case): Answer[] {
  const cluster = vectorCluster()
  return requests.map((request) => {
    const {status: {code, reason, message}, object, warnings} = send(cluster, request)
    return {code, ...code >= 300 && {reason, message}, ...object && {object}, warnings}
  })
}

describe('recorded answers: kind-validation', () => {
  const cases = readVectors<Case>('kind-validation').map(inNamespace)

  it('are all there', () => expect(cases).to.have.length(1558))

  for (const vector of cases.filter((candidate) => covered.includes(kindOf(candidate)) && !leftOut.has(candidate.id))) {
    it(vector.id, () => {
      const given = answers(vector)
      const own = unprovable.get(vector.id)
      if (own !== undefined) {
        expect(given.map(({code, message}) => message === undefined ? code : `${code} ${message}`).join(' ')).to.equal(own)
        return
      }
      for (const [i, expected] of vector.responses.entries()) {
        expect(comparable(given[i] ?? {code: 0}), `request ${i + 1}`).to.deep.equal(comparable(expected))
      }
    })
  }
})
