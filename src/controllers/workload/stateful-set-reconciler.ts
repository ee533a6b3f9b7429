import {gaps, intersection, type NumberRange} from '../../machinery/collections/number-ranges.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {type Revision, revisionAmong, revisionOf, revisionsOf} from './revision.js'
import type {ClaimCount, OwnerIdentity, PodOwner, WorkloadController} from './owner.js'
import {maxListed} from './request-budget.js'
import {isFinished, type Pod, Pods, slotRange} from './pod.js'
import {batchEnd} from './slow-start.js'
import {StatefulPodControl, type StatefulPodSpec} from './stateful-pod-control.js'
import type {Template} from './template.js'
import type {WorkloadRecord} from './workload-record.js'
import type {ControlLoop} from './control-loop.js'

interface StoredSpec extends StatefulPodSpec {
  readonly replicas: number
  readonly template: Template
  readonly podManagementPolicy: string
  readonly updateStrategy: {readonly type: string, readonly rollingUpdate?: {readonly partition?: number}}
  readonly ordinals?: {readonly start?: number}
}

/** Keeps one pod for each ordinal, with its claims, and replaces them from the last to the first (pkg/controller/statefulset). */
export class StatefulSetReconciler implements PodOwner, WorkloadController {
  readonly pods: Pods
  /** The templates of the pods before and after a rollout. */
  private current: Template
  private update: Template
  private readonly control: StatefulPodControl

  constructor(private readonly loop: ControlLoop, readonly workload: WorkloadRecord, identity: OwnerIdentity) {
    this.pods = new Pods(workload.counts, 'in order')
    this.current = this.update = this.spec.template
    this.control = new StatefulPodControl(loop, this, identity, () => this.spec)
  }

  private get spec(): StoredSpec {
    return this.workload.object['spec'] as unknown as StoredSpec
  }

  private get isOrdered(): boolean {
    return this.spec.podManagementPolicy !== 'Parallel'
  }

  get isComplete(): boolean {
    return this.isUpToDate() && this.pods.size === this.spec.replicas
  }

  get wanted(): number {
    return this.spec.replicas
  }

  get revisions(): readonly Revision[] {
    return revisionsOf(this.pods.all)
  }

  /** The numbers of desired and existing claims. */
  get claims(): ClaimCount {
    const {control: {claims}, ordinals} = this
    return {wanted: this.spec.replicas * claims.length, created: claims.flat().reduce((sum, row) => sum + sizeOf(intersection(row, ordinals)), 0)}
  }

  get hasUniquePods(): boolean {
    return this.control.createsUniquePods([this.current, this.update])
  }

  /** Around the first and the last pod of each group, the numbers of ordinals that are alike. */
  get endsLeft(): readonly number[] {
    const ordinals = this.pods.all.flatMap(({slot, count}) => [slot - 1, slot, slot + count - 1, slot + count])
    return this.control.distances(ordinals, [...this.ordinals, this.partition])
  }

  /** Adopts existing pods. */
  adopt({template, pods}: Revision): void {
    const revision = revisionOf(template, this.update)
    if (revision !== this.update) this.current = revision
    for (const pod of pods) this.loop.pods.addExistingPods(this, pod, revision)
  }

  restore(row: NumberRange, revision: Template): void {
    this.control.restore(row, revision)
  }

  /** Deletes the claims of surplus pods that are gone, if the retention policy says so. */
  released(row: NumberRange): void {
    for (const part of gaps(row, [this.ordinals])) this.control.retention.release(part)
  }

  sync(): boolean {
    this.findRevision()
    this.control.retention.update(this.pods.all.map(slotRange))
    const step = this.isOrdered ? this.fillInOrder() : this.fillAtOnce()
    if (step !== 'go-on') return step !== 'rejected'
    if (this.condemn()) this.rollOn()
    return true
  }

  private findRevision(): void {
    const {template} = this.spec
    if (template === this.update || semanticEqual(template, this.update)) return
    if (this.isUpToDate()) this.current = this.update
    this.update = revisionAmong([{revision: this.current}, ...this.pods.all], template)
  }

  private get ordinals(): NumberRange {
    const {replicas, ordinals: {start = 0} = {}} = this.spec
    return [start, start + replicas]
  }

  /** True if each pod is ready and of the newest template. */
  private isUpToDate(): boolean {
    const {ordinals} = this
    const isReady = ({state, revision}: Pod): boolean => state === 'ready' && revision === this.update
    return this.pods.all.filter(isReady).reduce((sum, pod) => sum + sizeOf(intersection(slotRange(pod), ordinals)), 0) === this.spec.replicas
  }

