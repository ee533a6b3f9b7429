import {expect} from 'chai'

import {Cluster} from '../../src/cluster/cluster.js'
import type {Review} from '../../src/cluster/review.js'
import {readVectors} from '../helpers/vectors.js'

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

/** Where the native policies were not all that the MetadataPolicies are, and why. */
const others: Readonly<Record<string, {readonly code: number, readonly because: string}>> = {
  'metadata-policy-native/match-all-reject 2': {code: 403, because: 'the native policies were for pods alone, and this is a ConfigMap'},
  'metadata-policy-native/two-rejects-marker 5': {code: 201, because: 'the object has the marker itself by which native policies tell that a rule rejects'},
}

const names: Readonly<Record<string, string>> = {NS: 'ns', OTHER: 'other'}

/** A value with the namespaces by names that a namespace can have. */
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

/** Sends a request as the vectors mean it (metadatapolicy spec 12). */
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

/** As much of an answer as was recorded. */
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

describe('MetadataPolicies do what their translation did on a real server', () => {
  const cases = named(readVectors<Case>('metadata-policy-native'))

  for (const {id, options, policies, requests, responses} of cases) {
    it(id, () => {
      const cluster = new Cluster({metadataPolicyConflict: 'by-name', enableAdmissionPlugins: options?.annotator === true ? ['PodQos'] : []})
      for (const policy of policies) expect(cluster.handle({operation: 'CREATE', object: policy}).status.code).to.equal(201)
      for (const [i, request] of requests.entries()) {
        const expected = responses[i] ?? {code: 0}
        const other = others[`${id} ${i}`]
        const review = send(cluster, request)
        const answer = answered(review, expected)
        if (other === undefined) {
          expect(answer, `${request.verb} ${i}`).to.deep.equal(recorded(expected))
          expect(review.status.message, `${request.verb} ${i}`).to.contain(rejectionIn(expected))
        } else expect(answer.code, other.because).to.equal(other.code).and.not.equal(expected.code)
      }
    })
  }

  it('in every recorded case', () => {
    expect(cases).to.have.length(82)
    expect(Object.keys(others).every((key) => cases.some(({id}) => key.startsWith(`${id} `)))).to.equal(true)
  })
})
