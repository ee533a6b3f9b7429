import {type Instant, nanosecondsBetween, parseTime} from '../../machinery/go/instant.js'
import {isObject, textOf} from '../../machinery/go/json-value.js'

/** The first and the last time of an Event, if it has them. */
export interface EventTimes {
  readonly first?: Instant | undefined
  readonly last?: Instant | undefined
}

/**
 * Returns the times of an Event in core/v1 or events.k8s.io/v1; its fields can have any values (spec eventratelimit 9.2). The last
 * time defaults to the first one.
 */
export function eventTimes(value: unknown): EventTimes {
  const event = fieldsOf(value)
  const {creationTimestamp, name} = fieldsOf(event['metadata'])
  const timestamp = firstTime(event['firstTimestamp'], event['deprecatedFirstTimestamp'], event['eventTime'], creationTimestamp)
  const first = timestamp && preciseTime(textOf(name), timestamp)
  const {lastObservedTime} = fieldsOf(event['series'])
  return {first, last: firstTime(lastObservedTime, event['lastTimestamp'], event['deprecatedLastTimestamp']) ?? first}
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => isObject(value) ? value : {}

function firstTime(...values: readonly unknown[]): Instant | undefined {
  for (const value of values) {
    const instant = parseTime(textOf(value))
    if (instant !== undefined) return instant
  }
  return undefined
}

/** Returns the time in the name that a recorder gave the event, with nanoseconds, if it agrees with the written time in seconds. */
function preciseTime(name: string, timestamp: Instant): Instant {
  const [, hex] = /\.([0-9a-f]{1,16})$/i.exec(name) ?? []
  if (hex === undefined) return timestamp
  const nanoseconds = BigInt(`0x${hex}`)
  const instant = {seconds: Number(nanoseconds / 1_000_000_000n), nanoseconds: Number(nanoseconds % 1_000_000_000n)}
  return Math.abs(nanosecondsBetween(timestamp, instant)) <= 1e9 ? instant : timestamp
}
