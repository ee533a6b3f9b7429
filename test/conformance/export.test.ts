import {expect} from 'chai'
import fc from 'fast-check'

import {Cluster} from '../../src/cluster/cluster.js'
import type {NativeObject} from '../../src/export/native-types.js'
import {exported, resources} from '../helpers/exported.js'
import {type NativeAnswer, NativePolicies} from '../helpers/native-policies.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

type Json = Readonly<Record<string, unknown>>

interface Sent {
  readonly verb: 'create' | 'update' | 'patch' | 'patch-status' | 'delete'
  readonly object: Json & {readonly kind?: string, readonly metadata: Json}
  readonly namespace?: string
}

interface Answered {
  readonly code: number
  readonly labels?: Json
  readonly annotations?: Json
  readonly message?: string
}

interface Case {
  readonly id: string
  readonly mode: 'A' | 'B'
  readonly options?: {readonly annotator?: boolean, readonly resources?: readonly string[]}
  readonly policies: readonly Json[]
  readonly requests: readonly Sent[]
  readonly native: readonly NativeObject[]
  readonly responses: readonly Answered[]
}

/** The cases with valid names of namespaces. */
const cases = readVectors<Case>('metadata-policy-native')
  .map((each) => JSON.parse(JSON.stringify(each).replace(/\bNS\b/g, 'ns').replace(/\bOTHER\b/g, 'other')) as Case)

/** Exports policies with the options of the recording: the last of conflicting rules wins, and the annotator is optional. */
const nativeOf = ({policies, options}: Case): {readonly objects: readonly NativeObject[], readonly modes: readonly string[]} => {
  const {namespaces, problems} = exported(policies, {onConflict: 'by-name', qosAnnotator: options?.annotator === true, resources: resources(...options?.resources ?? ['pods'])})
  expect(problems).to.deep.equal([])
  return {objects: namespaces.flatMap(({objects}) => objects), modes: namespaces.map(({mode}) => mode)}
}

/** RFC 7386. */
function merge(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const result: Record<string, unknown> = typeof target === 'object' && target !== null ? {...target} : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(result, key)
    else result[key] = merge(result[key], value)
  }
  return result
}

/** An object with its defaults, as policies receive it. */
const defaulted = (object: Json, namespace: string): Json => new Cluster().handle({operation: 'CREATE', namespace, object}).object as unknown as Json

/** Results of native policies for requests, one after another. */
class Replay {
  private readonly policies: NativePolicies
  private readonly stored = new Map<string, Json>()

  constructor(objects: readonly NativeObject[]) {
    this.policies = new NativePolicies(objects)
  }

  send({verb, object, namespace = 'ns'}: Sent): Answered {
    const id = `${namespace}/${object.kind ?? 'Pod'}/${String(object.metadata['name'])}`
    const stored = this.stored.get(id)
    if (verb === 'create') return this.store(id, 201, this.policies.admit({operation: 'CREATE', namespace, object: defaulted(object, namespace)}))
    if (stored === undefined) return {code: 404}
    if (verb === 'delete' || verb === 'patch-status') return {code: 200}
    const {labels: _labels, annotations: _annotations, ...kept} = stored['metadata'] as Json
    const {labels, annotations} = object.metadata
    const put = {...stored, metadata: {...kept, ...labels !== undefined && {labels}, ...annotations !== undefined && {annotations}}}
    return this.store(id, 200, this.policies.admit({operation: 'UPDATE', namespace, object: verb === 'patch' ? merge(stored, object) as Json : put}))
  }

  private store(id: string, code: number, answer: NativeAnswer): Answered {
    if ('message' in answer) return {code: 403, message: answer.message}
    this.stored.set(id, answer.object)
    const {labels = {}, annotations = {}} = answer.object['metadata'] as {readonly labels?: Json, readonly annotations?: Json}
    return {code, labels, annotations}
  }
}

/** The parts of a recorded answer that depend on policies. */
const recorded = ({code, labels, annotations, message}: Answered): Answered =>
  ({code, ...labels && {labels}, ...annotations && {annotations}, ...code === 403 && message !== undefined && {message: message.replace(/^.* denied request: /, '')}})

function expectRecorded(objects: readonly NativeObject[], {requests, responses}: Case): void {
  const replay = new Replay(objects)
  for (const [i, request] of requests.entries()) {
    const expected = recorded(responses[i] ?? {code: 0})
    expect(replay.send(request), `${request.verb} ${i}`).to.deep.include(expected)
  }
}

/** Native objects without their expressions, whose results are compared instead. */
const outline = (objects: readonly NativeObject[]): unknown => JSON.parse(JSON.stringify(objects, (key, value: unknown) => {
  if (key === 'variables') return undefined
  return key === 'expression' || key === 'messageExpression' ? '' : value
}))

/** Keys and values of policies and requests, for objects like those of the case. */
function words(value: unknown): {keys: string[], values: string[]} {
  const keys = new Set<string>()
  const values = new Set(['', 'other'])
  JSON.stringify(value, (key, item: unknown) => {
    if (key === 'key') keys.add(String(item))
    else if (typeof item === 'string') values.add(item)
    if (['matchLabels', 'updatedLabels', 'updatedAnnotations', 'labels', 'annotations'].includes(key)) for (const name of Object.keys(item ?? {})) keys.add(name)
    return item
  })
  return {keys: [...keys, 'unknown'], values: [...values]}
}

const pods = (spec: Case): fc.Arbitrary<Json> => {
  const {keys, values} = words([spec.policies, spec.requests.map(({object}) => object.metadata)])
  const map = fc.option(fc.dictionary(fc.constantFrom(...keys), fc.constantFrom(...values), {maxKeys: 4}), {nil: undefined})
  return fc.record({labels: map, annotations: map}).map(({labels, annotations}) => ({
    apiVersion: 'v1', kind: 'Pod', metadata: {name: 'x', ...labels && {labels}, ...annotations && {annotations}}, spec: {containers: [{name: 'c', image: 'i'}]},
  }))
}

describe('exported policies, compared with recordings of a real server', () => {
  for (const each of cases.filter(isReplayed)) {
    it(each.id, () => {
      const {objects, modes} = nativeOf(each)
      // The evaluator repeats the recorded results of the recorded policies, so its results for the exported ones can be trusted.
      expectRecorded(each.native, each)
      expectRecorded(objects, each)
      expect(outline(objects)).to.deep.equal(outline(each.native))
      expect(modes.includes('marker')).to.equal(each.mode === 'B')
    })
  }

  it('have the same results as the recorded policies for random pods @slow', () => {
    for (const each of cases) {
      const [ours, theirs] = [new NativePolicies(nativeOf(each).objects), new NativePolicies(each.native)]
      fc.assert(fc.property(pods(each), fc.constantFrom('CREATE', 'UPDATE'), fc.constantFrom('ns', 'other'), (object, operation, namespace) => {
        expect(ours.admit({operation, namespace, object}), each.id).to.deep.equal(theirs.admit({operation, namespace, object}))
      }), {numRuns: 60})
    }
  })

  it('are compared in all 82 cases', () => expect(cases).to.have.length(82))
})
