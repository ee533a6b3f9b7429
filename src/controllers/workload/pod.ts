import type {JsonObject} from '../../machinery/encode.js'
import type {PodState} from './pod-state.js'
import type {Tally} from './tally.js'

/** A number of pods of a workload that have come the same way and stand where they stand together, as their controller knows them. */
export interface Pod {
  readonly namespace: string
  /** By what name the cluster knows them. */
  storedAs: string
  /** The template that they were made from: the same object for pods of one revision. */
  readonly revision: object
  /** The place that a pod takes where each has its own: an ordinal, a completion index, the number of a node; of several, the first one's. */
  slot: number
  /** For how many seconds they may go on after they were deleted. */
  readonly graceSeconds: number
  state: PodState
  /** What was sent to create them; absent for pods that were there before. */
  readonly made?: JsonObject
  /** How many they are; those that have places take as many in a row. */
  count: number
}

/** True of pods that are neither finished nor about to go. */
export const isActive = ({state}: Pod): boolean => state === 'pending' || state === 'ready'

/** True of pods that have ended by themselves. */
export const isFinished = ({state}: Pod): boolean => state === 'succeeded' || state === 'failed'

/** How many pods there are in groups. */
export const countOf = (pods: Iterable<Pick<Pod, 'count'>>): number => [...pods].reduce((sum, {count}) => sum + count, 0)

const none: readonly Pod[] = []

/** The pods of one owner, counted. */
export class Pods {
  private readonly members: Pod[] = []
  private readonly bySlot = new Map<number, readonly Pod[]>()
  private readonly changed = new Set<number>()
  private readonly counts: Record<PodState, number> = {pending: 0, ready: 0, succeeded: 0, failed: 0, terminating: 0}

  /**
   * @param tally hears of all that happens to the pods
   * @param places 'each' for pods that are looked up by the places that they take; 'row' for groups that take places in a row
   */
  constructor(private readonly tally: Tally, private readonly places?: 'each' | 'row') {}

  /** All that are not gone, in the order in which they were made. */
  get all(): readonly Pod[] {
    return this.members
  }

  /** True of groups that take places in a row. */
  get areInRows(): boolean {
    return this.places === 'row'
  }

  get size(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count)
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
    this.members.push(pod)
    this.place(pod.slot, (others) => [...others, pod])
    this.counts[pod.state] += pod.count
    this.tally.change(undefined, pod.state, pod.count)
  }

  /** Has the first pods of a group, by default all, stand elsewhere. @returns their group */
  move(pod: Pod, state: PodState, count = pod.count): Pod {
    const moved = count < pod.count ? this.split(pod, count) : pod
    this.counts[pod.state] -= count
    this.counts[state] += count
    this.tally.change(pod.state, state, count)
    moved.state = state
    this.place(pod.slot, (pods) => pods)
    return moved
  }

  /** Makes a group of the first pods of another one. */
  split(pod: Pod, count: number): Pod {
    const part = {...pod, count}
    pod.count -= count
    if (this.places === 'row') pod.slot += count
    this.members.splice(this.members.lastIndexOf(pod) + (this.places === 'row' ? 0 : 1), 0, part)
    return part
  }

  /** The group that was made just before another one, undefined for the first. */
  before(pod: Pod): Pod | undefined {
    return this.members[this.members.lastIndexOf(pod) - 1]
  }

  /** Makes one of a group and the one before it, if nothing tells them apart any more. Nothing may be about to happen to the group. */
  join(pod: Pod): void {
    const before = this.before(pod)
    if (before === undefined || this.places === 'each' || !isAlike(before, pod)) return
    if (this.places === 'row' ? before.slot + before.count !== pod.slot : before.slot !== pod.slot) return
    before.count += pod.count
    this.members.splice(this.members.lastIndexOf(pod), 1)
  }

  /** Takes the first pods of a group, by default all, for gone. */
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

  /** Takes so many more pods for those of a group; fewer for a negative number. The tally does not hear of it. */
  grow(pod: Pod, count: number): void {
    pod.count += count
    this.counts[pod.state] += count
  }

  /** Those to delete first when there are too many: not ready ones, and of the others the newest. */
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
