import type {ClaimCount} from '../../controllers/workload/owner.js'
import type {FailureEvent, GroupedAnswer} from '../../controllers/workload/workload-record.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'

export type {FailureEvent}

/** The verdict on a rollout: it fits, completes despite rejections, or is blocked (spec apimachinery 5.4). */
export type Verdict = 'fits' | 'slow' | 'blocked'

/** The usage of one resource of a quota at the peak of a rollout. */
export interface QuotaNeed {
  readonly quota: string
  readonly resource: string
  readonly hard: Quantity
  readonly needed: Quantity
}

/**
 * A change of the workload or of the quotas with which a slow or blocked rollout replaces more pods or waits less.
 * It has been simulated.
 */
export interface Remedy {
  readonly change: {readonly field: 'maxSurge' | 'maxUnavailable', readonly value: number} | {readonly quotas: readonly QuotaNeed[]}
  readonly verdict: Verdict
}

/** The result of changing a template. */
export interface Rollout {
  readonly verdict: Verdict
  /** The maximum of pods that are neither finished nor terminating. */
  readonly peak: number
  /** The maximum of pods if replaced pods use their whole grace period. */
  readonly peakWithTerminating: number
  /** The minimum of ready pods. */
  readonly available: number
  /** Why it does not fit. */
  readonly reason?: string
  /** The first rejection. */
  readonly event?: FailureEvent
  /** The usage of each quota at the peak. */
  readonly needs: readonly QuotaNeed[]
  readonly remedies: readonly Remedy[]
}

/** The simulated result of a rollout, without needs and remedies. */
export type RolloutResult = Omit<Rollout, 'needs' | 'remedies'>

/** The result of scaling a workload or changing its template. */
export interface ScenarioResult {
  /** The final number of pods before the change of the template. */
  readonly created: number
  /** The first rejection before that. */
  readonly event?: FailureEvent
  readonly rollout?: RolloutResult
}

/** A number of replicas that an autoscaler may choose. */
export interface AutoscalerLevel {
  readonly level: 'min' | 'own' | 'max'
  readonly replicas: number
  /** The final number of pods. */
  readonly created: number
  readonly event?: FailureEvent
  /** A rollout at that number of replicas. */
  readonly rollout?: Pick<Rollout, 'verdict' | 'peak' | 'peakWithTerminating' | 'available' | 'reason'>
}

/** The effects of an autoscaler on a workload. */
export interface Autoscaler {
  readonly name: string
  readonly levels: readonly AutoscalerLevel[]
  /** The number of replicas beyond which pods are rejected, if it is below the maximum. */
  readonly stopsAt?: number
}

/** The end of a Job, or of one run of a CronJob, if all of its pods succeed. */
export interface Completion {
  /** The number of pods that must succeed. */
  readonly pods: number
  /** The maximum number of pods, if as many fail as may fail. */
  readonly mostPods: number
  /** The number of pods created. */
  readonly created: number
  readonly completes: boolean
  /** The first rejection. */
  readonly event?: FailureEvent
}

/** The result of a CronJob that is due while the pods of its first run are running. */
export interface SecondRun {
  readonly concurrencyPolicy: string
  /** The number of desired pods of both runs at once. */
  readonly wanted: number
  readonly created: number
  /** The maximum of pods at once, including terminating ones. */
  readonly peakWithTerminating: number
  readonly event?: FailureEvent
}

/** The result for a workload. */
export interface WorkloadReport {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  /** The number of desired pods at once. */
  readonly wanted: number
  readonly created: number
  /** The missing pods: `wanted` less `created`. */
  readonly refused: number
  readonly claims: ClaimCount
  /** The event that `kubectl describe` shows for a rejection. */
  readonly event?: FailureEvent
  /** The answers to its controller, with equal ones grouped. */
  readonly answers: readonly GroupedAnswer[]
  readonly rollout?: Rollout
  readonly autoscaler?: Autoscaler
  readonly completion?: Completion
  readonly secondRun?: SecondRun
  /** Why the report is incomplete; undefined if it is complete. */
  readonly incomplete?: string
  /** True if anything was rejected before the desired state was reached. */
  readonly isRefused: boolean
  /** Notes for the user. */
  readonly notes: readonly string[]
}
