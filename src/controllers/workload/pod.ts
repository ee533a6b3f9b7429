import type {PodState} from './pod-state.js'
import type {Tally} from './tally.js'

/** A pod of a workload, as its controller knows it. */
export interface Pod {
  readonly namespace: string
  /** By what name the cluster knows it. */
  readonly storedAs: string
  /** The template that it was made from: the same object for pods of one revision. */
  readonly revision: object
  /** The place that it takes where each has its own: an ordinal, a completion index, the number of a node. */
  readonly slot: number
  /** For how many seconds it may go on after it was deleted. */
  readonly graceSeconds: number
  state: PodState
}

/** True of a pod that is neither finished nor about to go. */
export const isActive = ({state}: Pod): boolean => state === 'pending' || state === 'ready'

/** True of a pod that has ended by itself. */
export const isFinished = ({state}: Pod): boolean => state === 'succeeded' || state === 'failed'

const none: readonly Pod[] = []

/** The pods of one owner, counted. */
export class Pods {
  private readonly members = new Set<Pod>()
  private readonly bySlot = new Map<number, readonly Pod[]>()
  private readonly changed = new Set<number>()
  private readonly counts: Record<PodState, number> = {pending: 0, ready: 0, succeeded: 0, failed: 0, terminating: 0}

  /**
   * @param tally hears of all that happens to the pods
   * @param havePlaces true for pods that are looked up by the places that they take
   */
  constructor(private readonly tally: Tally, private readonly havePlaces = false) {}

  /** All that are not gone, in the order in which they were made. */
  get all(): Iterable<Pod> {
    return this.members
  }

  get size(): number {
    return this.members.size
  }

  get active(): number {
    return this.counts.pending + this.counts.ready
  }

  /** Those that take a place, in the order in which they were made. */
  on(slot: number): readonly Pod[] {
    return this.bySlot.get(slot) ?? none
  }

  /** The one that takes a place which only one can take. */
  at(slot: number): Pod | undefined {
    return this.bySlot.get(slot)?.[0]
  }

  /** The places at which anything has changed since this was asked last. */
  takeChanged(): readonly number[] {
    const changed = [...this.changed]
    this.changed.clear()
    return changed
  }

  count(state: PodState): number {
    return this.counts[state]
  }

  add(pod: Pod): void {
    this.members.add(pod)
    this.place(pod.slot, (others) => [...others, pod])
    this.counts[pod.state]++
    this.tally.change(undefined, pod.state)
  }

  move(pod: Pod, state: PodState): void {
    this.counts[pod.state]--
    this.counts[state]++
    this.tally.change(pod.state, state)
    pod.state = state
    this.place(pod.slot, (pods) => pods)
  }

  remove(pod: Pod): void {
    if (!this.members.delete(pod)) return
    this.place(pod.slot, (pods) => pods.filter((other) => other !== pod))
    this.counts[pod.state]--
    this.tally.change(pod.state, undefined)
  }

  private place(slot: number, change: (pods: readonly Pod[]) => readonly Pod[]): void {
    if (!this.havePlaces) return
    this.bySlot.set(slot, change(this.on(slot)))
    this.changed.add(slot)
  }

  /** Those to delete first when there are too many: not ready ones, and of the others the newest. */
  surplus(count: number): Pod[] {
    const active = [...this.members].filter(isActive).reverse()
    return [...active.filter(({state}) => state === 'pending'), ...active.filter(({state}) => state === 'ready')].slice(0, count)
  }
}
