import type {Operation} from '../admission/attributes.js'
import type {StatusWriter} from '../admission/plugin.js'
import type {KubeObject} from '../kinds/kind.js'
import type {ResourceQuota} from '../machinery/api/core-v1.js'
import type {GroupName} from '../machinery/meta/status.js'
import type {LateChange} from './late-changes.js'
import type {UsageParts} from './usage-parts.js'

/** A change of a stored object. */
export interface Change {
  readonly operation: Operation
  readonly resource: GroupName
  readonly namespace: string
  /** The number of changed objects, which differ only in the random suffix of their names. */
  readonly count: number
  /** Returns the object as stored now; undefined after a deletion. */
  object(): KubeObject | undefined
  /** The object as it was stored before. */
  readonly oldObject: KubeObject | undefined
}

/** A control loop of a cluster. It observes every change and catches up before the next request, except for changes deferred to the next resync. */
export interface Controller {
  /** Returns an independent copy for a store with the same objects. */
  fork(store: StatusWriter): Controller
  /** Called before the first object of a resource is stored. */
  discover(resource: GroupName, namespace: string): void
  observe(change: Change): void
  /** Called after an object was stored without a request. */
  loaded(): void
  /** Treats usage that a namespace's quotas record beyond the stored objects as that of existing objects that are not stored. */
  assumeUsage(namespace: string): void
  /** Reconciles everything in a namespace again. */
  resync(namespace: string): void
  /** Milliseconds until the next resync; undefined if nothing waits for it. */
  readonly untilResync: number | undefined
  /**
   * Advances the clock.
   *
   * @returns true if a resync ran that had something to do
   */
  pass(milliseconds: number): boolean
  /** Returns the parts of the usage of a quota, if the controller counts it. */
  usageParts(quota: ResourceQuota): UsageParts | undefined
  /** The changes that a quota does not count before the next resync. */
  lateChanges(quota: Pick<KubeObject, 'metadata'>): readonly LateChange[]
}
