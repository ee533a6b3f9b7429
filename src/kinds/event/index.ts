import type {Event} from '../../machinery/api/core-v1.js'
import type {Event as NewEvent} from '../../machinery/api/events-v1.js'
import {allErrors} from '../../machinery/field/error.js'
import type {KindDefinition} from '../kind.js'
import {withAbsentFilled} from '../shared/fill.js'
import {inV1Form, newNameOf} from './names.js'
import {validateStrictChange, validateStrictly} from './strict.js'
import {validateEvent} from './validate.js'

/** core/v1 Event, which the server hardly validates (pkg/registry/core/event `eventStrategy`; spec kinds 5). */
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
