import type {AnyKind, KindDefinition, KubeObject} from '../kinds/kind.js'
import type {Json} from '../machinery/decode/encode.js'
import {FieldPath} from '../machinery/field/path.js'
import {forbiddenRequest, type GroupName, type Status} from '../machinery/meta/status.js'
import type {Quantity} from '../machinery/quantity/quantity.js'
import type {Feature, KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import type {Attributes, Operation} from './attributes.js'
import type {Clock} from './clock.js'
import type {ConfigurationKind} from './configuration-kind.js'
import type {PolicyExplanation, PolicyPlace} from './explanation.js'
import type {PolicyCheck} from './policy-check.js'

export type {PolicyPlace}

/** A field that a plugin set: its old value, undefined if absent, and its new value. */
export interface FieldChange {
  readonly field: FieldPath
  readonly from: unknown
  readonly to: unknown
  readonly cause?: PolicyPlace
}

/** The result of a mutating plugin: a new object, and the list of changes. */
export interface Mutation {
  readonly object: KubeObject
  readonly changes: readonly FieldChange[]
  /** Warnings for the user about the change. */
  readonly warnings?: readonly string[]
}

/** A change of a field of the object; undefined as new value removes the field or the item of a list. */
export interface FieldRepair {
  readonly field: FieldPath
  readonly to: Quantity | Json | undefined
  /** A sentence for the user, if the change takes away what the program may need. Such a change is never made without asking. */
  readonly caution?: string
}

/** A reason for a rejection, with details that the server's message omits: the field of the object, and the policy. */
export interface Reason {
  readonly message: string
  readonly field?: FieldPath
  readonly cause?: PolicyPlace
  /** The places in policies that cause the rejection. */
  readonly setBy?: readonly PolicyPlace[]
  /** The fields of the plugin's configuration that cause it. */
  readonly configuredBy?: readonly FieldPath[]
  /** The changes with which this reason does not apply, if only these are possible. */
  readonly repairs?: readonly FieldRepair[]
}

/** A rejection by a plugin: the response of the API server, and its reasons. */
export interface Rejection {
  readonly status: Status
  readonly reasons: readonly Reason[]
  readonly auditAnnotations?: AuditAnnotations
}

export const isRejection = (outcome: object): outcome is Rejection => 'status' in outcome

/** Creates the 403 response of nearly all plugins (`admission.NewForbidden`). */
export function reject({resource, name}: Attributes, message: string, reasons: readonly Reason[] = [{message}]): Rejection {
  return {status: forbiddenRequest(resource, name, message), reasons}
}

/** Annotations of the event about a request in the audit log of the server, by their keys. */
export type AuditAnnotations = Readonly<Record<string, string>>

/** An admission with warnings for the user, or with annotations for the audit log. */
export interface Admission {
  readonly warnings: readonly string[]
  readonly auditAnnotations?: AuditAnnotations
}

/** Creates the 403 of plugins that state only the name in the object, not the one in the request (`apierrors.NewForbidden`). */
export const rejectByName = (attributes: Attributes, message: string): Rejection =>
  reject({...attributes, name: attributes.object?.metadata.name ?? ''}, message)

/** Creates the 500 of plugins that return an error which is no status. */
export const failWith = (message: string): Rejection => ({status: {code: 500, reason: '', message}, reasons: [{message}]})

/** The phases of admission. */
export type Phase = 'admit' | 'validate'

/** The verdict of a plugin on a request, with the values by which it decides. */
export interface Explanation {
  readonly policies: readonly PolicyExplanation[]
  readonly rejection?: Rejection | undefined
}

/**
 * An admission plugin of the API server (`admission.MutationInterface`, `ValidationInterface`). Its state belongs to the
 * instance, so each cluster starts with a clean one.
 */
export interface AdmissionPlugin {
  readonly name: string
  handles(operation: Operation): boolean
  /** May change the object: returns a new one, never edits in place. */
  admit?(attributes: Attributes): Mutation | Rejection | undefined
  /** Admits the request, with or without warnings, or rejects it; may update its state, must not change the object. */
  validate?(attributes: Attributes): Rejection | Admission | undefined
  /**
   * Explains what the plugin says about a request in a phase, and why, without changing its state; undefined if it ignores the request. Absent
   * for a plugin without policies, whose `admit` and `validate` keep no state.
   */
  explain?(attributes: Attributes, phase: Phase): Explanation | undefined
  /** Returns how many more requests like the last admitted one fit; absent for a plugin without state. */
  room?(attributes: Attributes): number
  /** Returns true if answers in a namespace may depend on the texts of names and labels; absent for a plugin that never reads them. */
  readsNames?(namespace: string): boolean
  /** Charges a number of further requests like the last admitted one. */
  charge?(attributes: Attributes, times: number): void
  /** Returns the headroom of each resource in the policies of a namespace, by policy and resource; absent for a plugin without quotas. */
  headrooms?(namespace: string): ReadonlyMap<string, Quantity>
}

/** The resolution of MetadataPolicies that set a label to different values: reject the object, or let the last policy by name win. */
export type ConflictResolution = 'refuse' | 'by-name'

/** Read access to the stored objects, for plugins. */
export interface Lister {
  /** The objects of a kind sorted by name: of one namespace, or of the cluster. */
  list<T extends KubeObject>(kind: KindDefinition<T>, namespace?: string): readonly T[]
}

/** Stored objects that differ only in a random suffix of their names: one of them, and their number. */
export interface Counted {
  readonly object: KubeObject
  readonly count: number
}

/** Access to the stored objects, for plugins that also update their status. */
export interface StatusWriter extends Lister {
  /** Returns all objects of a resource in a namespace, of any kind, sorted by name. Groups those that differ only in a random suffix of their names. */
  listCounted(resource: GroupName, namespace: string): readonly Counted[]
  /** Like `listCounted`, but lazy. */
  inOrder(resource: GroupName, namespace: string): Iterable<Counted>
  /**
   * True if something holds for an object of a kind in a namespace. Asked again, the store checks only new and changed objects.
   *
   * @param question a name of what holds, the same for the same function of an object
   */
  some<T extends KubeObject>(kind: KindDefinition<T>, namespace: string, question: string, holds: (object: T) => boolean): boolean
  /** Replaces a listed object by one with another status, as the last of a number of updates. */
  updateStatus(object: KubeObject, old: KubeObject, updates?: number): void
  /** Returns the postponed changes of the objects of a kind in a namespace. */
  postponed(kind: AnyKind, namespace: string): PostponedChanges | undefined
  /** Postpones changes until the objects of the kind in the namespace are read or changed. */
  postpone(kind: AnyKind, namespace: string, changes: PostponedChanges): void
}

/** Changes of stored objects that are applied when someone reads these objects, so that many changes cost as much as one. */
export interface PostponedChanges {
  apply(): void
  /** Returns an independent copy for a fork of the store. */
  fork(store: StatusWriter): PostponedChanges
}

/** A field of the configuration of a plugin. */
export interface ConfiguredField {
  readonly plugin: string
  readonly field: FieldPath
}

/** A part of a policy, or of the configuration of a plugin, that decides about a request. */
export type DecidingPart = PolicyPlace | ConfiguredField

/** The dependencies and configuration of a plugin. */
export interface PluginContext {
  readonly store: StatusWriter
  readonly clock: Clock
  /** The version of Kubernetes that the cluster simulates. */
  readonly version: KubernetesVersion
  /** Returns the random suffix of a generated name; absent if its characters are not known. */
  readonly nameSuffix?: (() => string) | undefined
  /** Sends a new object to the same server, as a client does, and returns the answer. */
  readonly send: (object: Readonly<Record<string, unknown>>, dryRun: boolean) => Status
  /** The plugin's part of the AdmissionConfiguration, decoded and valid; undefined without one. */
  readonly configuration?: unknown
  /** The resolution of conflicts that the design of MetadataPolicy leaves open; by default the object is rejected. */
  readonly metadataPolicyConflict?: ConflictResolution | undefined
  /**
   * Called for each part of a policy or configuration without which the answer would differ, if neither a reason nor a change names it: the
   * only scope or term that exempts an object for example.
   */
  readonly onDecision?: ((part: DecidingPart) => void) | undefined
}

/**
 * The fields that a plugin reads from other objects than its policies and the object of the request, or from its configuration. A test
 * keeps the list complete: reports on changes name these fields as causes, and all others as fields that are not read.
 */
export interface Lookup {
  readonly kind: AnyKind | 'configuration'
  /** The source of the name of the object: the namespace of the request, or a field of the `spec`. Absent if it reads all objects of the kind. */
  readonly by?: 'namespace' | `spec.${string}`
  /** The fields that it reads beside the name; each includes what is below it. */
  readonly fields: readonly FieldPath[]
  /** The beginning of the warnings that depend on the fields. Absent if they decide about denials, or about fields of the object. */
  readonly warning?: string
  /** True if only annotations for the audit log depend on the fields. */
  readonly isForAudit?: true
}

/** The definition of a plugin. kadm derives everything about plugins from the list of definitions. */
export interface PluginDefinition {
  /** Kubernetes' name of the plugin. */
  readonly name: string
  /** One sentence for users. */
  readonly summary: string
  /** The kinds of the plugin's policies. */
  readonly kinds: readonly AnyKind[]
  readonly lookups?: readonly Lookup[]
  /** The kind of the plugin's part of the AdmissionConfiguration, for plugins that read one. */
  readonly configuration?: ConfigurationKind
  /** Checks across its policies that no server makes. */
  readonly checks?: readonly PolicyCheck[]
  /** False for a plugin that takes part only when it is enabled by name or has a configuration. */
  readonly enabledByDefault?: false
  /** The feature that the Kubernetes version must have; without it, the plugin does nothing. */
  readonly feature?: Feature
  create(context: PluginContext): AdmissionPlugin
}

/** The changes between two versions of a part of an object, for the fields that a plugin sets. */
export function changesOf<T extends object>(from: T, to: T, fields: readonly (keyof T & string)[], path: string): FieldChange[] {
  return fields.filter((field) => from[field] !== to[field])
    .map((field) => ({field: FieldPath.of(path, field), from: from[field], to: to[field]}))
}
