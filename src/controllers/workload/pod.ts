import type {JsonObject} from '../../machinery/encode.js'
import type {PodState} from './pod-state.js'
import type {Tally} from './tally.js'

/** A group of pods of a workload with the same history and state, as their controller sees them. */
export interface Pod {
  readonly namespace: string
  /** Their key in the cluster. */
  storedAs: string
  /** The template that they were created from: the same object for all pods of one revision. */
  readonly revision: object
  /** Ordinal, completion index or node index of the pod, where pods have one; of a group, that of the first pod. */
  slot: number
  /** Their grace period for deletion, in seconds. */
  readonly graceSeconds: number
  state: PodState
  /** The request that created them; undefined for pods that existed before. */
  readonly made?: JsonObject
  /** The number of pods; in groups with slots, these are consecutive. */
  count: number
}

/** True for pods that are neither finished nor terminating. */
export const isActive = ({state}: Pod): boolean => state === 'pending' || state === 'ready'

/** True for pods that ended by themselves. */
export const isFinished = ({state}: Pod): boolean => state === 'succeeded' || state === 'failed'

/** The total number of pods in groups. */
export const countOf = (pods: Iterable<Pick<Pod, 'count'>>): number => [...pods].reduce((sum, {count}) => sum + count, 0)

const none: readonly Pod[] = []

/** The pods of one owner, with counts by state. */
export class Pods {
  private readonly members: Pod[] = []
  private readonly bySlot = new Map<number, readonly Pod[]>()
  private readonly changed = new Set<number>()
  private readonly counts: Record<PodState, number> = {pending: 0, ready: 0, succeeded: 0, failed: 0, terminating: 0}

  /**
   * @param tally updated on every change of the pods
   * @param places 'each' for pods that are looked up by their slots; 'row' for groups with consecutive slots
   */
  constructor(private readonly tally: Tally, private readonly places?: 'each' | 'row') {}

  /** All pods except deleted ones, in order of creation. */
  get all(): readonly Pod[] {
    return this.members
  }

  /** True if groups have consecutive slots. */
  get areInRows(): boolean {
    return this.places === 'row'
  }

  get size(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count)
  }

  get active(): number {
    return this.counts.pending + this.counts.ready
  }

  /** The pods with a slot, in order of creation. */
  on(slot: number): readonly Pod[] {
    return this.bySlot.get(slot) ?? none
  }

  /** The first pod with a slot. */
  at(slot: number): Pod | undefined {
    return this.bySlot.get(slot)?.[0]
  }

  /** Returns the slots that changed since the last call. */
  takeChanged(): readonly number[] {
    const changed = [...this.changed]
    this.changed.clear()
    return changed
  }

  count(state: PodState): number {
    return this.counts[state]
  }

  add(pod: Pod): void {
    this.members.push(pod)
    this.place(pod.slot, (others) => [...others, pod])
    this.counts[pod.state] += pod.count
    this.tally.change(undefined, pod.state, pod.count)
  }

  /** Changes the state of the first pods of a group, by default of all. @returns their group */
  move(pod: Pod, state: PodState, count = pod.count): Pod {
    const moved = count < pod.count ? this.split(pod, count) : pod
    this.counts[pod.state] -= count
    this.counts[state] += count
    this.tally.change(pod.state, state, count)
    moved.state = state
    this.place(pod.slot, (pods) => pods)
    return moved
  }

  /** Splits the first pods of a group off. */
  split(pod: Pod, count: number): Pod {
    const part = {...pod, count}
    pod.count -= count
    if (this.places === 'row') pod.slot += count
    this.members.splice(this.members.lastIndexOf(pod) + (this.places === 'row' ? 0 : 1), 0, part)
    return part
  }

  /** The group created just before another one; undefined for the first. */
  before(pod: Pod): Pod | undefined {
    return this.members[this.members.lastIndexOf(pod) - 1]
  }

  /** Merges a group with the one before it if both are alike. Nothing may be scheduled for the group. */
  join(pod: Pod): void {
    const before = this.before(pod)
    if (before === undefined || this.places === 'each' || !isAlike(before, pod)) return
    if (this.places === 'row' ? before.slot + before.count !== pod.slot : before.slot !== pod.slot) return
    before.count += pod.count
    this.members.splice(this.members.lastIndexOf(pod), 1)
  }

  /** Removes the first pods of a group, by default all. */
  remove(pod: Pod, count = pod.count): void {
    const index = this.members.lastIndexOf(pod)
    if (index === -1) return
    if (count < pod.count) {
      pod.count -= count
      if (this.places === 'row') pod.slot += count
    } else {
      this.members.splice(index, 1)
      this.place(pod.slot, (pods) => pods.filter((other) => other !== pod))
    }
    this.counts[pod.state] -= count
    this.tally.change(pod.state, undefined, count)
  }

  private place(slot: number, change: (pods: readonly Pod[]) => readonly Pod[]): void {
    if (this.places !== 'each') return
    this.bySlot.set(slot, change(this.on(slot)))
    this.changed.add(slot)
  }

  /** Adds pods to a group, or removes some if `count` is negative, without updating the tally. */
  grow(pod: Pod, count: number): void {
    pod.count += count
    this.counts[pod.state] += count
  }

  /** The pods to delete when there are too many: pending ones first, then the newest. */
  surplus(count: number): readonly (readonly [pod: Pod, count: number])[] {
    const active = this.members.filter(isActive).reverse()
    const chosen: [Pod, number][] = []
    let left = count
    for (const pod of [...active.filter(({state}) => state === 'pending'), ...active.filter(({state}) => state === 'ready')]) {
      if (left <= 0) break
      chosen.push([pod, Math.min(left, pod.count)])
      left -= pod.count
    }
    return chosen
  }
}

const isAlike = (a: Pod, b: Pod): boolean => a.state === b.state && a.revision === b.revision && a.storedAs === b.storedAs
  && a.namespace === b.namespace && a.graceSeconds === b.graceSeconds
