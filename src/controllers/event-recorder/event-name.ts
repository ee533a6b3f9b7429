import {dns1123Subdomain} from '../../machinery/meta/names.js'

/** Returns a name from the object's name and a time in nanoseconds. */
export type NameEvent = (objectName: string, time: bigint) => string

/** Replaces the random UUID of client-go. */
const anyUuid = (): string => '00000000-0000-4000-8000-000000000000'

/**
 * The name of an event, or a UUID if the name is not valid (client-go tools/internal/events `GenerateEventName`).
 *
 * @param uuid returns the UUID
 */
export function eventName(objectName: string, time: bigint, uuid = anyUuid): string {
  const name = `${objectName}.${time.toString(16)}`
  return dns1123Subdomain(name).length === 0 ? name : uuid()
}

/**
 * The event names of one process, no two of the same nanosecond: recordings have coarser clocks than processes, and
 * would make the server reject the second of two events of the same second for its name.
 */
export function distinctNames(uuid: () => string): NameEvent {
  let last: bigint | undefined
  return (objectName, time) => {
    last = last === undefined || time > last ? time : last + 1n
    return eventName(objectName, last, uuid)
  }
}
