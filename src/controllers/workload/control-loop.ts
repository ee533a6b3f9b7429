import {Heap} from '../../machinery/collections/heap.js'
import type {ApiServer} from './api-server.js'
import {ClusterVersion} from './cluster-version.js'
import type {Kubelet} from './kubelet.js'
import {idleState, type LoopState, type ScheduledChange, skipRounds} from './loop-state.js'
import type {PodOwner, Reconciler} from './owner.js'
import {OutOfBudget, RequestBudget} from './request-budget.js'
import type {Pod} from './pod.js'
import {PodControl, type PodScheduler} from './pod-control.js'
import {RoundDetector} from './round-detector.js'
import {Retries} from './retry.js'
import {RequestSender} from './request-sender.js'
import type {WorkloadRecord} from './workload-record.js'

/** Maximum number of pod groups for which rounds are searched. */
const maxGroups = 1000

/**
 * A cluster with simulated time: controllers reconcile workloads after changes, kubelets start and stop pods (`PodControl`), and rejected
 * requests are retried with growing delays. Everything happens as early as possible; simultaneous steps run in the order in which
 * they were scheduled, so that the same input always produces the same result.
 */
export class ControlLoop implements PodScheduler {
  now = 0
  readonly version = new ClusterVersion()
  private scheduledChanges = 0
  private readonly calendar = new Heap<ScheduledChange>((a, b) => a.at - b.at || a.number - b.number)
  private readonly queue = new Set<Reconciler>()
  private readonly rejected = new Retries()
  /** The owners of pods that changed since `settle` began. */
  readonly owners = new Set<PodOwner>()
  private readonly rounds = new RoundDetector()
  readonly sender: RequestSender
  readonly pods: PodControl

  /** @param maxAtOnce maximum number of identical pods in one group; 1 to keep pods separate */
  constructor(
    readonly cluster: ApiServer, kubelet: Kubelet, private readonly budget = new RequestBudget(), private readonly maxAtOnce = Infinity,
  ) {
    this.sender = new RequestSender(cluster, budget, this.rounds)
    this.pods = new PodControl(this, kubelet, maxAtOnce)
  }

  /** Sets a callback for each created object. */
  onCreated(callback: () => void): void {
    this.sender.onCreated = callback
  }

  /** Schedules a reconciliation. */
  enqueue(reconciler: Reconciler | undefined): void {
    if (reconciler !== undefined) this.queue.add(reconciler)
  }

  /** Cancels all work for an object and for those that it created. */
  cancel(reconciler: Reconciler): void {
    const isOf = (one: Reconciler & Partial<Pick<PodOwner, 'parent'>>): boolean => one === reconciler || (one.parent !== undefined && isOf(one.parent))
    for (const one of [...this.queue, ...this.rejected.keys()].filter((known) => isOf(known))) {
      this.queue.delete(one)
      this.rejected.delete(one)
    }
  }

  /** Advances time until nothing more happens by itself. */
  settle(): void {
    this.owners.clear()
    this.rounds.reset()
    for (;;) {
      const [next] = this.queue
      if (next !== undefined) this.reconcile(next)
      else {
        this.skipIdenticalRounds()
        if (!this.advance()) return
      }
    }
  }

  /** True if nothing would happen by itself but for the reconciliation that runs now. */
  get isOtherwiseIdle(): boolean {
    const {queue, calendar, cluster, rejected, now, version} = this
    return queue.size === 0 && calendar.smallest === undefined && cluster.untilResync === undefined && rejected.next(now, version) === undefined
  }

  /** Retries rejected requests without a delay, those of one reconciler after those of another: each has nothing to wait for. */
  retryOneByOne(): void {
    const waiting = [...this.rejected.keys()]
    this.rejected.clear()
    // A ReplicaSet repeats a rejected request only after a change of the cluster.
    this.version.change()
    for (const reconciler of waiting) {
      this.enqueue(reconciler)
      this.settle()
    }
  }

