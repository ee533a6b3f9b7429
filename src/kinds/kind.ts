import type {ObjectMeta} from '../machinery/api/meta-v1.js'
import type {DecodeProblem} from '../machinery/decode/problem.js'
import type {FieldError} from '../machinery/field/error.js'
import type {RuleId} from '../machinery/field/rule-id.js'
import type {KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import type {ObjectMetaRules} from '../machinery/meta/object-meta.js'
import type {Status} from '../machinery/meta/status.js'
import type {DeclaredRule} from './declared-rules.js'

/** A decoded object with parsed quantities. Immutable. */
export interface KubeObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta
}

/** The input of a registry for allocations. */
export interface Registry<T extends KubeObject> {
  /** The stored object, for an update. */
  readonly old?: T
  /** All other stored objects of the kind, in every namespace. */
  readonly others: () => readonly T[]
  /** True if nothing is stored, and so nothing is allocated. */
  readonly dryRun: boolean
  /** Version of the server, by default the latest. */
  readonly version?: KubernetesVersion
}

/** The user who sends a request (apiserver `user.Info`). */
export interface Requester {
  readonly user?: string
  readonly groups?: readonly string[]
  /** Identifies the user among all who have had the name. */
  readonly uid?: string
  /** Further facts about the user by key, from the authentication. */
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/**
 * An object with the values that the server allocates, if known. Errors short-circuit all other validation; the response is a
 * 422 by default.
 */
export interface Allocation<T extends KubeObject> {
  readonly object: T
  readonly errors?: readonly FieldError[]
  readonly status?: Status
}

/**
 * The rules for updates through one endpoint of a kind (a registry strategy's update half):
 * the object itself, or one of its subresources. `version` is that of the server, by default the latest; `now` returns the present time,
 * which is RFC 3339 with whole seconds.
 */
export interface UpdateStrategy<T extends KubeObject> {
  /** Allocates values before any other step, also on create (a registry's BeginCreate and BeginUpdate). */
  allocate?(object: T, registry: Registry<T>): Allocation<T>
  /** Returns the object to store: that of the request, with fields completed from or reset to the stored one. */
  prepareForUpdate?(object: T, old: T, version?: KubernetesVersion, now?: () => string): T
  /** Errors that short-circuit all other validation. */
  precheckUpdate?(object: T, old: T): FieldError[]
  /** Validates the change; reported before the validation of the object itself. */
  validateChange?(object: T, old: T): FieldError[]
  /** Validates the change; reported after the validation of the object itself. */
  validateUpdate?(object: T, old: T, version?: KubernetesVersion): FieldError[]
  /** True for endpoints that validate only the change, not the whole object. */
  readonly changeOnly?: boolean
}

/** A field whose rules a kind states as a table (`shared/fields.ts`), for the documentation. */
export interface DescribedField {
  readonly path: string
  readonly rule: RuleId
  readonly default?: string | number | boolean
  /** True if updates cannot change the field. */
  readonly isImmutable: boolean
}

/** The finding of `kadm lint` for a kind that no API server serves: its objects cannot be applied to a cluster. */
export interface NotServed {
  readonly ruleId: RuleId
  readonly message: string
  /** The alternative to objects of the kind. */
  readonly hint: string
}

/**
 * The behaviour of a kind in the API server: defaults, fields that a create resets, validation and warnings.
 * All functions are pure, and return the same object if nothing changes.
 */
export interface KindDefinition<T extends KubeObject = KubeObject> extends UpdateStrategy<T> {
  readonly apiVersion: string
  readonly kind: string
  /** True for a kind that exists in any API group and version; then its apiVersion is that of examples. */
  readonly anyGroup?: boolean
  /** The warning about every request for a kind that Kubernetes has deprecated. */
  readonly deprecation?: string
  /** Set for a kind that no API server serves. */
  readonly notServed?: NotServed
  /** The group of the server's internal type, if it differs from that of the apiVersion. */
  readonly internalGroup?: string
  /** The rules for the metadata that differ from the usual ones: a DNS subdomain as name, and qualified finalizers. */
  readonly metadata?: Partial<Omit<ObjectMetaRules, 'namespaced'>>
  /** The path of the pod template, for a kind that has one. */
  readonly podTemplate?: readonly [string, ...string[]]
  /** The fields whose rules are stated as a table. */
  readonly fields?: readonly DescribedField[]
  /** True if admission looks up objects of the kind, which are then taken from among the policies. */
  readonly isLookedUp?: true
  /** True if no rule, check, default or warning depends on the name and the namespace of an object, except the rules for metadata. */
  readonly ignoresName?: true
  /** The kind of the object with the same name to which the status is written. Objects of this kind are never stored. */
  readonly statusOf?: {readonly apiVersion: string, readonly kind: string}
  /**
   * Returns the problem for which the server cannot convert a well-typed object to its internal type, such as an invalid
   * text. Decoding fails then.
   */
  conversionProblem?(object: T): DecodeProblem | undefined
  /** Applies API defaults, before admission and when a stored object is read. */
  setDefaults?(object: T, version?: KubernetesVersion): T
  /** Applies the API defaults that depend on the present time, which is RFC 3339 with whole seconds. */
  setTimes?(object: T, now: string): T
  /**
   * Returns the fields from which the default value of a field can come, the nearest first. An error about a default is reported
   * at the written field.
   */
  defaultedFrom?(steps: readonly (string | number)[]): readonly (readonly (string | number)[])[]
  /** Resets and fills in fields on create, after mutating admission (a registry strategy's PrepareForCreate). */
  prepareForCreate?(object: T, version?: KubernetesVersion, requester?: Requester): T
  /** Validates a create; reported before the validation of the metadata, which precedes all others. */
  validateBeforeMetadata?(object: T): FieldError[]
  /** Validates an object except its metadata, in the order of the server; `old` is set for an update. */
  validate?(object: T, old?: T, version?: KubernetesVersion): FieldError[]
  /** Additional validation of a create. */
  validateCreate?(object: T): FieldError[]
  /** Validates a create against the labels of its namespace; reported before all others. */
  validateInNamespace?(object: T, labels: Readonly<Record<string, string>>): FieldError[]
  /** Returns the object to store and return, after validation (a registry strategy's Canonicalize, and its Decorator). */
  canonicalize?(object: T): T
  /**
   * True for kinds for which an update creates a missing object (a registry strategy's AllowCreateOnUpdate). Not set for Services,
   * unlike on a server: clients read a Service before they update it, and get a 404.
   */
  readonly createdByUpdate?: boolean
  /** Returns a deleted object that stays until a controller has finished; undefined if it is removed at once. */
  whenDeleted?(object: T): T | undefined
  /** The rules whose errors newer servers report after all others. */
  readonly declared?: readonly DeclaredRule[]
  /** Returns warnings about the preparation of a create, which are sent even if it is rejected. */
  preparationWarnings?(object: T): string[]
  /** Returns the texts of the Warning headers; `old` is set for an update. */
  warnings?(object: T, old?: T, version?: KubernetesVersion): string[]
  /** The subresources of the kind, such as `status`. */
  readonly subresources?: Readonly<Record<string, UpdateStrategy<T>>>
}

/** A kind without its object type, as in a scheme. */
export type AnyKind = KindDefinition
