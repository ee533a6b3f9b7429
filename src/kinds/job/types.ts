import type {LabelSelector} from '../../machinery/meta/label-selector.js'
import type {KubeObject} from '../kind.js'
import type {PodTemplateSpec} from '../pod-template/types.js'

/** Exit codes of containers that a rule of a pod failure policy is for. */
export interface ExitCodesRequirement {
  readonly containerName?: string
  readonly operator?: string
  readonly values?: readonly number[]
}

export interface PodConditionsPattern {
  readonly type?: string
  readonly status?: string
}

export interface PodFailurePolicyRule {
  readonly action?: string
  readonly onExitCodes?: ExitCodesRequirement
  readonly onPodConditions?: readonly PodConditionsPattern[]
}

export interface SuccessPolicyRule {
  readonly succeededIndexes?: string
  readonly succeededCount?: number
}

export interface JobSpec {
  readonly parallelism?: number
  readonly completions?: number
  readonly activeDeadlineSeconds?: number | bigint
  readonly backoffLimit?: number
  readonly backoffLimitPerIndex?: number
  readonly maxFailedIndexes?: number
  readonly ttlSecondsAfterFinished?: number
  readonly completionMode?: string
  readonly suspend?: boolean
  readonly managedBy?: string
  readonly podReplacementPolicy?: string
  readonly podFailurePolicy?: {readonly rules?: readonly PodFailurePolicyRule[]}
  readonly successPolicy?: {readonly rules?: readonly SuccessPolicyRule[]}
  readonly manualSelector?: boolean
  readonly selector?: LabelSelector
  readonly template?: PodTemplateSpec
}

interface JobStatus {
  readonly startTime?: string
  readonly active?: number
  readonly conditions?: readonly {readonly type?: string, readonly status?: string}[]
}

export interface Job extends KubeObject {
  readonly spec?: JobSpec
  readonly status?: JobStatus
}
