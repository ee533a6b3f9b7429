import {uuidStandIn} from '../../machinery/object-meta.js'
import type {JsonObject} from '../../machinery/encode.js'
import type {Holding} from './holding.js'
import type {Pods} from './pod.js'
import type {WorkloadRecord} from './workload-record.js'

/** The object of a controller that has something to do about it. */
export interface Reconciler {
  /** The workload that the user wrote. */
  readonly workload: WorkloadRecord
  /**
   * Does what is to be done now; what follows from that wakes it again.
   *
   * @returns false when something was refused, to be tried again later
   */
  sync(): boolean
}

/** How many claims a workload asks for, and how many of them are there. */
export interface ClaimCount {
  readonly wanted: number
  readonly created: number
}

/** What looks after a workload that a user wrote. */
export interface WorkloadController extends Reconciler {
  /** How many pods the workload asks for at once. */
  readonly wanted: number
  /** The claims of its pods; absent where pods have none of their own. */
  readonly claims?: ClaimCount
  /** True when it has all that it asks for, and nothing else. */
  readonly isComplete: boolean
  /** What it holds, from the oldest template to the newest. */
  readonly holdings: readonly Holding[]
  /** Takes pods for its own that have been there for long. */
  hold(holding: Holding): void
  /** Hears that the object is another one now; most read it anew each time. */
  changed?(): void
  /** Runs what is due at times once more. */
  trigger?(): void
}

/** What makes pods: all that controllers must know of it. */
export interface PodOwner extends Reconciler {
  readonly pods: Pods
  /** How many pods it asks for, where that changes in a rollout. */
  replicas?: number
  /** How many pods may end, in one way or the other, before it does something else than to replace them; absent where it replaces them for ever. */
  readonly endsLeft?: readonly number[]
  /** Whom a change of the pods concerns as well. */
  readonly parent?: Reconciler
}

/** What identifies the object that another one belongs to. */
export interface OwnerIdentity {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  /** As requests can have it. */
  readonly name: string
  readonly uid?: string
}

/** The metadata of an object that says whom it belongs to (metav1.NewControllerRef). */
export const controllerReferences = ({apiVersion, kind, name, uid}: OwnerIdentity): JsonObject =>
  ({ownerReferences: [{apiVersion, kind, name, uid: uid ?? uuidStandIn, controller: true, blockOwnerDeletion: true}]})
