import {type NumberRange, smallestWithMoreDigits, smallestWithSameDigits} from '../../machinery/collections/number-ranges.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {type Revision, revisionsOf} from './revision.js'
import {JobIndexes} from './job-indexes.js'
import type {OwnerIdentity, PodOwner, WorkloadController} from './owner.js'
import {maxListed} from './request-budget.js'
import {podFromTemplate} from './pod-from-template.js'
import {isActive, type Pod, Pods} from './pod.js'
import {batchEnd} from './slow-start.js'
import type {Template} from './template.js'
import type {WorkloadRecord} from './workload-record.js'
import type {ControlLoop} from './control-loop.js'

/** The spec of a stored Job, with its defaults. */
export interface StoredJobSpec {
  readonly parallelism: number
  readonly completions?: number
  readonly completionMode: string
  readonly backoffLimit: number
  readonly backoffLimitPerIndex?: number
  readonly maxFailedIndexes?: number
  readonly suspend?: boolean
  readonly podReplacementPolicy?: string
  readonly template: Template
}

/** The number of pods of a Job that run at once before any has ended. */
export const podsAtOnce = ({parallelism, completions = Infinity, suspend = false}: Pick<StoredJobSpec, 'parallelism' | 'completions' | 'suspend'>): number =>
  suspend ? 0 : Math.min(parallelism, completions)

/** The identity and spec of a Job. */
export interface JobIdentity {
  readonly identity: OwnerIdentity
  /** Its name as users see it. */
  readonly shownName: string
  readonly spec: () => StoredJobSpec
}

/** Runs the pods of a Job until enough have succeeded, or too many have failed (pkg/controller/job). */
export class JobReconciler implements PodOwner, WorkloadController {
  readonly pods: Pods
  /** The final condition, once it is set. */
  ending?: 'Complete' | 'Failed'

  constructor(private readonly loop: ControlLoop, readonly workload: WorkloadRecord, private readonly job: JobIdentity) {
    this.pods = new Pods(workload.counts, this.isIndexed ? 'row' : undefined)
  }

  get wanted(): number {
    return podsAtOnce(this.job.spec())
  }

  get isComplete(): boolean {
    return this.ending === 'Complete' || (this.ending === undefined && this.pods.active === this.wanted)
  }

  get endsLeft(): readonly number[] {
    const spec = this.job.spec()
    const {completions = Infinity, backoffLimit, backoffLimitPerIndex, maxFailedIndexes = Infinity} = spec
    const {indexes} = this
    return [
      completions - this.pods.count('succeeded'), backoffLimit - this.pods.count('failed'),
      ...this.isIndexed ? [completions - indexes.closed(spec), maxFailedIndexes - indexes.failed(backoffLimitPerIndex), ...indexes.digitsLeft] : [],
    ]
  }

  get revisions(): readonly Revision[] {
    return revisionsOf(this.pods.all)
  }

  get isIndexed(): boolean {
    return this.job.spec().completionMode === 'Indexed'
  }

  get hasUniquePods(): boolean {
    return this.isIndexed && this.loop.cluster.readsNames(this.job.identity.namespace)
  }

  private get indexes(): JobIndexes {
    return new JobIndexes(this.pods.all)
  }

  /** Adopts existing pods. */
  adopt({template, pods}: Revision): void {
    for (const pod of pods) this.loop.pods.addExistingPods(this, pod, template)
  }

  sync(): boolean {
    if (this.ending !== undefined) return true
    const spec = this.job.spec()
    if (spec.suspend === true) {
      this.stopAll()
      return true
    }
    const failure = this.failure(spec)
    if (failure !== undefined) return this.end('Failed', failure[0], failure[1])
    if (this.isDone(spec)) return this.end('Complete')
    return this.manage(spec)
  }

  /** Returns the reason and message of the event if the Job has failed permanently. */
  private failure({backoffLimit, backoffLimitPerIndex, maxFailedIndexes, completions = 0}: StoredJobSpec): readonly [string, string] | undefined {
    if (backoffLimitPerIndex === undefined) {
      return this.pods.count('failed') > backoffLimit ? ['BackoffLimitExceeded', 'Job has reached the specified backoff limit'] : undefined
    }
    const failed = this.indexes.failed(backoffLimitPerIndex)
    if (maxFailedIndexes !== undefined && failed > maxFailedIndexes) return ['MaxFailedIndexesExceeded', 'Job has exceeded the specified maximal number of failed indexes']
    return failed > 0 && failed + this.indexes.succeeded >= completions ? ['FailedIndexes', 'Job has failed indexes'] : undefined
  }

  private isDone({completions}: StoredJobSpec): boolean {
    if (this.isIndexed) return this.indexes.succeeded >= (completions ?? 0)
    const succeeded = this.pods.count('succeeded')
    return completions === undefined ? succeeded > 0 && this.pods.active === 0 : succeeded >= completions
  }

