import {timestamp} from '../../admission/clock.js'
import {encode, type JsonObject} from '../../machinery/decode/encode.js'
import {goJson} from '../../machinery/go/text.js'
import type {RecordedEvent} from './types.js'

const timeOf = (time: bigint): string => timestamp({now: () => time})

/** The body of the request that creates an event. */
export function eventObject({name, namespace, annotations, firstTimestamp, lastTimestamp, ...event}: RecordedEvent): JsonObject {
  const metadata = {name, namespace, annotations}
  return encode({apiVersion: 'v1', kind: 'Event', metadata, ...event, firstTimestamp: timeOf(firstTimestamp), lastTimestamp: timeOf(lastTimestamp)})
}

const beginning = timeOf(0n)

/**
 * The body of the request that changes an event: the differences from an event without count and message, at the start of 1970
 * (client-go tools/record `eventLogger.eventObserve`).
 */
export function eventPatch({count, lastTimestamp, message}: RecordedEvent): string {
  const last = timeOf(lastTimestamp)
  return goJson({count, ...last !== beginning && {lastTimestamp: last}, ...message !== '' && {message}})
}
