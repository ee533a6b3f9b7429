import type {Operation} from '../admission/attributes.js'
import type {StatusWriter} from '../admission/plugin.js'
import type {KubeObject} from '../kinds/kind.js'
import type {GroupName} from '../machinery/status.js'
import type {LateChange} from './late-changes.js'

/** Something that has happened to a stored object. */
export interface Change {
  readonly operation: Operation
  readonly resource: GroupName
  readonly namespace: string
  /** To so many objects it has happened that differ in nothing but a random end of their names. */
  readonly count: number
  /** The object as it is stored now; undefined when it is gone. */
  object(): KubeObject | undefined
  /** The object as it was stored before. */
  readonly oldObject: KubeObject | undefined
}

/** A control loop of a cluster: hears of every change, and has caught up when the next request comes, but for what waits for its next resync. */
export interface Controller {
  /** The same for a store with the same objects, which goes its own way from now on. */
  fork(store: StatusWriter): Controller
  /** Hears of a resource of which there is about to be an object. */
  discover(resource: GroupName, namespace: string): void
  observe(change: Change): void
  /** Hears that an object was put into the store that nobody asked for. */
  loaded(): void
  /** Takes what quotas of a namespace have been used for beyond the stored objects as used by objects that exist and are not stored. */
  presume(namespace: string): void
  /** Looks at everything in a namespace anew. */
  resync(namespace: string): void
  /** In how many milliseconds the next resync comes; undefined where nothing waits for it. */
  readonly untilResync: number | undefined
  /**
   * Lets time go by.
   *
   * @returns true when a resync has come that something waited for
   */
  pass(milliseconds: number): boolean
  /** The changes that wait until a quota is counted in the next resync. */
  lateChanges(quota: Pick<KubeObject, 'metadata'>): readonly LateChange[]
}
