import {type Holding, holdingsOf} from './holding.js'
import type {OwnerIdentity, PodOwner, WorkloadController} from './owner.js'
import {podFromTemplate} from './pod-from-template.js'
import type {Template} from './template.js'
import {isActive, Pods} from './pod.js'
import {slowStart} from './slow-start.js'
import type {WorkloadRecord} from './workload-record.js'
import type {World} from './world.js'

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

  constructor(private readonly world: World, readonly workload: WorkloadRecord, private readonly job: JobIdentity) {
    this.pods = new Pods(workload.tally)
  }

  get wanted(): number {
    return podsAtOnce(this.job.spec())
  }

  get isComplete(): boolean {
    return this.ending === 'Complete' || (this.ending === undefined && this.pods.active === this.wanted)
  }

  get endsLeft(): readonly number[] {
    const {completions = Infinity, backoffLimit} = this.job.spec()
    return [completions - this.pods.count('succeeded'), backoffLimit - this.pods.count('failed')]
  }

  get holdings(): readonly Holding[] {
    return holdingsOf(this.pods.all)
  }

  get isIndexed(): boolean {
    return this.job.spec().completionMode === 'Indexed'
  }

  /** Adopts existing pods. */
  hold({template, pods}: Holding): void {
    for (const pod of pods) this.world.take(this, pod, template)
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

  /** Returns the reason and message of the event if the Job has failed for good. */
  private failure({backoffLimit, backoffLimitPerIndex, maxFailedIndexes, completions = 0}: StoredJobSpec): readonly [string, string] | undefined {
    if (backoffLimitPerIndex === undefined) {
      return this.pods.count('failed') > backoffLimit ? ['BackoffLimitExceeded', 'Job has reached the specified backoff limit'] : undefined
    }
    const failed = this.failedIndexes(backoffLimitPerIndex).size
    if (maxFailedIndexes !== undefined && failed > maxFailedIndexes) return ['MaxFailedIndexesExceeded', 'Job has exceeded the specified maximal number of failed indexes']
    return failed > 0 && failed + this.succeededIndexes().size >= completions ? ['FailedIndexes', 'Job has failed indexes'] : undefined
  }

  private isDone({completions}: StoredJobSpec): boolean {
    if (this.isIndexed) return this.succeededIndexes().size >= (completions ?? 0)
    const succeeded = this.pods.count('succeeded')
    return completions === undefined ? succeeded > 0 && this.pods.active === 0 : succeeded >= completions
  }

  private end(ending: 'Complete' | 'Failed', reason?: string, message = ''): true {
    this.ending = ending
    this.stopAll()
    if (reason !== undefined) this.workload.fail({kind: 'Job', name: this.job.shownName, reason, message})
    return true
  }

  private stopAll(): void {
    for (const pod of [...this.pods.all]) if (isActive(pod)) this.world.deletePods(this, pod)
  }

  private manage(spec: StoredJobSpec): boolean {
    const wanted = this.wantedActive(spec)
    const occupied = this.pods.active + (spec.podReplacementPolicy === 'Failed' ? this.pods.count('terminating') : 0)
    if (this.pods.active > wanted) for (const [pod, count] of this.pods.surplus(this.pods.active - wanted)) this.world.deletePods(this, pod, count)
    const missing = Math.max(wanted - occupied, 0)
    if (!this.isIndexed) return missing === 0 || this.createPods(spec, missing)
    const indexes = this.openIndexes(spec)
    return slowStart(missing, () => this.createPod(spec, indexes.next().value ?? 0))
  }

  private wantedActive(spec: StoredJobSpec): number {
    const {parallelism, completions} = spec
    if (this.isIndexed) return Math.min(parallelism, (completions ?? 0) - this.closedIndexes(spec).size + this.pods.active)
    const succeeded = this.pods.count('succeeded')
    if (completions !== undefined) return Math.min(parallelism, completions - succeeded)
    return succeeded > 0 ? this.pods.active : parallelism
  }

  /** The indexes that still need a pod, in ascending order. */
  private * openIndexes(spec: StoredJobSpec): Generator<number, undefined> {
    const closed = this.closedIndexes(spec)
    for (let i = 0; i < (spec.completions ?? 0); i++) if (!closed.has(i)) yield i
    return undefined
  }

  /** The indexes with an active pod, and those that have succeeded or failed for good. */
  private closedIndexes({completions = 0, backoffLimitPerIndex}: StoredJobSpec): Set<number> {
    const taken = this.pods.all.filter(isActive).map(({slot}) => slot).filter((slot) => slot < completions)
    return new Set([...taken, ...this.succeededIndexes(), ...this.failedIndexes(backoffLimitPerIndex)])
  }

  private succeededIndexes(): Set<number> {
    return new Set([...this.pods.all].filter(({state}) => state === 'succeeded').map(({slot}) => slot))
  }

  /** The indexes that have failed more often than the limit allows. */
  private failedIndexes(limit: number | undefined): Set<number> {
    const failed = new Map<number, number>()
    for (const {state, slot, count} of this.pods.all) if (state === 'failed') failed.set(slot, (failed.get(slot) ?? 0) + count)
    return new Set(limit === undefined ? [] : [...failed].filter(([, count]) => count > limit).map(([slot]) => slot))
  }

  /** Creates identical pods. Their batches (slowStartBatch) make no difference. */
  private createPods({template}: StoredJobSpec, count: number): boolean {
    const {world, job: {identity}} = this
    const refused = world.createPods(this, {object: podFromTemplate(template, identity), namespace: identity.namespace}, {revision: template, slot: 0}, count)
    if (refused !== undefined) this.fail(refused.status.message)
    return refused === undefined
  }

  /** Creates the pod of an index. */
  private createPod({template}: StoredJobSpec, slot: number): boolean {
    const {world, job: {identity}} = this
    const index = String(slot)
    const details = {
      generateName: indexedPrefix(identity.name, index),
      labels: {'batch.kubernetes.io/job-completion-index': index}, annotations: {'batch.kubernetes.io/job-completion-index': index},
      spec: {hostname: `${identity.name}-${index}`},
    }
    const {allowed, status} = world.createPod(this, podFromTemplate(template, identity, details), identity.namespace, {revision: template, slot})
    if (!allowed) this.fail(status.message)
    return allowed
  }

  private fail(message: string): void {
    this.workload.fail({kind: 'Job', name: this.job.shownName, reason: 'FailedCreate', message: `Error creating: ${message}`})
  }
}

/** The prefix of the names of an index's pods: a long Job name is cut (podGenerateNameWithIndex). */
function indexedPrefix(name: string, index: string): string {
  const suffix = `-${index}-`
  return name.slice(0, 58 - suffix.length) + suffix
}
