import type {KubeObject} from '../kind.js'

/** The object that an event is about (core/v1 ObjectReference). */
export interface ObjectReference {
  readonly kind?: string
  readonly namespace?: string
  readonly name?: string
  readonly uid?: string
  readonly apiVersion?: string
  readonly resourceVersion?: string
  readonly fieldPath?: string
}

/** The reporter of an event (core/v1 EventSource). */
export interface EventSource {
  readonly component?: string
  readonly host?: string
}

/** A series of repeated events (EventSeries of core/v1 and of events.k8s.io/v1). */
interface EventSeries {
  readonly count?: number
  readonly lastObservedTime?: string
}

/** The fields that have the same name in both versions. */
interface CommonFields extends KubeObject {
  readonly type?: string
  readonly reason?: string
  readonly action?: string
  readonly eventTime?: string
  readonly series?: EventSeries
  readonly related?: ObjectReference
  readonly reportingInstance?: string
}

/** core/v1 Event. */
export interface Event extends CommonFields {
  readonly involvedObject?: ObjectReference
  readonly message?: string
  readonly source?: EventSource
  readonly firstTimestamp?: string
  readonly lastTimestamp?: string
  readonly count?: number
  readonly reportingComponent?: string
}

/** events.k8s.io/v1 Event. */
export interface NewEvent extends CommonFields {
  readonly regarding?: ObjectReference
  readonly note?: string
  readonly deprecatedSource?: EventSource
  readonly deprecatedFirstTimestamp?: string
  readonly deprecatedLastTimestamp?: string
  readonly deprecatedCount?: number
  readonly reportingController?: string
}
