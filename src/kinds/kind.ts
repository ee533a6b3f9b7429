import type {DecodeProblem} from '../machinery/decode-problem.js'
import type {FieldError} from '../machinery/field-error.js'
import type {KubernetesVersion} from '../machinery/kubernetes-version.js'
import type {ObjectMeta} from '../machinery/object-meta.js'
import type {Status} from '../machinery/status.js'

/** An object as the engine holds it: decoded, quantities parsed, never changed in place. */
export interface KubeObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta
}

/** What the registry of a kind looks at when it hands something out. */
export interface Registry<T extends KubeObject> {
  /** The stored object, for an update. */
  readonly old?: T
  /** All other stored objects of the kind, in every namespace. */
  readonly others: () => readonly T[]
  /** True when nothing will be stored, and so nothing is handed out. */
  readonly dryRun: boolean
  /** That of the server, by default the latest. */
  readonly version?: KubernetesVersion
}

/**
 * An object with what only the server hands out, as far as that is known. Broken rules refuse it, and are told alone; the
 * answer to them is a 422 unless another one is given.
 */
export interface Allocation<T extends KubeObject> {
  readonly object: T
  readonly errors?: readonly FieldError[]
  readonly status?: Status
}

/**
 * What an update through one endpoint of a kind may change and must keep to (a registry strategy's update half):
 * the object itself, or one of its subresources. `version` is that of the server, by default the latest.
 */
export interface UpdateStrategy<T extends KubeObject> {
  /** Hands out what only the server can, before anything else is done, on a create too (a registry's BeginCreate and BeginUpdate). */
  allocate?(object: T, registry: Registry<T>): Allocation<T>
  /** The object to be stored: what the request gives, completed from or reset to the stored one. */
  prepareForUpdate?(object: T, old: T, version?: KubernetesVersion): T
  /** Reasons to refuse the change that are told alone, before any other rule is checked. */
  precheckUpdate?(object: T, old: T): FieldError[]
  /** Rules for the change that are told before those of the object as it is. */
  validateChange?(object: T, old: T): FieldError[]
  /** Rules for the change, after those of the object as it is. */
  validateUpdate?(object: T, old: T, version?: KubernetesVersion): FieldError[]
  /** Set for endpoints that check the change alone and not the whole object again. */
  readonly changeOnly?: boolean
}

/** The finding of `kadm lint` for a kind that only kadm knows: objects of it cannot be applied to a cluster. */
export interface NotServed {
  readonly ruleId: string
  readonly message: string
  /** What to do with such objects instead. */
  readonly hint: string
}

/**
 * What the API server knows of a kind besides the shape of its fields: defaults, what a create resets, rules and warnings.
 * All functions are pure, and give back the very object that they were given when there is nothing to change.
 */
export interface KindDefinition<T extends KubeObject = KubeObject> extends UpdateStrategy<T> {
  readonly apiVersion: string
  readonly kind: string
  /** Set for a kind that is this one in any API group and version; its apiVersion is then the one that examples have. */
  readonly anyGroup?: boolean
  /** Set for a kind that no API server serves. */
  readonly notServed?: NotServed
  /** The group of the server's own type, where it is another one than that of the apiVersion. */
  readonly internalGroup?: string
  /** The kind whose object of the same name gets the status of an object of this kind, which is itself never stored. */
  readonly statusOf?: {readonly apiVersion: string, readonly kind: string}
  /**
   * What keeps the server from making its internal form of an object that fits its type: a text in it that it must read, and
   * cannot. Decoding fails then.
   */
  conversionProblem?(object: T): DecodeProblem | undefined
  /** API defaulting, which precedes admission, and which runs again when a stored object is read back. */
  setDefaults?(object: T): T
  /**
   * Where the value of a field may come from that nobody wrote: other fields, the nearest first. So an error about a
   * default is shown at what was written.
   */
  defaultedFrom?(steps: readonly (string | number)[]): readonly (readonly (string | number)[])[]
  /** What a create resets or fills in after mutating admission (a registry strategy's PrepareForCreate). */
  prepareForCreate?(object: T, version?: KubernetesVersion): T
  /** Rules for a create that are told before those of its metadata, behind which all others come. */
  validateBeforeMetadata?(object: T): FieldError[]
  /** The rules of the kind besides those of its metadata, in the order of the server; `old` is given for an update. */
  validate?(object: T, old?: T, version?: KubernetesVersion): FieldError[]
  /** Rules for a create alone. */
  validateCreate?(object: T): FieldError[]
  /** Rules for a create that the labels of its namespace decide, told before all others. */
  validateInNamespace?(object: T, labels: Readonly<Record<string, string>>): FieldError[]
  /** The object that is stored and shown, once all rules hold (a registry strategy's Canonicalize, and its Decorator). */
  canonicalize?(object: T): T
  /**
   * Set for kinds whose objects are made by an update, too, when there is none of the name (a registry strategy's
   * AllowCreateOnUpdate). Services have it on a server and not here: who updates one has read it, and got the 404.
   */
  readonly createdByUpdate?: boolean
  /** What becomes of an object that is deleted and stays until a controller is done with it; undefined for one that goes at once. */
  whenDeleted?(object: T): T | undefined
  /** Warnings about what a create makes of an object, which it has when it is refused too. */
  preparationWarnings?(object: T): string[]
  /** The texts of the Warning headers; `old` is given for an update. */
  warnings?(object: T, old?: T, version?: KubernetesVersion): string[]
  /** The endpoints below the object, `status` for example. */
  readonly subresources?: Readonly<Record<string, UpdateStrategy<T>>>
}

/** A kind whose object type is forgotten: the form in which a scheme keeps all of them. */
export type AnyKind = KindDefinition
