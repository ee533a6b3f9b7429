import type {Level, LevelVersion, RestrictiveLevel} from '../admission/plugins/pod-security/index.js'
import type {ObjectRef, Place} from '../lint/diagnostic.js'
import type {FieldPath} from '../machinery/field/path.js'
import type {KubernetesVersion} from '../machinery/version/kubernetes-version.js'

/** A change of a field that a check needs. */
export interface NeededChange {
  readonly field: FieldPath
  /** The place of the field, or of the closest field above it. */
  readonly place: Place
  readonly hint: string
}

/** A check of a level that an object does not meet. */
export interface UnmetCheck {
  /** Kubernetes' name of the check, such as `hostNamespaces`. */
  readonly id: string
  /** The words of the server about the violation. */
  readonly message: string
  readonly changes: readonly NeededChange[]
}

/** A pod, or a workload with a template of pods. */
export interface AssessedObject {
  readonly object: ObjectRef
  readonly place: Place
  /** The strictest level that it meets. */
  readonly meets: Level
  /** The checks of each level that it does not meet; none for a level that it meets. */
  readonly unmet: Readonly<Record<RestrictiveLevel, readonly UnmetCheck[]>>
  /** True if it violates the level that it has to meet: the one asked for, or else the one that its namespace enforces. */
  readonly isInsufficient: boolean
}

/** The objects of a namespace. */
export interface AssessedNamespace {
  readonly name: string
  /** The level that it enforces, by its labels or by the configuration of the server. */
  readonly enforce: LevelVersion
  /** True if the configuration exempts the namespace. */
  readonly isExempt: boolean
  /** The strictest level that all its objects meet. */
  readonly meets: Level
  readonly objects: readonly AssessedObject[]
}

/** The result of `kadm pod-security`. */
export interface Assessment {
  /** The version of the levels. */
  readonly version: string
  /** The emulated version of Kubernetes, if it does not know the version of the levels: it uses its latest ones instead. */
  readonly unknownTo?: KubernetesVersion
  /** The level that all objects have to meet; undefined if each has to meet the one that its namespace enforces. */
  readonly level: Level | undefined
  readonly namespaces: readonly AssessedNamespace[]
  /** The places of objects that are left out because the server rejects them for other reasons, with the first reason. */
  readonly invalid: readonly (Place & {readonly message: string})[]
}
