import type {Quantity} from '../../machinery/quantity/quantity.js'
import type {ResourceList} from '../../machinery/quantity/resource-list.js'
import type {ManifestReview} from '../manifest-review.js'
import type {Simulation} from '../simulate.js'
import type {FailureEvent, Verdict} from '../workloads/types.js'

/**
 * The phases for which needs are computed: all the time; at the peak of a rollout; at that peak if replaced pods use their whole
 * grace period; at the maximum of autoscalers; and at the worst of a rollout at that maximum. No phase needs less
 * than the first.
 */
export const phases = ['steady', 'peak', 'worst', 'max', 'maxWorst'] as const

export type Phase = typeof phases[number]

export type PerPhase<T> = Readonly<Record<Phase, T>>

/** Computes a value for each phase. */
export const perPhase = <T>(value: (phase: Phase) => T): PerPhase<T> =>
  ({steady: value('steady'), peak: value('peak'), worst: value('worst'), max: value('max'), maxWorst: value('maxWorst')})

/** The needs of an object of the input, including all objects created for it. */
export interface ObjectNeeds {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly needs: PerPhase<ResourceList>
  /** The first rejection under the present quotas. */
  readonly event?: FailureEvent
  /** The verdict on a rollout under the present quotas. */
  readonly verdict?: Verdict
  /** Why a rollout does not fit. */
  readonly reason?: string
}

/** An object, with the usage that it adds to a resource. */
export interface Addition extends Pick<ObjectNeeds, 'kind' | 'name'> {
  readonly adds: Quantity
}

/** The bound that a quota needs for all objects together. */
export interface QuotaNeeds {
  readonly quota: string
  readonly resource: string
  readonly hard: Quantity
  /** The usage before the input is applied. */
  readonly used: Quantity
  /** The usage of the whole namespace, with all rollouts at once and all autoscalers at their maximum. */
  readonly needed: PerPhase<Quantity>
  /**
   * The first phase that needs more than the bound; the object that exceeds it when needs are added in order; and
   * what each object adds in that phase to its steady need, the largest addition first.
   */
  readonly breaks?: {readonly phase: Phase, readonly object: Pick<ObjectNeeds, 'kind' | 'name'>, readonly objects: readonly Addition[]}
  /** The objects that do not fit in a phase if they are added in order and those that do not fit are left out. Absent if all fit. */
  readonly unfitIn?: (phase: Phase) => readonly Pick<ObjectNeeds, 'kind' | 'name'>[]
}

export interface NamespaceCapacity {
  readonly namespace: string
  readonly objects: readonly ObjectNeeds[]
  /** The needs of all objects together. */
  readonly total: PerPhase<ResourceList>
  readonly quotas: readonly QuotaNeeds[]
}

/** A denied object of the files. */
export interface DeniedObject {
  readonly review: ManifestReview
  /** True if only bounds of quotas deny it: the needs include those of the object. */
  readonly isCounted: boolean
}

export interface Capacity {
  readonly namespaces: readonly NamespaceCapacity[]
  /** The objects that the present quotas, or other policies, deny. */
  readonly denied: readonly DeniedObject[]
  /** The simulation under the present quotas. */
  readonly simulation: Simulation
}
