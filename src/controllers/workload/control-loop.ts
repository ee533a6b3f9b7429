import {Heap} from '../../machinery/collections/heap.js'
import type {NumberRange} from '../../machinery/collections/number-ranges.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import type {ApiServer, ControllerAnswer, NewObject, NumberedObjects} from './api-server.js'
import {ClusterVersion} from './cluster-version.js'
import type {ExistingPod} from './revision.js'
import type {Kubelet} from './kubelet.js'
import {idleState, type LoopState, type ScheduledChange, skipRounds} from './loop-state.js'
import {minReadySeconds, type PodOwner, type Reconciler} from './owner.js'
import {OutOfBudget, RequestBudget} from './request-budget.js'
import {isFinished, oneByOne, type Pod, slotRange} from './pod.js'
import {RoundDetector} from './round-detector.js'
import {Retries} from './retry.js'
import {RequestSender} from './request-sender.js'
import type {WorkloadRecord} from './workload-record.js'

/** Time until a pod is ready, in milliseconds. */
const startMilliseconds = 200

/** Maximum number of pod groups for which rounds are searched. */
const maxGroups = 1000

const podKind = {apiVersion: 'v1', kind: 'Pod'} as const

/** The fields of a new pod that its manifest does not contain. */
type NewPod = Pick<Pod, 'revision' | 'slot'>

type NewPods = NewPod & Pick<Pod, 'count' | 'prefix'>

/**
 * A cluster with simulated time: controllers reconcile workloads after changes, kubelets start and stop pods, and rejected
 * requests are retried with growing delays. Everything happens as early as possible; simultaneous steps run in the order in which
 * they were scheduled, so that the same input always produces the same result.
 */
export class ControlLoop {
  private now = 0
  readonly version = new ClusterVersion()
  private scheduledChanges = 0
  private readonly calendar = new Heap<ScheduledChange>((a, b) => a.at - b.at || a.number - b.number)
  private readonly queue = new Set<Reconciler>()
  private readonly rejected = new Retries()
  /** The owners of pods that changed since `settle` began. */
  private readonly owners = new Set<PodOwner>()
  private readonly rounds = new RoundDetector()
  readonly sender: RequestSender

