import type {Event} from '../../machinery/api/core-v1.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {allErrors, type FieldError, invalid, required} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {validateUnchanged} from '../shared/internal-equal.js'

// The rules for events in events.k8s.io, in the form of v1: the server uses the field names of v1 in messages.

/** The rules for a new event besides those of its metadata (core validation `ValidateEventCreate`; spec kinds 5). */
export const validateStrictly = (event: Event): FieldError[] => allErrors(
  validateSeries(event),
  event.eventTime === undefined ? [required(FieldPath.of('eventTime'), '', 'event/event-time')] : [],
  event.type === 'Normal' || event.type === 'Warning' ? []
    : [invalid(FieldPath.of('type'), '', `has invalid value: ${event.type ?? ''}`, 'event/type')],
  setFields(event).map((field) => invalid(FieldPath.of(field), '', 'needs to be unset', 'event/deprecated-fields')),
)

/** Returns the deprecated fields that an event sets. */
function setFields({firstTimestamp, lastTimestamp, count = 0, source = {}}: Event): string[] {
  const {component = '', host = ''} = source
  return Object.entries({firstTimestamp: firstTimestamp !== undefined, lastTimestamp: lastTimestamp !== undefined, count: count !== 0, source: component + host !== ''})
    .filter(([, isSet]) => isSet).map(([field]) => field)
}

function validateSeries({series}: Event): FieldError[] {
  if (series === undefined) return []
  const path = FieldPath.of('series')
  return allErrors(
    (series.count ?? 0) < 2 ? [invalid(path.child('count'), '', 'should be at least 2', 'event/series')] : [],
    series.lastObservedTime === undefined ? [required(path.child('lastObservedTime'), '', 'event/series')] : [],
  )
}

/** The fields that an update cannot change, in the order of the checks, with their types (see `internal-types.ts`). */
const fixedFields: readonly (readonly [keyof Event, string])[] = [
  ['involvedObject', 'ObjectReference'], ['reason', ''], ['message', ''], ['source', 'EventSource'], ['firstTimestamp', 'any'], ['lastTimestamp', 'any'],
  ['count', 'n'], ['type', ''], ['eventTime', 'any'], ['action', ''], ['related', '*ObjectReference'], ['reportingComponent', ''], ['reportingInstance', ''],
]

/** The rules for a change (core validation `ValidateEventUpdate`): only the series and metadata may change. */
export const validateStrictChange = (event: Event, old: Event): FieldError[] => allErrors(
  semanticEqual(event.series, old.series) ? [] : validateSeries(event),
  fixedFields.flatMap(([field, form]) =>
    validateUnchanged(form, event[field], old[field], FieldPath.of(field === 'reportingComponent' ? 'reportingController' : field), 'event/immutable')),
)
