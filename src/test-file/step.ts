import {type Decoded, type Decoder, duration, field, fields, type FieldValues, integer, listOf, mapped, oneOf, onlyOne, text} from './decoder.js'
import {type Expectation, expectations} from './expectation.js'
import {objectSource, type ObjectSource, patch, type Patch} from './object-source.js'
import type {TestNode} from './test-node.js'

/** The operations of a step. `update` replaces an object; `patch` and `scale` change a stored one. */
const stepOperations = ['create', 'update', 'apply', 'delete', 'patch', 'scale'] as const

export type StepOperation = typeof stepOperations[number]

/** The subresources to which a step can send an object. */
export const stepSubresources = ['status', 'resize', 'scale', 'ephemeralcontainers'] as const

/** Maximum number of times that one step is sent. */
export const maxRepetitions = 10_000

/** The fields of a test that describe its only step; `steps` is the alternative. */
export const stepFields = {
  object: field('The object to send: a path relative to this file, an object, or a map with base and patch.', objectSource),
  objects: field('The objects to send, one after another.', listOf(objectSource)),
  operation: field('How to send it. By default an object is created, or applied if it exists.', oneOf(stepOperations)),
  subresource: field('The subresource to which the object is sent.', oneOf(stepSubresources)),
  patch: field('What operation patch sends: a strategic merge patch, or a list of operations of a JSON patch.', patch),
  replicas: field('The number of replicas for operation scale.', integer(0, 2 ** 31 - 1)),
  user: field('The user who sends it.', text('the name of a user')),
  groups: field('The groups of that user.', listOf(text('the name of a group'), {orOne: true})),
  at: field('Time since the beginning of the test: 1.5s.', duration),
  times: field('How many times it is sent.', integer(1, maxRepetitions)),
  every: field('Time between two repetitions.', duration),
  expect: field('What must be true of the answer; a list for several objects. By default every object is admitted.', expectations),
}

const stepShape = fields('a step', {name: field('Description of the step.', text()), ...stepFields})

/** Objects to send, and what is expected of the answers. */
export interface Step {
  readonly name?: string
  readonly objects: readonly ObjectSource[]
  readonly operation?: StepOperation
  readonly subresource?: typeof stepSubresources[number]
  readonly patch?: Patch
  readonly replicas?: number
  readonly user?: string
  readonly groups?: readonly string[]
  /** Nanoseconds since the beginning of the test. */
  readonly at?: bigint
  /** 1 by default. */
  readonly times?: number
  /** Nanoseconds between two repetitions; 0 by default. */
  readonly every?: bigint
  readonly expectations: readonly Expectation[]
  readonly node: TestNode
}

type StepValues = Partial<FieldValues<typeof stepFields>> & {readonly name?: string}

/** Returns the step that fields describe; reports fields that do not fit together. */
export function stepOf(values: StepValues, node: TestNode): Step | null {
  const {object, objects, expect = [], node: _, ...rest} = values
  const {operation, subresource, patch: sent, replicas, user, groups, times, every} = rest
  if (!onlyOne(node, ['object', 'objects'])) return null
  const sources = objects ?? (object === undefined ? [] : [object])
  if (sources.length === 0) return node.report('policy-test/missing-field', `${node.name} has no object: set object, or objects`)
  const errors = [
    operation === 'patch' && sent === undefined && 'operation patch needs a patch',
    operation !== 'patch' && sent !== undefined && 'patch is only for operation patch: to change an object before it is sent, write base and patch in object',
    operation !== 'scale' && subresource !== 'scale' && replicas !== undefined && 'replicas is only for operation scale',
    operation !== undefined && operation !== 'update' && subresource !== undefined && !(operation === 'scale' && subresource === 'scale')
      && `subresource ${subresource} receives updates: leave operation ${operation} out`,
    groups !== undefined && user === undefined && 'groups need a user',
    every !== undefined && times === undefined && 'every is the time between repetitions: set times, too',
  ].filter((error) => error !== false)
  for (const error of errors) node.report('policy-test/conflicting-fields', error)
  return errors.length > 0 ? null : {...rest, objects: sources, expectations: expect, node}
}

/** Reads a step of a test. */
export const step: Decoder<Step> = mapped(stepShape, (values: Decoded<typeof stepShape>, node) => stepOf(values, node))
