import type {NumberRange} from '../../machinery/collections/number-ranges.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {uuidPlaceholder} from '../../machinery/meta/object-meta.js'
import type {Revision} from './revision.js'
import type {Pods} from './pod.js'
import type {WorkloadRecord} from './workload-record.js'

/** Reconciles an object of a controller. */
export interface Reconciler {
  /** The workload that the user wrote. */
  readonly workload: WorkloadRecord
  /**
   * Does the work that is due; its consequences wake the reconciler again.
   *
   * @returns false if a request was rejected and must be retried
   */
  sync(): boolean
}

/** The numbers of desired and existing claims of a workload. */
export interface ClaimCount {
  readonly wanted: number
  readonly created: number
}

/** The controller of a workload that a user wrote. */
export interface WorkloadController extends Reconciler {
  /** The number of desired pods at once. */
  readonly wanted: number
  /** The claims of its pods; undefined for kinds without claims. */
  readonly claims?: ClaimCount
  /** True if exactly the desired pods exist. */
  readonly isComplete: boolean
  /** Its pods by template, from the oldest to the newest. */
  readonly revisions: readonly Revision[]
  /** Adopts existing pods. */
  adopt(revision: Revision): void
  /** Called after the object changed, by kinds that do not read it again each time. */
  changed?(): void
  /** Starts a scheduled run. */
  trigger?(): void
}

/** An object that creates pods, as the control loop sees it. */
export interface PodOwner extends Reconciler {
  readonly pods: Pods
  /** The number of desired pods, for owners whose number changes in a rollout. */
  replicas?: number
  /** Numbers of pods after which the owner may do something else: it stops replacing pods, or the next ones differ in more than a number. */
  readonly endsLeft?: readonly number[]
  /** True if its pods may differ in more than a number, so that each takes a request of its own. */
  readonly hasUniquePods?: boolean
  /** Creates the pods with these slots, and the objects that they need, only on the server, for owners that name pods by their slots. */
  restore?(row: NumberRange, revision: object): void
  /** Called when pods with these slots are gone, for owners that name pods by their slots. */
  released?(row: NumberRange): void
  /** Also woken by changes of the pods. */
  readonly parent?: Reconciler
}

/** The seconds for which a pod must run before its owner takes it as available. */
export function minReadySeconds({workload: {object}}: Reconciler): number {
  const {minReadySeconds: seconds = 0} = (object['spec'] ?? {}) as {readonly minReadySeconds?: number}
  return seconds
}

/** Identifies the owner of an object. */
export interface OwnerIdentity {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  /** A name that is valid in requests. */
  readonly name: string
  readonly uid?: string
}

/** The owner reference to a controller (metav1.NewControllerRef). */
export const controllerReference = ({apiVersion, kind, name, uid}: OwnerIdentity) =>
  ({apiVersion, kind, name, uid: uid ?? uuidPlaceholder, controller: true, blockOwnerDeletion: true})

/** The metadata with the owner reference. */
export const controllerReferences = (identity: OwnerIdentity): {readonly ownerReferences: readonly JsonObject[]} =>
  ({ownerReferences: [controllerReference(identity)]})
