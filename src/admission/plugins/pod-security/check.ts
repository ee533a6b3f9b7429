import type {PodSpec} from '../../../machinery/api/core-v1.js'
import type {ObjectMeta} from '../../../machinery/api/meta-v1.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import type {FieldRepair} from '../../plugin.js'
import type {RestrictiveLevel} from './policy.js'

/** A field of a pod that breaks a check. */
export interface Offence {
  readonly field: FieldPath
  /** The change that meets the check. */
  readonly hint: string
  /** The change that meets the check: of the field itself, or of the one that is named. */
  readonly repair: Omit<FieldRepair, 'field'> & Partial<Pick<FieldRepair, 'field'>>
}

/** The violation of a check by a pod (policy `CheckResult`). */
export interface Violation {
  /** The words that the server always shows, such as `host namespaces`. */
  readonly reason: string
  /** The words that it adds in parentheses: the values and containers. */
  readonly detail: string
  readonly offences: readonly Offence[]
}

/** Checks a pod, or the template of one (policy `CheckPodFn`); undefined if it is allowed. */
export type CheckPod = (spec: PodSpec, metadata: Partial<ObjectMeta>) => Violation | undefined

/** One version of a check. */
export interface VersionedCheck {
  /** The first minor version of Kubernetes that has it: 25 for v1.25. */
  readonly since: number
  readonly check: CheckPod
}

/** One check of the Pod Security Standards, with all its versions (policy `Check`). */
export interface Check {
  /** Kubernetes' own name, by which checks are ordered in messages. */
  readonly id: string
  /** The least level that has the check. */
  readonly level: RestrictiveLevel
  /** The versions, the oldest first. */
  readonly versions: readonly VersionedCheck[]
  /** The check of baseline that this one of restricted replaces, in each of its versions. */
  readonly overrides?: string
}
