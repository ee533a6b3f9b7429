import type {NumberRange} from '../../machinery/collections/number-ranges.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import type {PodCounts, PodState} from './pod-counts.js'

/** A group of pods of a workload with the same history and state, as their controller sees them. */
export interface Pod {
  readonly namespace: string
  /** Their key in the cluster; pods with a prefix of the same key differ only in the number of their names. */
  storedAs: string
  /** Their names without the slot, for pods that are named by it. */
  readonly prefix?: string
  /** The template that they were created from: the same object for all pods of one revision. */
  readonly revision: object
  /** Ordinal, completion index or node index of the pod, where pods have one; of a group, that of the first pod. */
  slot: number
  /** Their grace period for deletion, in seconds. */
  readonly graceSeconds: number
  state: PodState
  /** The request that created them; undefined for pods that existed before. */
  readonly request?: JsonObject
  /** The number of pods; in groups with slots, these are consecutive. */
  count: number
}

/** True for pods that are neither finished nor terminating. */
export const isActive = ({state}: Pod): boolean => state === 'pending' || state === 'ready'

/** True for pods that ended by themselves. */
export const isFinished = ({state}: Pod): boolean => state === 'succeeded' || state === 'failed'

/** The slots of pods. */
export const slotRange = ({slot, count}: Pick<Pod, 'slot' | 'count'>): NumberRange => [slot, slot + count]

/** The total number of pods in groups. */
export const countOf = (pods: Iterable<Pick<Pod, 'count'>>): number => [...pods].reduce((sum, {count}) => sum + count, 0)

/** A group of pods with slots as groups of one pod. */
export const oneByOne = <P extends Pick<Pod, 'slot' | 'count'>>(pods: P): P[] =>
  Array.from({length: pods.count}, (_, i) => ({...pods, slot: pods.slot + i, count: 1}))

/** The pods of one owner, with counts by state. */
export class Pods {
  private readonly members: Pod[] = []
  private readonly counts: Record<PodState, number> = {pending: 0, ready: 0, succeeded: 0, failed: 0, terminating: 0}

  /**
   * @param workloadCounts updated on every change of the pods
   * @param places 'row' for groups with consecutive slots; 'in order' if they are also sorted by slot, and no two have the same
   */
  constructor(private readonly workloadCounts: PodCounts, private readonly places?: 'row' | 'in order') {}

  /** All pods except deleted ones, in order of creation or of their slots. */
  get all(): readonly Pod[] {
    return this.members
  }

  /** True if groups have consecutive slots. */
  get areInRanges(): boolean {
    return this.places !== undefined
  }

  get size(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count)
  }

  get active(): number {
    return this.counts.pending + this.counts.ready
  }

  /** The group of the pod with a slot, if pods are in the order of their slots. */
  at(slot: number): Pod | undefined {
    const pod = this.members[this.indexAfter(slot) - 1]
    return pod !== undefined && slot < pod.slot + pod.count ? pod : undefined
  }

  /** The index of the first group whose slots are greater, if pods are in the order of their slots. */
  private indexAfter(slot: number): number {
    let [low, high] = [0, this.members.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.members[middle]?.slot ?? 0) <= slot) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The first slot of the group after a slot, if pods are in the order of their slots. */
  slotAfter(slot: number): number | undefined {
    return this.members[this.indexAfter(slot)]?.slot
  }

  private indexOf(pod: Pod): number {
    if (this.places !== 'in order') return this.members.lastIndexOf(pod)
    const index = this.indexAfter(pod.slot) - 1
    return this.members[index] === pod ? index : -1
  }

  count(state: PodState): number {
    return this.counts[state]
  }

  add(pod: Pod): void {
    if (this.places === 'in order') this.members.splice(this.indexAfter(pod.slot), 0, pod)
    else this.members.push(pod)
    this.counts[pod.state] += pod.count
    this.workloadCounts.change(undefined, pod.state, pod.count)
  }

  /** Changes the state of the first pods of a group, by default of all. @returns their group */
  move(pod: Pod, state: PodState, count = pod.count): Pod {
    const moved = count < pod.count ? this.split(pod, count) : pod
    this.counts[pod.state] -= count
    this.counts[state] += count
    this.workloadCounts.change(pod.state, state, count)
    moved.state = state
    return moved
  }

  /** Splits the first pods of a group off. */
  split(pod: Pod, count: number): Pod {
    const part = {...pod, count}
    pod.count -= count
    if (this.areInRanges) pod.slot += count
    this.members.splice(this.indexOf(pod) + (this.areInRanges ? 0 : 1), 0, part)
    return part
  }

  /** The group created just before another one; undefined for the first. */
  before(pod: Pod): Pod | undefined {
    return this.members[this.indexOf(pod) - 1]
  }

  /** Merges a group with its neighbours where they are alike. Nothing may be scheduled for the group. */
  join(pod: Pod): void {
    const index = this.indexOf(pod)
    if (this.places === 'in order') this.joinAt(index + 1)
    this.joinAt(index)
  }

  private joinAt(index: number): void {
    const [before, pod] = [this.members[index - 1], this.members[index]]
    if (before === undefined || pod === undefined || !isIdentical(before, pod)) return
    if (before.slot + (this.areInRanges ? before.count : 0) !== pod.slot) return
    before.count += pod.count
    this.members.splice(index, 1)
  }

  /** Removes the first pods of a group, by default all. */
  remove(pod: Pod, count = pod.count): void {
    const index = this.indexOf(pod)
    if (index === -1) return
    this.counts[pod.state] -= count
    this.workloadCounts.change(pod.state, undefined, count)
    if (count < pod.count) {
      pod.count -= count
      if (this.areInRanges) pod.slot += count
    } else {
      this.members.splice(index, 1)
      // A start that is scheduled for it has no effect.
      pod.state = 'terminating'
    }
  }

  /** Adds pods to a group, or removes some if `count` is negative, without updating the counts of the workload. */
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

const isIdentical = (a: Pod, b: Pod): boolean => a.state === b.state && a.revision === b.revision && a.storedAs === b.storedAs
  && a.namespace === b.namespace && a.graceSeconds === b.graceSeconds
