import type {JsonObject} from '../../machinery/decode/encode.js'
import {validName} from '../../machinery/meta/names.js'
import type {Revision} from './revision.js'
import {JobReconciler, podsAtOnce, type StoredJobSpec} from './job-reconciler.js'
import {controllerReferences, type OwnerIdentity, type WorkloadController} from './owner.js'
import {isActive} from './pod.js'
import type {WorkloadRecord} from './workload-record.js'
import type {ControlLoop} from './control-loop.js'

interface StoredSpec {
  readonly suspend?: boolean
  readonly concurrencyPolicy: string
  readonly jobTemplate: {readonly metadata?: {readonly labels?: JsonObject, readonly annotations?: JsonObject}, readonly spec: JsonObject}
}

/** The event about a run that concurrency policy Forbid does not start. */
export const jobAlreadyActive = {reason: 'JobAlreadyActive', message: 'Not starting job because prior execution is running and concurrency policy is Forbid'}

/** The defaults of a Job created from the template. */
function jobSpecDefaults({suspend = false, parallelism, completions}: Partial<StoredJobSpec>): Parameters<typeof podsAtOnce>[0] {
  if (parallelism === undefined && completions === undefined) return {suspend, parallelism: 1, completions: 1}
  return {suspend, parallelism: parallelism ?? 1, ...completions !== undefined && {completions}}
}

/** Creates a Job each time a CronJob is due (pkg/controller/cronjob). */
export class CronJobReconciler implements WorkloadController {
  /** From the oldest to the newest. */
  private jobs: {readonly job: JobReconciler, readonly storedAs: string}[] = []
  private due = 0

  constructor(private readonly loop: ControlLoop, readonly workload: WorkloadRecord, private readonly identity: OwnerIdentity) {}

  private get spec(): StoredSpec {
    return this.workload.object['spec'] as unknown as StoredSpec
  }

  /** The number of pods that one run requests at once. */
  get wanted(): number {
    const {suspend = false, jobTemplate: {spec}} = this.spec
    return suspend ? 0 : podsAtOnce(jobSpecDefaults(spec))
  }

  /** True if the last Job is complete. */
  get isComplete(): boolean {
    return this.wanted === 0 || this.jobs.at(-1)?.job.ending === 'Complete'
  }

  /** None: the pods belong to Jobs, which are created and deleted. */
  get revisions(): readonly Revision[] {
    return []
  }

  adopt(): void {
    // There is nothing to adopt.
  }

  /** Starts a scheduled run. */
  trigger(): void {
    this.due++
    this.loop.enqueue(this)
  }

  sync(): boolean {
    for (; this.due > 0; this.due--) if (this.spec.suspend !== true && !this.run()) return false
    return true
  }

  private run(): boolean {
    const {concurrencyPolicy} = this.spec
    const active = this.jobs.filter(({job}) => job.ending === undefined)
    if (active.length > 0 && concurrencyPolicy === 'Forbid') {
      this.fail(jobAlreadyActive.reason, jobAlreadyActive.message)
      return true
    }
    if (concurrencyPolicy === 'Replace') for (const {job, storedAs} of active) this.replace(job, storedAs)
    return this.createJob()
  }

  /** Deletes a Job, whose pods the garbage collector deletes. */
  private replace(job: JobReconciler, storedAs: string): void {
    job.ending = 'Failed'
    for (const pod of [...job.pods.all]) if (isActive(pod)) this.loop.pods.deletePods(job, pod)
    this.loop.delete('batch/v1', 'Job', this.identity.namespace, storedAs)
    this.jobs = this.jobs.filter((other) => other.job !== job)
  }

  private createJob(): boolean {
    const {loop, workload, identity, spec: {jobTemplate: {metadata = {}, spec}}} = this
    const {object, status, storedAs = ''} = loop.sender.create(workload, {
      apiVersion: 'batch/v1', kind: 'Job', spec,
      metadata: {
        generateName: `${identity.name}-`, ...metadata.labels && {labels: metadata.labels}, ...metadata.annotations && {annotations: metadata.annotations},
        ...controllerReferences(identity),
      },
    }, identity.namespace)
    if (object === undefined) {
      this.fail('FailedCreate', `Error creating job: ${status.message}`)
      return false
    }
    const {name} = object['metadata'] as {readonly name: string}
    const owner = {apiVersion: 'batch/v1', kind: 'Job', namespace: identity.namespace, name: validName(name)}
    const job = new JobReconciler(loop, workload, {identity: owner, shownName: name, spec: () => object['spec'] as unknown as StoredJobSpec})
    this.jobs.push({job, storedAs})
    loop.enqueue(job)
    return true
  }

  private fail(reason: string, message: string): void {
    this.workload.recordFailure({kind: 'CronJob', name: this.identity.name, reason, message})
  }
}