  private end(ending: 'Complete' | 'Failed', reason?: string, message = ''): true {
    this.ending = ending
    this.stopAll()
    if (reason !== undefined) this.workload.recordFailure({kind: 'Job', name: this.job.shownName, reason, message})
    return true
  }

  private stopAll(): void {
    for (const pod of [...this.pods.all]) if (isActive(pod)) this.loop.pods.deletePods(this, pod)
  }

  private manage(spec: StoredJobSpec): boolean {
    const wanted = this.wantedActive(spec)
    const occupied = this.pods.active + (spec.podReplacementPolicy === 'Failed' ? this.pods.count('terminating') : 0)
    if (this.pods.active > wanted) for (const [pod, count] of this.pods.surplus(this.pods.active - wanted)) this.deleteLast(pod, count)
    const missing = Math.max(wanted - occupied, 0)
    return missing === 0 || (this.isIndexed ? this.createIndexed(spec, missing) : this.createPods(spec, missing))
  }

  /** Deletes the last pods of a group. */
  private deleteLast(pod: Pod, count: number): void {
    if (this.isIndexed && count < pod.count) this.loop.pods.split(this, pod, pod.slot + pod.count - count)
    this.loop.pods.deletePods(this, pod, count)
  }

  private wantedActive(spec: StoredJobSpec): number {
    const {parallelism, completions} = spec
    if (this.isIndexed) return Math.min(parallelism, (completions ?? 0) - this.indexes.closed(spec) + this.pods.active)
    const succeeded = this.pods.count('succeeded')
    if (completions !== undefined) return Math.min(parallelism, completions - succeeded)
    return succeeded > 0 ? this.pods.active : parallelism
  }

  /** Creates identical pods. Their batches (slowStartBatch) make no difference. */
  private createPods({template}: StoredJobSpec, count: number): boolean {
    const {loop, job: {identity}} = this
    const request = {object: podFromTemplate(template, identity), namespace: identity.namespace}
    const rejected = loop.pods.createPods(this, request, {revision: template, slot: 0}, count)
    if (rejected !== undefined) this.fail(rejected.status.message)
    return rejected === undefined
  }

  /** Creates the pods of the first open indexes in batches (slowStartBatch), until one is rejected: then the others of its batch are still tried. */
  private createIndexed(spec: StoredJobSpec, missing: number): boolean {
    let [end, done, rejected] = [missing, 0, 0]
    for (const [from, to] of this.indexes.open(spec)) {
      for (let index = from; index < to && done < end && rejected < maxListed;) {
        const maximum = Math.min(to, index + end - done)
        const [count, isCreated] = this.createRow(spec, [index, rejected > 0 ? index + 1 : maximum])
        if (!isCreated && rejected++ === 0) end = Math.min(end, batchEnd(done + count))
        index += isCreated ? count : count + 1
        done += isCreated ? count : count + 1
      }
    }
    return rejected === 0
  }

  /** Creates the pods of indexes with as many digits as the first. @returns how many were created, and false if one was rejected */
  private createRow(spec: StoredJobSpec, [from, to]: NumberRange): readonly [count: number, isCreated: boolean] {
    const {loop, job: {identity: {namespace}}} = this
    const isSingle = loop.pods.isOneByOne || this.hasUniquePods
    const count = isSingle ? 1 : Math.min(to, smallestWithMoreDigits(from)) - from
    const before = this.workload.counts.created
    // One object represents all, so that the store keeps them together.
    const request = {namespace, object: this.podOf(spec, isSingle ? from : smallestWithSameDigits(from)), nth: (i: number) => this.podOf(spec, from + i)}
    const rejected = loop.pods.createPods(this, request, {revision: spec.template, slot: from}, count)
    if (rejected !== undefined) this.fail(rejected.status.message)
    return [this.workload.counts.created - before, rejected === undefined]
  }

  /** The pod of an index. */
  private podOf({template}: StoredJobSpec, slot: number): JsonObject {
    const {identity} = this.job
    const index = String(slot)
    return podFromTemplate(template, identity, {
      generateName: indexedPrefix(identity.name, index),
      labels: {'batch.kubernetes.io/job-completion-index': index}, annotations: {'batch.kubernetes.io/job-completion-index': index},
      spec: {hostname: `${identity.name}-${index}`},
    })
  }

  private fail(message: string): void {
    this.workload.recordFailure({kind: 'Job', name: this.job.shownName, reason: 'FailedCreate', message: `Error creating: ${message}`})
  }
}

/** The prefix of the names of an index's pods: a long Job name is cut (podGenerateNameWithIndex). */
function indexedPrefix(name: string, index: string): string {
  const suffix = `-${index}-`
  return name.slice(0, 58 - suffix.length) + suffix
}
