import type {Event} from '../../machinery/api/core-v1.js'
import type {Event as NewEvent} from '../../machinery/api/events-v1.js'
import {allErrors} from '../../machinery/field/error.js'
import type {KindDefinition} from '../kind.js'
import {withAbsentFilled} from '../shared/fill.js'
import {validateStrictChange, validateStrictly} from './strict.js'
import {validateEvent} from './validate.js'

/** core/v1 Event, of which the server validates few fields (pkg/registry/core/event `eventStrategy`; spec kinds 5). */
export const event: KindDefinition<Event> = {
  apiVersion: 'v1',
  kind: 'Event',
  metadata: {name: 'path-segment', qualifiedFinalizers: false},
  setDefaults: (object) => withAbsentFilled(object, {reportingComponent: '', reportingInstance: ''}),
  validate: (object) => validateEvent(object, 'reportingComponent'),
  createdByUpdate: true,
}

/** events.k8s.io/v1 Event, which is checked strictly. */
export const newEvent: KindDefinition<NewEvent> = {
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  internalGroup: '',
  defaultedFrom: ([field, ...steps]) => {
    const name = newNameOf(String(field))
    return name === undefined ? [] : [[name, ...steps]]
  },
  validateBeforeMetadata: (object) => validateEvent(inV1Form(object), 'reportingController'),
  validateCreate: (object) => validateStrictly(inV1Form(object)),
  validateUpdate: (object, old) => {
    const form = inV1Form(object)
    return allErrors(validateEvent(form, 'reportingController'), validateStrictChange(form, inV1Form(old)))
  },
  createdByUpdate: true,
}

/** The names of the same field in v1 and events.k8s.io/v1 (events/v1 `Convert_core_Event_To_v1_Event`). */
const names = [
  ['involvedObject', 'regarding'], ['message', 'note'], ['source', 'deprecatedSource'], ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'], ['count', 'deprecatedCount'], ['reportingComponent', 'reportingController'],
] as const

const newNames: ReadonlyMap<string, string> = new Map(names)

const oldNames: ReadonlyMap<string, string> = new Map(names.map(([name, newName]) => [newName, name]))

/** Returns the name of a v1 field in events.k8s.io/v1; undefined if it is the same. */
export const newNameOf = (field: string): string | undefined => newNames.get(field)

/** Returns an event of events.k8s.io/v1 with the field names of v1. */
export const inV1Form = (event: NewEvent): Event =>
  Object.fromEntries(Object.entries(event).map(([field, value]: [string, unknown]) => [oldNames.get(field) ?? field, value])) as unknown as Event
