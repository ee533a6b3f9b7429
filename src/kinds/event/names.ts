import type {Event} from '../../machinery/api/core-v1.js'
import type {Event as NewEvent} from '../../machinery/api/events-v1.js'

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
