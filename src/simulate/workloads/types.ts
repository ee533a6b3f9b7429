import type {ClaimCount} from '../../controllers/workload/owner.js'
import type {FailureEvent, FoldedAnswer} from '../../controllers/workload/workload-record.js'
import type {Quantity} from '../../machinery/quantity.js'

export type {FailureEvent}

/** How a rollout ends: with room for all of it, in spite of refusals, or not at all (apimachinery spec 5.4). */
export type Verdict = 'fits' | 'slow' | 'blocked'

/** What a rollout needs of one resource of a quota at its peak. */
export interface QuotaNeed {
  readonly quota: string
  readonly resource: string
  readonly hard: Quantity
  readonly needed: Quantity
}

/**
 * A change of the workload or of the quotas with which a rollout that is slow or blocked would go further, or would wait less;
 * it has been played.
 */
export interface Remedy {
  readonly change: {readonly field: 'maxSurge' | 'maxUnavailable', readonly value: number} | {readonly quotas: readonly QuotaNeed[]}
  readonly verdict: Verdict
}

/** What comes of a change of a template. */
export interface Rollout {
  readonly verdict: Verdict
  /** The most pods at once that are neither finished nor terminating. */
  readonly peak: number
  /** The most pods at once, when those that are replaced take all the time that they may to stop. */
  readonly peakWithTerminating: number
  /** The fewest pods at once that are ready. */
  readonly available: number
  /** Why it is not one that fits. */
  readonly reason?: string
  /** The first refusal on the way. */
  readonly event?: FailureEvent
  /** What its peak uses of each quota. */
  readonly needs: readonly QuotaNeed[]
  readonly remedies: readonly Remedy[]
}

/** What was seen of a rollout, without what could be done about it. */
export type Played = Omit<Rollout, 'needs' | 'remedies'>

/** A number of replicas that an autoscaler may choose. */
export interface AutoscalerLevel {
  readonly level: 'min' | 'own' | 'max'
  readonly replicas: number
  /** How many pods there are in the end. */
  readonly created: number
  readonly event?: FailureEvent
  /** What a rollout at that size comes to. */
  readonly rollout?: Pick<Rollout, 'verdict' | 'peak' | 'peakWithTerminating' | 'available' | 'reason'>
}

/** What an autoscaler may make of a workload. */
export interface Autoscaler {
  readonly name: string
  readonly levels: readonly AutoscalerLevel[]
  /** The replicas at which something refuses more, when that is below the most. */
  readonly stopsAt?: number
}

/** How a Job ends, or one run of a CronJob, when all of its pods succeed. */
export interface Completion {
  /** How many pods have to succeed. */
  readonly pods: number
  /** How many pods may be made in all, when as many fail as may fail. */
  readonly mostPods: number
  /** How many pods are made. */
  readonly created: number
  readonly completes: boolean
  /** The first refusal on the way. */
  readonly event?: FailureEvent
}

/** What comes of a CronJob that is due again while the pods of its first run still run. */
export interface SecondRun {
  readonly concurrencyPolicy: string
  /** How many pods both runs ask for at once. */
  readonly wanted: number
  readonly created: number
  /** The most pods at once, with those that terminate. */
  readonly peakWithTerminating: number
  readonly event?: FailureEvent
}

/** What a workload gets. */
export interface WorkloadReport {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  /** How many pods it asks for at once. */
  readonly wanted: number
  readonly created: number
  /** Those that it asks for and does not get: `wanted` less `created`. */
  readonly refused: number
  readonly claims: ClaimCount
  /** What `kubectl describe` shows about a refusal. */
  readonly event?: FailureEvent
  /** The answers to what its controller has sent, alike ones together. */
  readonly answers: readonly FoldedAnswer[]
  readonly rollout?: Rollout
  readonly autoscaler?: Autoscaler
  readonly completion?: Completion
  readonly secondRun?: SecondRun
  /** Why what is reported of it is not all that would come of it; absent where it is. */
  readonly incomplete?: string
  /** True when something was refused on the way to all that it asks for and goes on to. */
  readonly isRefused: boolean
  /** What a user should know beside. */
  readonly notes: readonly string[]
}
