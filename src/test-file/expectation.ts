import {Quantity} from '../machinery/quantity/quantity.js'
import type {JsonValue} from '../source/json-value.js'
import {boolean, type Decoded, type Decoder, field, fields, integer, invalid, listOf, mapOf, named, oneOf, positioned, text} from './decoder.js'
import {objectSelector} from './object-source.js'
import {type TextMatch, textMatch} from './text-match.js'

/** Maximum of the counts in expectations. */
const maxCount = 1_000_000

const count = positioned(integer(0, maxCount))

/** Reads a quantity as Kubernetes does; numbers need no quotes. */
const quantity: Decoder<Quantity> = {
  expected: 'a quantity such as 500m or 2Gi',
  schema: {type: ['string', 'number']},
  read: (node) => {
    const value = text('a quantity such as 500m or 2Gi').read(node)
    if (value === null) return null
    return Quantity.tryParse(value) ?? invalid(node, 'is not a quantity: write for example 500m or 2Gi')
  },
}

/** Reads any value; scalars, lists and maps. */
const anything: Decoder<{readonly value: JsonValue}> = {expected: 'a value', schema: {}, read: (node) => ({value: node.value})}

const podFields = fields('a number of pods, or a map', {
  created: field('Number of pods that are created.', count),
  wanted: field('Number of pods that the workload wants.', count),
  denied: field('Number of pods that are missing because they are denied.', count),
  message: field('Message of the first denial, without what the controller writes before it.', textMatch),
  stored: field('Fields of each pod that is created, as stored.', positioned(anything)),
})

/** Reads expected pods; a number is that of the created pods. */
const pods: Decoder<Decoded<typeof podFields>> = {
  expected: podFields.expected,
  schema: {anyOf: [{type: 'integer', minimum: 0}, podFields.schema]},
  read: (node) => {
    if (node.content.kind !== 'scalar') return podFields.read(node)
    const created = count.read(node)
    return created && {created, node}
  },
}

/** The verdicts on rollouts. */
const rolloutVerdicts = ['fits', 'slow', 'blocked'] as const

/** Reads an expected annotation. Null, which is read as an empty text, means that the annotation is absent. */
const annotation: Decoder<TextMatch> = {
  ...textMatch, read: (node) => node.value === null ? {how: 'exact', text: '', node, instructions: 1, accepts: (actual) => actual === ''} : textMatch.read(node),
}

/** Reads one expectation. */
export const expectation = named('expectation', fields('an expectation', {
  object: field('The object that this expectation is about, by KIND/NAME; by default every object of the step.', objectSelector),
  allowed: field('True if the API server admits the objects, false if it denies each of them.', positioned(boolean)),
  code: field('HTTP status code of the answer: 201, 200, 403, 409, 422, 429.', positioned(integer(100, 599))),
  reason: field('Reason of the answer: Created, Forbidden, Invalid, TooManyRequests.', textMatch),
  message: field("The server's message.", textMatch),
  warnings: field('All warnings that the client receives, in any order; [] for none.', positioned(listOf(textMatch))),
  auditAnnotations: field('Annotations for the audit log of the server, by key. There can be others; null means that the annotation is absent.', mapOf(annotation, 'keys')),
  stored: field('Fields of the object as stored. Other fields can have any value; null means that the field is absent.', positioned(anything)),
  quotas: field('Usage of quotas after the step, by NAME or NAMESPACE/NAME and by resource.', mapOf(mapOf(positioned(quantity), 'resources'), 'quotas')),
  pods: field('Pods of the workload: the number of created pods, or a map.', pods),
  rollout: field('Verdict on a rollout of the workload.', positioned(oneOf(rolloutVerdicts))),
  admitted: field('Number of admitted objects of the step, or of repetitions.', count),
  denied: field('Number of denied objects of the step, or of repetitions.', count),
}))

/** Requirements on the answers to a step. */
export type Expectation = Decoded<typeof expectation>

/** True for an expectation about the state of the cluster after a step. */
export const isAboutState = ({quotas, pods, rollout}: Expectation): boolean => quotas !== undefined || pods !== undefined || rollout !== undefined

/** Reads one expectation or a list of them. */
export const expectations = listOf(expectation, {orOne: true})
