import type {ControlledWorkload} from '../../controllers/workload/controlled-workload.js'
import {jobAlreadyActive} from '../../controllers/workload/cron-job-reconciler.js'
import type {Kubelet} from '../../controllers/workload/kubelet.js'
import type {WorkloadRecord} from '../../controllers/workload/workload-record.js'
import {merge} from '../../machinery/collections/immutable.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {jobRunOf, type JobRuns, jobSpecOf, simulateJobRuns} from './job.js'
import type {QuotaHeadroom, StoredObjects} from './quota-headroom.js'
import {dependsOnNames} from './result-key.js'
import type {WorkloadState} from './scenario.js'
import type {Completion, SecondRun} from './types.js'

/**
 * The runs of a new Job or CronJob to their end. They are computed if its first pods are admitted and the quotas have room for all others:
 * nothing else rejects further pods of the same template. Other runs are simulated.
 */
export class ForeseenRuns {
  private readonly simulated: JobRuns | undefined
  /** The room in the quotas before the first pod. */
  private readonly room: QuotaHeadroom | undefined

  /**
   * @param state the state before the first pod
   * @param areAlike true if pods of the same template differ only in their names
   */
  constructor(private readonly state: WorkloadState, areAlike: boolean) {
    const {object, snapshot} = state
    const {namespace = 'default'} = object['metadata'] as {readonly namespace?: string}
    const {template = {}} = jobSpecOf(object)
    const isForeseeable = areAlike && snapshot.cluster.untilResync === undefined && !dependsOnNames(object, template, snapshot.cluster)
    this.simulated = isForeseeable ? undefined : simulateJobRuns(state)
    this.room = isForeseeable ? snapshot.headroomIn(namespace) : undefined
  }

  /** Returns the results, once the workload has created its first pods. */
  after({record, controller: {wanted}}: ControlledWorkload): JobRuns {
    return this.simulated ?? (wanted === 0 ? {} : this.computed(record, wanted) ?? simulateJobRuns(this.state))
  }

  private computed({answers, counts, failures}: WorkloadRecord, wanted: number): JobRuns | undefined {
    const {object, simulatedNodes: {kubelet}} = this.state
    const [pod, job] = ['Pod', 'Job'].map((kind) => answers.find(({request}) => request['kind'] === kind)?.answer.object)
    if (pod === undefined || counts.alive !== wanted || failures.length > 0) return undefined
    const completion = completionOf(object)
    const secondRun = object['kind'] === 'CronJob' ? secondRunOf(object, pod, kubelet, wanted) : undefined
    const ended = {object: merge(pod, {status: {phase: 'Succeeded'}}), count: completion.pods - wanted}
    const runs = (count: number): StoredObjects[] => [{object: pod, count: count * wanted}, ...job === undefined ? [] : [{object: job, count}]]
    const isCertain = [[...runs(1), ended], runs(secondRun === undefined ? 1 : 2)].every((objects) => this.room?.hasRoomFor(objects))
    return isCertain ? {completion, ...secondRun && {secondRun}} : undefined
  }
}

/** The end of a run in which nothing is rejected. */
function completionOf(object: JsonObject): Completion {
  const {pods, failures} = jobRunOf(object)
  return {pods, mostPods: pods + failures, created: pods, completes: true}
}

/**
 * A second run in which nothing is rejected.
 *
 * @param wanted the number of pods of one run at once
 */
function secondRunOf(object: JsonObject, pod: JsonObject, kubelet: Kubelet, wanted: number): SecondRun {
  const {concurrencyPolicy} = object['spec'] as {readonly concurrencyPolicy: string}
  const {name} = object['metadata'] as {readonly name: string}
  switch (concurrencyPolicy) {
    case 'Forbid': return {concurrencyPolicy, wanted, created: wanted, peakWithTerminating: wanted, event: {kind: 'CronJob', name, ...jobAlreadyActive}}
    case 'Replace': return {concurrencyPolicy, wanted, created: wanted, peakWithTerminating: kubelet.terminationSeconds(pod) > 0 ? 2 * wanted : wanted}
    default: return {concurrencyPolicy, wanted: 2 * wanted, created: 2 * wanted, peakWithTerminating: 2 * wanted}
  }
}
