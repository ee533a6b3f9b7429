import type {ObjectRef, Place} from '../lint/diagnostic.js'
import type {Json} from '../machinery/decode/encode.js'
import type {Status} from '../machinery/meta/status.js'
import type {Quantity} from '../machinery/quantity/quantity.js'
import type {Capacity, ObjectNeeds, PerPhase, Phase} from '../simulate/capacity/types.js'
import type {Verdict} from '../simulate/workloads/types.js'

/** One of the two runs that are compared. */
export type Side = 'before' | 'after'

/** A value for each side. */
export type PerSide<T> = Readonly<Record<Side, T>>

/** Computes a value for each side. */
export const perSide = <T>(value: (side: Side) => T): PerSide<T> => ({before: value('before'), after: value('after')})

/** The change of one field of a policy, or of a policy as a whole; or of an item in the configuration of an admission plugin. */
export interface PolicyChange {
  readonly type: 'policy'
  /** For a configuration, an AdmissionConfiguration with the name of the plugin. */
  readonly policy: ObjectRef
  /** `same`: the policy is the same on both sides, and decides differently because something else changed, such as the usage of a quota. */
  readonly change: 'added' | 'removed' | 'changed' | 'same'
  /** The field below `spec`: `max.memory`, `Pod max.memory` for an item of another type than Container, or `limits[type=Server]` in a configuration. Empty for the whole policy. */
  readonly field: string
  readonly from?: Json
  readonly to?: Json
  /** The place after the change; before it for something removed. */
  readonly place?: Place
  /** True if a policy is in force on one side only, because the server rejects it on the other. */
  readonly isRejected?: true
}

/** Why the result for an object differs. */
export type Cause =
  | PolicyChange
  /** Its manifest changed. */
  | {readonly type: 'object'}
  /** The settings of the API server changed. */
  | {readonly type: 'server', readonly changes: readonly string[]}
  /** Something else changed, such as other objects. */
  | {readonly type: 'other'}

/** A field of a stored object that differs. */
export interface FieldDifference {
  /** In Kubernetes' notation; items with a key are identified by it. */
  readonly field: string
  /** Undefined if there is none. */
  readonly from: Json | undefined
  readonly to: Json | undefined
  /** The pod or claim of the workload that has the field; undefined for the object itself. */
  readonly owned?: ObjectRef
}

/** The pods and claims of a workload. */
export interface Replicas {
  readonly wanted: number
  readonly created: number
  readonly claimsWanted: number
  readonly claimsCreated: number
  /** The first rejection. */
  readonly message?: string
}

/** Pods that a workload should have, and those that it gets. */
export type PodCount = Pick<Replicas, 'wanted' | 'created'>

/** A difference between the results for one object. */
export type Difference =
  | {readonly type: 'denied' | 'admitted' | 'denied-otherwise', readonly from?: Status, readonly to?: Status}
  | {readonly type: 'added' | 'removed', readonly allowed: boolean, readonly status?: Status}
  /** Fields that policies or the server set, and fields whose values the manifest states. */
  | {readonly type: 'defaults' | 'edited', readonly fields: readonly FieldDifference[]}
  | {readonly type: 'warnings', readonly added: readonly string[], readonly removed: readonly string[]}
  | {readonly type: 'replicas', readonly from?: Replicas, readonly to: Replicas}
  | {readonly type: 'rollout', readonly from?: Verdict, readonly to?: Verdict, readonly reason?: string}
  /** The number of replicas beyond which pods are rejected; undefined if the autoscaler reaches its maximum. */
  | {readonly type: 'autoscaler', readonly from?: number, readonly to?: number, readonly message?: string}
  /** A rollout at the maximum of the autoscaler; undefined if the maximum is not reached. */
  | {readonly type: 'rollout-at-maximum', readonly from?: Verdict, readonly to?: Verdict, readonly reason?: string}
  /** True for a Job that completes. */
  | {readonly type: 'job', readonly from?: boolean, readonly to?: boolean, readonly message?: string}
  /** The pods of two runs of a CronJob that overlap. */
  | {readonly type: 'second-run', readonly from?: PodCount, readonly to?: PodCount, readonly message?: string}

/** A difference with its cause. */
export interface Effect {
  readonly object: ObjectRef
  readonly objectClass: ObjectClass
  /** The place of the object after the change, or before it if it is removed. */
  readonly place: Place
  readonly difference: Difference
  /** True if something is denied, or does not start, that was not before. */
  readonly isNewlyDenied: boolean
  /** Changes of policies that bear on it beside its cause, such as another bound that also rejects the object. */
  readonly otherChanges: readonly PolicyChange[]
}

/** The differences with one cause. */
export interface CauseEffects {
  readonly cause: Cause
  readonly effects: readonly Effect[]
}

/** Reasons for which a change of a policy has no effect; `not-read`: nothing that kadm evaluates reads the field; `audit-log`: only the audit log of the server depends on it. */
export type IdleReason = 'plugin-off' | 'not-read' | 'audit-log' | 'same-value' | 'no-objects' | 'same-results'

/** A change of a policy without effect on the compared objects. */
export interface IdleChange extends PolicyChange {
  readonly reason: IdleReason
}

/** One resource of a quota on one side. */
export interface QuotaState {
  readonly hard: Quantity
  /** The usage before the objects are sent. */
  readonly used: Quantity
  readonly needed: PerPhase<Quantity>
}

/** One resource of a quota that differs. */
export interface QuotaDifference {
  readonly quota: string
  readonly resource: string
  /** Undefined if the quota does not bound the resource. */
  readonly before?: QuotaState
  readonly after?: QuotaState
  /** The bound after the change less the needs; negative if they do not fit. */
  readonly headroom?: PerPhase<Quantity>
  /** The objects that no longer fit in a phase, for phases with such objects. */
  readonly unfit: readonly {readonly phase: Phase, readonly objects: readonly Pick<ObjectNeeds, 'kind' | 'name'>[]}[]
}

/** The total of a resource that all objects of a namespace need in steady state. */
export interface TotalDifference {
  readonly resource: string
  readonly before: Quantity
  readonly after: Quantity
  /** After less before. */
  readonly change: Quantity
}

/** The differences in one namespace. */
export interface NamespaceDiff {
  /** Empty for cluster-scoped objects. */
  readonly namespace: string
  /** The number of all workloads, pods and other objects on either side. */
  readonly counts: Readonly<Record<ObjectClass, number>>
  readonly causes: readonly CauseEffects[]
  readonly quotas: readonly QuotaDifference[]
  readonly totals: readonly TotalDifference[]
}

/** The classes in which objects are counted. */
export type ObjectClass = 'workload' | 'pod' | 'object'

/** The differences between two runs. */
export interface Diff {
  readonly before: Capacity
  readonly after: Capacity
  /** The changes of policies in force, and of configurations. */
  readonly policies: readonly PolicyChange[]
  /** The changes of policies without effect on the objects. */
  readonly withoutEffect: readonly IdleChange[]
  /** The changed settings of the API server, in words. */
  readonly server: readonly string[]
  /** The namespaces with differences, by name. */
  readonly namespaces: readonly NamespaceDiff[]
  /** The number of objects on either side. */
  readonly objects: number
  /** The number of those without differences that are denied on both sides, or whose pods or claims are. */
  readonly stillDenied: number
}
