import type {RecordedEvent} from './types.js'

// Keys of events that count as equal (client-go tools/record `getEventKey`, `getSpamKey`, `EventAggregatorByReasonFunc`;
// spec eventratelimit 8.1). The parts of a key are joined without a separator.

/** The key of events that differ only in their time. */
export function eventKey({source, involvedObject: object, type, reason, message}: RecordedEvent): string {
  const {component = '', host = ''} = source
  const {kind = '', namespace = '', name = '', fieldPath = '', uid = '', apiVersion = ''} = object
  return component + host + kind + namespace + name + fieldPath + uid + apiVersion + type + reason + message
}

/** The key of the token bucket of an event. */
export function spamKey({source, involvedObject: object, type}: RecordedEvent): string {
  const {component = '', host = ''} = source
  const {kind = '', namespace = '', name = '', uid = '', apiVersion = ''} = object
  return component + host + kind + namespace + name + uid + apiVersion + type
}

/** The key of events that differ only in their message and in the field of their object. */
export function aggregateKey(event: RecordedEvent): string {
  const {reason, reportingComponent = '', reportingInstance = ''} = event
  return spamKey(event) + reason + reportingComponent + reportingInstance
}
