import type {Quantity} from '../../machinery/quantity.js'
import type {ResourceList} from '../../machinery/resource-list.js'
import type {Simulation} from '../simulate.js'
import type {FailureEvent, Verdict} from '../workloads/types.js'

/**
 * When something is needed: all the time; at the peak of a rollout; at that peak when the pods that are replaced take all the
 * time that they may to stop; when autoscalers are at their most; and at the worst of a rollout then. Each asks for no less
 * than the first.
 */
export const phases = ['steady', 'peak', 'worst', 'max', 'maxWorst'] as const

export type Phase = typeof phases[number]

export type PerPhase<T> = Readonly<Record<Phase, T>>

/** What an object of the input needs, together with all that is made for it. */
export interface ObjectNeeds {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly needs: PerPhase<ResourceList>
  /** What is refused to it under the quotas as they are. */
  readonly event?: FailureEvent
  /** How a rollout of it ends under the quotas as they are. */
  readonly verdict?: Verdict
  /** Why a rollout of it does not fit. */
  readonly reason?: string
}

/** An object, and what it adds to the usage of a resource. */
export interface Addition extends Pick<ObjectNeeds, 'kind' | 'name'> {
  readonly adds: Quantity
}

/** What a key of a quota must allow for all objects together. */
export interface QuotaNeeds {
  readonly quota: string
  readonly resource: string
  readonly hard: Quantity
  /** Before anything of the input is there. */
  readonly used: Quantity
  /** By everything in the namespace, with all rollouts at once and all autoscalers at their most. */
  readonly needed: PerPhase<Quantity>
  /**
   * When that is first more than the quota allows; the object that goes beyond when they are added one after the other; and
   * what each object adds at that time to what it needs all the time, the largest addition first.
   */
  readonly breaks?: {readonly phase: Phase, readonly object: Pick<ObjectNeeds, 'kind' | 'name'>, readonly objects: readonly Addition[]}
}

export interface NamespaceCapacity {
  readonly namespace: string
  readonly objects: readonly ObjectNeeds[]
  /** What all of them need together. */
  readonly total: PerPhase<ResourceList>
  readonly quotas: readonly QuotaNeeds[]
}

export interface Capacity {
  readonly namespaces: readonly NamespaceCapacity[]
  /** What comes of the input under the quotas as they are. */
  readonly simulation: Simulation
}
