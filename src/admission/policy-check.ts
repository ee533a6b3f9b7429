import type {AnyKind, KubeObject} from '../kinds/kind.js'
import type {Json} from '../machinery/decode/encode.js'
import type {FieldPath} from '../machinery/field/path.js'
import type {RuleId} from '../machinery/field/rule-id.js'
import type {KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import type {PolicyPlace} from './explanation.js'

/** A place related to a finding. */
export interface RelatedPlace extends PolicyPlace {
  readonly message: string
}

/** A finding about several objects together, each of which the server accepts by itself. */
export interface PolicyFinding extends PolicyPlace {
  readonly ruleId: RuleId
  readonly severity: 'error' | 'warning' | 'info'
  /** True for an error in a single object too: no server accepts MetadataPolicies, so that none can decide. */
  readonly isErrorByItself?: boolean
  readonly message: string
  /** The replacement, where it is certain. */
  readonly hint?: string
  readonly related: readonly RelatedPlace[]
  /** The fields that fix it for certain, none of which is written, and the items that written lists need. */
  readonly added?: readonly AddedField[]
  /** The field of a plugin's configuration that causes it. */
  readonly configuredBy?: ConfiguredPlace
}

/** A field that is not written, and the value that it must have; or a list, and the items that it needs. */
export interface AddedField {
  readonly field: FieldPath
  readonly value: Json
}

/** A field of the configuration of a plugin. */
export interface ConfiguredPlace {
  readonly plugin: string
  readonly field: FieldPath
  readonly message: string
}

/** The server for which objects are checked. */
export interface CheckedServer {
  readonly version: KubernetesVersion
  /** The plugins that are on by default and that the server disables. */
  readonly disabledPlugins: readonly string[]
  /** The configurations of plugins by name. */
  readonly configurations: Readonly<Record<string, object>>
}

/** Facts about objects besides their fields, for checks. */
export interface CheckContext {
  /** The comments at a place of an object, and right above it. */
  readonly commentsAt: (place: PolicyPlace) => readonly string[]
  /** False if the field has its value by default. */
  readonly isInSource: (place: PolicyPlace) => boolean
  readonly server: CheckedServer
  /**
   * Counts requests to a simulated API server, of which all checks of a run share a number.
   *
   * @throws TooMuchWorkError if they are used up
   */
  readonly spend: (requests?: number) => void
}

/** Objects that a check reads besides policies. */
export interface CheckSubjects {
  readonly kinds: readonly AnyKind[]
  /** False for objects without possible findings under any policies: they are not kept. */
  concern(object: KubeObject): boolean
}

/** A check of objects together. It sees only such as the server would take. */
export interface PolicyCheck {
  /** The kinds of policies that it reads. Without objects of the first kind, the check is skipped. */
  readonly kinds: readonly AnyKind[]
  /** Other kinds that it reads; without objects of these, the check is skipped too. */
  readonly subjects?: CheckSubjects
  /** Returns true if the check also runs on the subjects of namespaces that no Namespace with labels declares; by default it does not. */
  coversUndeclared?(server: CheckedServer): boolean
  /** @param objects of one namespace: policies in the order of these kinds and by name, each name once, then subjects by name */
  check(objects: readonly KubeObject[], context: CheckContext): PolicyFinding[]
}
