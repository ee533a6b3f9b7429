import {isObject} from '../machinery/go/json-value.js'
import type {JsonValue} from '../source/json-value.js'
import {type Decoder, duration, field, fields, integer, listOf, mapped, required, text} from './decoder.js'
import {expectations} from './expectation.js'
import type {InlineObject} from './object-source.js'
import {maxRepetitions, type Step} from './step.js'
import type {TestNode} from './test-node.js'

type Fields = Readonly<Record<string, JsonValue>>

const eventFields: Decoder<Fields> = {
  expected: 'a map with fields of an Event',
  schema: {type: 'object'},
  read: (node) => {
    const {value} = node
    const isMap = isObject(value) && !Array.isArray(value)
    return isMap ? value : node.report('policy-test/wrong-type', `${node.name} must be ${eventFields.expected}`)
  },
}

const shape = fields('events at one time', {
  name: field('Description of the step.', text()),
  at: required('Time since the beginning of the test: 1.5s.', duration),
  times: field('How many Events are sent; each has a name of its own.', integer(1, maxRepetitions)),
  every: field('Time between two of them. By default all are sent at the same time.', duration),
  event: field('Fields of the Event. Fields that are left out get values that the server accepts.', eventFields),
  user: field('The user who sends them.', text('the name of a user')),
  groups: field('The groups of that user.', listOf(text('the name of a group'), {orOne: true})),
  expect: field('What must be true of the answers. By default every Event is admitted.', expectations),
})

/** Reads Events that a test sends at one time, or one after another. */
export const eventStep: Decoder<Step> = mapped(shape, ({event = {}, expect = [], node, ...rest}) =>
  ({...rest, operation: 'create', objects: [{kind: 'inline', value: completeEvent(event), node: eventNode(node)} satisfies InlineObject], expectations: expect, node}))

/** The node with the fields of an Event, or that of the entry without them. */
const eventNode = (node: TestNode): TestNode => node.entries()?.find(({name}) => name === 'event') ?? node

/** Adds the fields that an Event needs. Its name is generated, so that each one is another Event. */
function completeEvent({metadata, involvedObject, ...event}: Fields): Fields {
  const own = isObject(metadata) ? metadata as Fields : {}
  const {name, ...others} = own
  const namespace = own['namespace'] === undefined ? {} : {namespace: own['namespace']}
  return {
    apiVersion: 'v1', kind: 'Event', reason: 'Test', type: 'Normal', ...event,
    metadata: {generateName: typeof name === 'string' ? `${name}.` : 'event.', ...others},
    involvedObject: {apiVersion: 'v1', kind: 'Pod', name: 'web', ...namespace, ...isObject(involvedObject) ? involvedObject : {}},
  }
}
