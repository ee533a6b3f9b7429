import type {AnyKind, KindDefinition, KubeObject} from '../kinds/kind.js'
import type {FieldPath} from '../machinery/field-path.js'
import type {Quantity} from '../machinery/quantity.js'
import {forbiddenRequest, type GroupName, type Status} from '../machinery/status.js'
import type {Attributes, Operation} from './attributes.js'
import type {Clock} from './clock.js'
import type {ConfigurationKind} from './configuration-kind.js'
import type {PolicyCheck} from './policy-check.js'
import type {PolicyPlace} from './policy-place.js'

export type {PolicyPlace}

/** A field that a plugin set: what stood there before, undefined for nothing, and what stands there now. */
export interface FieldChange {
  readonly field: FieldPath
  readonly from: unknown
  readonly to: unknown
  readonly cause?: PolicyPlace
}

/** What a mutating plugin makes of an object: a new one, and the list of what changed. */
export interface Mutation {
  readonly object: KubeObject
  readonly changes: readonly FieldChange[]
  /** What a user should know beside the change. */
  readonly warnings?: readonly string[]
}

/** One of the reasons for a refusal, with what the server's message leaves out: where in the object, and by which policy. */
export interface Reason {
  readonly message: string
  readonly field?: FieldPath
  readonly cause?: PolicyPlace
  /** The places in policies that ask for what was refused. */
  readonly setBy?: readonly PolicyPlace[]
}

/** A plugin's no: the answer of the API server, and the reasons behind it. */
export interface Refusal {
  readonly status: Status
  readonly reasons: readonly Reason[]
}

export const isRefusal = (outcome: object): outcome is Refusal => 'status' in outcome

/** The 403 with which nearly all plugins refuse (`admission.NewForbidden`). */
export function refuse({resource, name}: Attributes, message: string, reasons: readonly Reason[] = [{message}]): Refusal {
  return {status: forbiddenRequest(resource, name, message), reasons}
}

/**
 * An admission plugin, as the API server knows it (`admission.MutationInterface`, `ValidationInterface`). Books that it
 * keeps live in the instance, so each cluster starts with clean ones.
 */
export interface AdmissionPlugin {
  readonly name: string
  handles(operation: Operation): boolean
  /** May change the object: gives back a new one, never edits in place. */
  admit?(attributes: Attributes): Mutation | Refusal | undefined
  /** Decides; may keep books, must not change the object. */
  validate?(attributes: Attributes): Refusal | undefined
  /** How many more requests like one that was just let pass the books allow; absent for a plugin whose answer is always the same. */
  room?(attributes: Attributes): number
  /** Enters in the books that so many more requests like one that was just let pass were let pass, too. */
  charge?(attributes: Attributes, times: number): void
  /** What the policies of a namespace leave of each resource, by the names of both; absent for a plugin that divides nothing. */
  headrooms?(namespace: string): ReadonlyMap<string, Quantity>
}

/** What becomes of an object for which MetadataPolicies ask for different values of one label: it is refused, or the last policy by name wins. */
export type ConflictResolution = 'refuse' | 'by-name'

/** The stored objects, as plugins look them up. */
export interface Lister {
  /** The objects of a kind sorted by name: of one namespace, or of the cluster. */
  list<T extends KubeObject>(kind: KindDefinition<T>, namespace?: string): readonly T[]
}

/** So many stored objects that differ in nothing but a random end of their names. */
export interface Counted {
  readonly object: KubeObject
  readonly count: number
}

/** The stored objects, for those who keep the status of some of them. */
export interface StatusWriter extends Lister {
  /** All objects of a resource in a namespace, whatever their kind, sorted by name; those that differ in nothing but a random end of their names are one. */
  listCounted(resource: GroupName, namespace: string): readonly Counted[]
  /** The same, one after the other: the first ones cost little. */
  inOrder(resource: GroupName, namespace: string): Iterable<Counted>
  /** Replaces a stored object, which has been listed, by one with another status. */
  updateStatus(object: KubeObject, old: KubeObject): void
}

/** What a plugin of a cluster is made with. */
export interface PluginContext {
  readonly store: StatusWriter
  readonly clock: Clock
  /** The plugin's part of the AdmissionConfiguration, decoded and valid; undefined without one. */
  readonly configuration?: unknown
  /** What MetadataPolicy does with what its design leaves open; by default it refuses. */
  readonly metadataPolicyConflict?: ConflictResolution | undefined
}

/** A plugin with all that belongs to it: everything that kadm derives from the list of plugins comes from here. */
export interface PluginDefinition {
  /** Kubernetes' name of the plugin. */
  readonly name: string
  /** One sentence for users. */
  readonly summary: string
  /** The kinds of the plugin's policies. */
  readonly kinds: readonly AnyKind[]
  /** The kind of the plugin's part of the AdmissionConfiguration, for plugins that read one. */
  readonly configuration?: ConfigurationKind
  /** What is to be said of its policies together that no server says. */
  readonly checks?: readonly PolicyCheck[]
  /** False for a plugin that takes part only when it is enabled by name or has a configuration. */
  readonly enabledByDefault?: false
  create(context: PluginContext): AdmissionPlugin
}
