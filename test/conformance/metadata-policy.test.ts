import {expect} from 'chai'

import {Cluster} from '../../src/cluster/cluster.js'
import type {Review} from '../../src/cluster/review.js'
import {expectRecorded, ownAnswer} from '../helpers/exceptions.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

type Json = Record<string, unknown>

interface Sent {
  readonly verb: 'create' | 'update' | 'patch' | 'patch-status' | 'delete'
  readonly object: Json & {readonly metadata: Json}
  readonly namespace?: string
}

interface Answered {
  readonly code: number
  readonly labels?: Json
  readonly annotations?: Json
  readonly qosClass?: string
  readonly message?: string
}

interface Case {
  readonly id: string
  readonly options?: {readonly annotator?: boolean, readonly resources?: readonly string[], readonly skip_terminating?: boolean}
  readonly policies: readonly Json[]
  readonly requests: readonly Sent[]
  readonly responses: readonly Answered[]
}

const names: Readonly<Record<string, string>> = {NS: 'ns', OTHER: 'other'}

/** A value with valid names of namespaces. */
function named<T>(value: T): T {
  if (typeof value === 'string') return (names[value] ?? value) as T
  if (Array.isArray(value)) return value.map(named) as T
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, named(item)])) as T : value
}

/** RFC 7386. */
function merge(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const result: Json = typeof target === 'object' && target !== null ? {...target} : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(result, key)
    else result[key] = merge(result[key], value)
  }
  return result
}

/** Sends a request of the vectors (spec metadatapolicy 12). */
function send(cluster: Cluster, {verb, object, namespace = 'ns'}: Sent): Review {
  const {apiVersion = 'v1', kind = 'Pod', metadata} = object
  const stored = cluster.get({apiVersion: String(apiVersion), kind: String(kind), namespace, name: String(metadata['name'])}) ?? object
  const {labels: _labels, annotations: _annotations, ...kept} = stored['metadata'] as Json
  const whole = {...stored, metadata: {...kept, ...metadata}}
  switch (verb) {
    case 'create': return cluster.handle({operation: 'CREATE', namespace, object})
    case 'update': return cluster.handle({operation: 'UPDATE', namespace, object: whole})
    case 'patch': return cluster.handle({operation: 'UPDATE', namespace, object: merge(stored, object) as Json})
    case 'patch-status': return cluster.handle({operation: 'UPDATE', subresource: 'status', namespace, object: merge(stored, object) as Json})
    case 'delete': return cluster.handle({operation: 'DELETE', namespace, object})
  }
}

/** The recorded parts of an answer. */
function answered({status: {code}, object}: Review, expected: Answered): Answered {
  const {metadata, status} = (object ?? {}) as {readonly metadata?: Json, readonly status?: Json}
  return {
    code,
    ...expected.labels && {labels: {...metadata?.['labels'] as Json}, annotations: {...metadata?.['annotations'] as Json}},
    ...expected.qosClass !== undefined && {qosClass: String(status?.['qosClass'])},
  }
}

const recorded = ({code, labels, annotations, qosClass}: Answered): Answered =>
  ({code, ...labels && {labels}, ...annotations && {annotations}, ...qosClass !== undefined && {qosClass}})

/** Message of a native policy for the rejecting rule; one of them if there are several. */
const rejectionIn = ({message = ''}: Answered): string => (/rejected by .*$/.exec(message)?.[0] ?? '').replace(/\b(?:NS|OTHER)\b/, (name) => names[name] ?? name)

describe('MetadataPolicies, compared with recordings of their native policies', () => {
  const cases = named(readVectors<Case>('metadata-policy-native'))

  for (const {id, options, policies, requests, responses} of cases.filter(isReplayed)) {
    it(id, () => {
      const enableAdmissionPlugins = options?.annotator === true ? ['PodQos'] : []
      const cluster = new Cluster({metadataPolicyConflict: 'by-name', disableAdmissionPlugins: ['ServiceAccount'], enableAdmissionPlugins})
      for (const policy of policies) expect(cluster.handle({operation: 'CREATE', object: policy}).status.code).to.equal(201)
      const reviews = requests.map((request) => send(cluster, request))
      const expectRecordedAt = (i: number): void => {
        const expected = responses[i] ?? {code: 0}
        const review = reviews[i]!
        expect(answered(review, expected), `request ${i + 1}`).to.deep.equal(recorded(expected))
        expect(review.status.message, `request ${i + 1}`).to.contain(rejectionIn(expected))
      }
      const [, number, code] = /^request (\d+): (\d+)$/.exec(ownAnswer('metadata-policy', id) ?? '') ?? []
      for (const i of requests.keys()) if (i + 1 !== Number(number)) expectRecordedAt(i)
      if (number === undefined) return
      expectRecorded('metadata-policy', id, () => expectRecordedAt(Number(number) - 1))
      expect(reviews[Number(number) - 1]?.status.code).to.equal(Number(code))
    })
  }

  it('are compared in all 82 cases', () => expect(cases).to.have.length(82))
})
