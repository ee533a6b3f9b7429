import {assign} from '../../machinery/immutable.js'
import {utcMicroTime, utcTime} from '../../machinery/utc-time.js'
import {withAbsentFilled, withoutZeros} from '../fill.js'
import type {KindDefinition} from '../kind.js'
import {inV1Form, newNameOf} from './names.js'
import {validateStrictChange, validateStrictly} from './strict.js'
import type {Event, EventSeries, NewEvent} from './types.js'
import {validateEvent} from './validate.js'

/** core/v1 Event, of which next to nothing is checked (pkg/registry/core/event `eventStrategy`; kinds spec 5). */
export const event: KindDefinition<Event> = {
  apiVersion: 'v1',
  kind: 'Event',
  setDefaults: (object) => withAbsentFilled(
    withTimes(withMicroTimes(withoutNoCounts(object)), ['firstTimestamp', 'lastTimestamp'], utcTime), {reportingComponent: '', reportingInstance: ''},
  ),
  validate: (object) => validateEvent(object, 'reportingComponent'),
  createdByUpdate: true,
}

/** events.k8s.io/v1 Event, which is checked strictly. */
export const newEvent: KindDefinition<NewEvent> = {
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  internalGroup: '',
  setDefaults: (object) => withTimes(withMicroTimes(withoutZeros(object, ['deprecatedCount'])), ['deprecatedFirstTimestamp', 'deprecatedLastTimestamp'], utcTime),
  defaultedFrom: ([field, ...steps]) => {
    const name = newNameOf(String(field))
    return name === undefined ? [] : [[name, ...steps]]
  },
  validateBeforeMetadata: (object) => validateEvent(inV1Form(object), 'reportingController'),
  validateCreate: (object) => validateStrictly(inV1Form(object)),
  validateUpdate: (object, old) => {
    const form = inV1Form(object)
    return [...validateEvent(form, 'reportingController'), ...validateStrictChange(form, inV1Form(old))]
  },
  createdByUpdate: true,
}

/** The event without counts of nothing, which v1 writes neither of it nor of its series. */
function withoutNoCounts(object: Event): Event {
  const event = withoutZeros(object, ['count'])
  return event.series === undefined ? event : assign<Event>(event, {series: withoutZeros(event.series, ['count'])})
}

interface WithMicroTimes {
  readonly eventTime?: string
  readonly series?: EventSeries
}

const withMicroTimes = <T extends WithMicroTimes>(object: T): T => {
  const timed = withTimes<WithMicroTimes>(object, ['eventTime'], utcMicroTime) as T
  return timed.series === undefined ? timed : assign<WithMicroTimes>(timed, {series: withTimes(timed.series, ['lastObservedTime'], utcMicroTime)}) as T
}

/** The object with its times as the server writes them. */
function withTimes<T extends object>(object: T, fields: readonly (keyof T)[], rewrite: (text: string) => string): T {
  const times = fields.flatMap((field): [keyof T, string][] => {
    const time = object[field]
    return typeof time === 'string' ? [[field, rewrite(time)]] : []
  })
  return assign(object, Object.fromEntries(times) as Partial<T>)
}