  /** Creates or replaces the first pod that is missing or finished, unless one before it is not ready. */
  private fillInOrder(): 'go-on' | 'wait' | 'rejected' {
    const [first, end] = this.ordinals
    let next = first
    for (const pod of this.pods.all) {
      const [from, to] = slotRange(pod)
      if (to <= next) continue
      if (from > next || next >= end) break
      if (this.replaceFinished(pod) || pod.state !== 'ready') return 'wait'
      next = to
    }
    if (next >= end) return 'go-on'
    const last = this.endOfIdentical(next, end)
    const row: NumberRange = [next, last > next + 1 && this.startsSteadily(next) ? last : next + 1]
    return this.control.create(row, this.templateOf(next)).isCreated ? 'wait' : 'rejected'
  }

  /** True if pods will start one after the other, and nothing else will happen meanwhile: they may as well start at once. */
  private startsSteadily(next: number): boolean {
    const {loop, pods} = this
    const [before, template] = [pods.at(next - 1), this.templateOf(next)]
    if (!loop.isOtherwiseIdle) return false
    return before === undefined ? loop.pods.starts(this.control.podOf(next, template)) : before.revision === template && loop.pods.startsAgain(before)
  }

  /** Creates all missing pods in batches (slowStartBatch), until one is rejected: then the others of its batch are still tried. */
  private fillAtOnce(): 'go-on' | 'rejected' {
    const [first, last] = this.ordinals
    let [end, rejected] = [last, 0]
    for (let ordinal = first; ordinal < end;) {
      const pod = this.pods.at(ordinal)
      if (pod === undefined) {
        const {count, isCreated} = this.control.create([ordinal, this.endOfIdentical(ordinal, end)], this.templateOf(ordinal), rejected >= maxListed)
        if (!isCreated && rejected++ === 0) end = Math.min(end, first + batchEnd(ordinal - first))
        ordinal += count
      } else {
        ordinal = pod.slot + pod.count
        this.replaceFinished(pod)
      }
    }
    return rejected === 0 ? 'go-on' : 'rejected'
  }

  /** The end of the missing ordinals, from one on, whose pods are of the same template. */
  private endOfIdentical(ordinal: number, end: number): number {
    const {partition} = this
    return Math.min(end, this.pods.slotAfter(ordinal) ?? end, partition > ordinal ? partition : end)
  }

  /** Deletes a finished pod, so that another one can take its place. */
  private replaceFinished(pod: Pod): boolean {
    if (isFinished(pod)) this.loop.pods.deletePods(this, pod)
    return isFinished(pod)
  }

  /** Deletes surplus pods, the last first. @returns true if there are none to wait for */
  private condemn(): boolean {
    const [first, end] = this.ordinals
    const rows: readonly NumberRange[] = [[end, Infinity], [-Infinity, first]]
    const condemned = rows.flatMap((row) =>
      this.pods.all.map((pod) => ({pod, row: intersection(slotRange(pod), row)})).filter((part) => sizeOf(part.row) > 0).reverse())
    if (!this.isOrdered) {
      for (const {pod, row} of condemned) this.deletePods(pod, row)
      return true
    }
    const [last] = condemned
    if (last === undefined) return true
    const [, to] = last.row
    const unready = condemned.findLast(({pod: {state}}) => state !== 'ready')
    if (last.pod.state === 'ready' || (unready?.pod === last.pod && unready.row[0] === to - 1)) this.deletePods(last.pod, [to - 1, to])
    return false
  }

  /** Deletes the last pod of an older template, once all pods after it are ready. */
  private rollOn(): void {
    if (this.spec.updateStrategy.type === 'OnDelete') return
    const [first, last] = this.ordinals
    const row: NumberRange = [Math.max(first, this.partition), last]
    let next = last
    for (const pod of [...this.pods.all].reverse()) {
      const [from, to] = intersection(slotRange(pod), row)
      if (to === from) continue
      if (to !== next) return
      if (pod.revision !== this.update && pod.state !== 'terminating') return this.deletePods(pod, [to - 1, to])
      if (pod.state !== 'ready') return
      next = from
    }
  }

  /** Deletes the pods of a group with these ordinals. */
  private deletePods(pod: Pod, [from, to]: NumberRange): void {
    if (pod.slot < from) this.loop.pods.split(this, pod, from)
    this.loop.pods.deletePods(this, pod, to - from)
  }

  /** The ordinal below which a rollout replaces no pods. */
  private get partition(): number {
    const {updateStrategy: {type, rollingUpdate: {partition = 0} = {}}} = this.spec
    return type === 'RollingUpdate' ? this.ordinals[0] + partition : 0
  }

  private templateOf(ordinal: number): Template {
    return ordinal < this.partition ? this.current : this.update
  }
}

const sizeOf = ([from, to]: NumberRange): number => Math.max(to - from, 0)