  /** Skips identical rounds. */
  private skipIdenticalRounds(): void {
    const {groups} = this
    if (this.maxAtOnce === 1 || this.cluster.untilResync !== undefined || groups > maxGroups) return
    const skipped = this.rounds.detect(() => `${groups} ${this.rejected.size} ${this.rejected.promising(this.version)}`, () => idleState(this.state))
    if (skipped === undefined) return
    this.rounds.reset()
    if (skipped.rounds === Infinity) {
      for (const {workload} of this.owners) this.endSimulation(workload)
      return
    }
    skipRounds(this.state, skipped)
    this.advanceTo(this.now + skipped.rounds * skipped.milliseconds)
    this.sender.onCreated?.()
  }

  private get groups(): number {
    let count = 0
    for (const {pods} of this.owners) count += pods.all.length
    return count
  }

  private get state(): LoopState {
    const {now, version, cluster, rejected} = this
    return {now, version, cluster, rejected, owners: [...this.owners], scheduled: this.calendar.all}
  }

  private endSimulation(workload: WorkloadRecord): void {
    workload.isIncomplete = true
    this.budget.end(workload.key)
  }

  /** Deletes an object without a grace period. */
  delete(apiVersion: string, kind: string, namespace: string, name: string, count = 1): void {
    this.cluster.deleteIdentical({apiVersion, kind, namespace, name}, count)
    this.version.change()
  }

  /** Schedules the reconciliation of an owner whose pods changed, and that of its own owner. */
  enqueueOwner(owner: PodOwner): void {
    this.owners.add(owner)
    this.enqueue(owner)
    this.enqueue(owner.parent)
  }

  private reconcile(reconciler: Reconciler): void {
    this.queue.delete(reconciler)
    if (reconciler.workload.isIncomplete || this.sync(reconciler)) this.rejected.delete(reconciler)
    else this.rejected.add(reconciler, this.now, this.version)
  }

  /** Reconciles an object; a simulation that exceeds its budget is ended. */
  private sync(reconciler: Reconciler): boolean {
    try {
      return reconciler.sync()
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error
      this.endSimulation(reconciler.workload)
      return true
    }
  }

  /** Continues with the next scheduled change or promising retry. @returns false if there is none */
  private advance(): boolean {
    const next = this.calendar.smallest
    const [reconciler, retry] = this.rejected.next(this.now, this.version) ?? []
    if (this.isResyncBefore(Math.min(retry ?? Infinity, next?.at ?? Infinity)) && this.advanceTo(this.now + (this.cluster.untilResync ?? 0))) return true
    if (reconciler !== undefined && retry !== undefined && (next === undefined || retry < next.at)) {
      this.advanceTo(retry)
      this.enqueue(reconciler)
      return true
    }
    if (next === undefined) return false
    this.advanceTo(Math.max(this.now, next.at))
    for (let due: ScheduledChange | undefined = next; due?.at === next.at; due = this.calendar.smallest) {
      this.calendar.pop()
      this.pods.apply(due)
    }
    return true
  }

  /** True if the next resync of the quota controller comes before anything else and may admit a rejected request. */
  private isResyncBefore(other: number): boolean {
    const {untilResync} = this.cluster
    return untilResync !== undefined && this.rejected.size > 0 && this.now + untilResync < other
  }

  /** Advances time. @returns true if that may admit a rejected request */
  private advanceTo(time: number): boolean {
    const isFreed = this.cluster.pass?.(time - this.now) === true
    this.now = time
    if (isFreed) this.version.change()
    return isFreed
  }

  /** Returns the scheduled changes of a group of pods. */
  changesOf(pod: Pod): readonly ScheduledChange[] {
    return this.calendar.all.filter((change) => change.pod === pod)
  }

  /** Schedules a change to pods. */
  schedule(milliseconds: number, {owner, pod, outcome}: Pick<ScheduledChange, 'owner' | 'pod' | 'outcome'>): void {
    this.calendar.push({at: this.now + milliseconds, number: this.scheduledChanges++, owner, pod, outcome})
  }
}