  /** @param maxAtOnce maximum number of identical pods in one group; 1 to keep pods separate */
  constructor(
    readonly cluster: ApiServer, private readonly kubelet: Kubelet, private readonly budget = new RequestBudget(), private readonly maxAtOnce = Infinity,
  ) {
    this.sender = new RequestSender(cluster, budget, this.rounds)
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

  /** True for pods that are ready, if others like them will be. */
  startsAgain({state, request}: Pod): boolean {
    return state === 'ready' && request !== undefined && this.kubelet.outcome(request) === 'runs'
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
    const skipped = this.rounds.detect(`${groups} ${this.rejected.size}`, () => idleState(this.state))
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

  /**
   * Creates pods that differ only in the random suffix of their names, until one is rejected. Admitted pods start at once.
   *
   * @returns the answer to the rejected request, if any
   */
  createPods(owner: PodOwner, request: NewObject, known: NewPod, count: number): ControllerAnswer | undefined {
    for (let left = count; left > 0; left -= this.maxAtOnce) {
      const like = this.maxAtOnce === 1 ? undefined : owner.pods.all.findLast(({revision}) => revision === known.revision)?.storedAs
      const {count: made, admitted, rejected} = this.sender.send(owner.workload, request, Math.min(left, this.maxAtOnce), like)
      if (admitted !== undefined) this.run(owner, request.object, admitted, {count: made, ...known})
      if (rejected !== undefined) return rejected
    }
    return undefined
  }

  /** Creates the pods with consecutive numbers, until one is rejected. @returns the answer to the rejected request, if any */
  createNumberedPods(owner: PodOwner, objects: NumberedObjects, revision: object, [from, to]: NumberRange): ControllerAnswer | undefined {
    for (let slot = from; slot < to;) {
      const group = this.maxAtOnce === 1 ? undefined : owner.pods.all.findLast((pod) => pod.revision === revision && pod.prefix === objects.prefix)
      const like = group && {storedAs: group.storedAs, number: group.slot}
      const {count, admitted, rejected} = this.sender.sendNumbered(owner.workload, objects, slot, Math.min(to - slot, this.maxAtOnce), like)
      if (admitted === undefined) return rejected
      this.run(owner, objects.at(slot), admitted, {revision, slot, count, prefix: objects.prefix})
      slot += count
    }
    return undefined
  }

  private run(owner: PodOwner, request: JsonObject, {object, storedAs}: ControllerAnswer, known: NewPods): void {
    if (object === undefined) return
    const {name, namespace = 'default'} = object['metadata'] as {readonly name: string, readonly namespace?: string}
    const outcome = this.kubelet.outcome(object)
    for (const part of known.prefix === undefined || outcome === 'runs' || outcome === 'never-ready' ? [known] : oneByOne(known)) {
      const pod: Pod = {namespace, storedAs: storedAs ?? name, graceSeconds: this.kubelet.terminationSeconds(object), state: 'pending', request, ...part}
      owner.pods.add(pod)
      if (outcome !== 'never-ready') this.schedule(startMilliseconds + minReadySeconds(owner) * 1000, {owner, pod, outcome})
    }
    this.owners.add(owner)
  }

  /** Adds existing pods to an owner. */
  addExistingPods(owner: PodOwner, existing: ExistingPod, revision: object): void {
    const {namespace, storedAs, prefix, slot, graceSeconds, state, count} = existing
    owner.pods.add({namespace, storedAs, slot, graceSeconds, state, count, revision, ...prefix !== undefined && {prefix}})
  }

  /** True if identical pods are kept separate. */
  get isOneByOne(): boolean {
    return this.maxAtOnce === 1
  }

  /** Splits the pods with slots below `slot` off a group; scheduled changes apply to both groups. */
  split(owner: PodOwner, pod: Pod, slot: number): void {
    const head = owner.pods.split(pod, slot - pod.slot)
    for (const {at, outcome} of this.calendar.all.filter((change) => change.pod === pod)) this.schedule(at - this.now, {owner, pod: head, outcome})
  }

  /** Starts to terminate the first pods of a group, by default all. */
  deletePods(owner: PodOwner, pod: Pod, count = pod.count): void {
    if (pod.state === 'terminating') return
    if (isFinished(pod) || pod.graceSeconds === 0) return this.erase(owner, pod, count)
    const leaving = owner.pods.move(pod, 'terminating', count)
    this.schedule(leaving.graceSeconds * 1000, {owner, pod: leaving, outcome: 'gone'})
    this.enqueueOwner(owner)
  }

  /** Deletes an object without a grace period. */
  delete(apiVersion: string, kind: string, namespace: string, name: string, count = 1): void {
    this.cluster.deleteIdentical({apiVersion, kind, namespace, name}, count)
    this.version.change()
  }

  private erase(owner: PodOwner, pod: Pod, count: number): void {
    const {namespace, prefix, storedAs} = pod
    const row = slotRange({...pod, count})
    if (prefix === undefined) this.delete('v1', 'Pod', namespace, storedAs, count)
    else {
      this.cluster.deleteNumbered({...podKind, namespace, name: prefix}, row)
      this.version.change()
    }
    owner.pods.remove(pod, count)
    owner.released?.(row)
    this.enqueueOwner(owner)
  }

  private start(owner: PodOwner, pod: Pod, outcome: 'runs' | 'succeeds' | 'fails'): void {
    if (outcome !== 'runs') this.finish(owner, pod, outcome === 'succeeds' ? 'Succeeded' : 'Failed')
    owner.pods.move(pod, outcome === 'runs' ? 'ready' : outcome === 'succeeds' ? 'succeeded' : 'failed')
    owner.pods.join(pod)
    this.enqueueOwner(owner)
  }

  private finish({pods}: PodOwner, pod: Pod, phase: string): void {
    const {namespace, storedAs, prefix, slot, count} = pod
    const name = prefix === undefined ? storedAs : `${prefix}${slot}`
    pod.storedAs = this.cluster.setStatus({...podKind, namespace, name}, {phase}, count, prefix === undefined ? pods.before(pod)?.storedAs : undefined)
    this.version.change()
  }

  private enqueueOwner(owner: PodOwner): void {
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
      this.apply(due)
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

  private apply({owner, pod, outcome}: ScheduledChange): void {
    if (outcome === 'gone') this.erase(owner, pod, pod.count)
    else if (pod.state === 'pending') this.start(owner, pod, outcome)
  }

  private schedule(milliseconds: number, {owner, pod, outcome}: Pick<ScheduledChange, 'owner' | 'pod' | 'outcome'>): void {
    this.calendar.push({at: this.now + milliseconds, number: this.scheduledChanges++, owner, pod, outcome})
  }
}
