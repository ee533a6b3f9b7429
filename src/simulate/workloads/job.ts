import {podsAtOnce, type StoredJobSpec} from '../../controllers/workload/job-reconciler.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {fieldOf} from './edit.js'
import {Scenario, type WorkloadState} from './scenario.js'
import type {Completion, SecondRun} from './types.js'

/** The numbers of pods in one run of a Job or CronJob, if nothing is rejected. */
interface JobRun {
  /** The number of pods that run at once. */
  readonly parallelPods: number
  /** The number of pods that must succeed; for a work queue, the number of its pods. */
  readonly pods: number
  /** The number of pods that may fail and be replaced; 0 if containers are restarted in place. */
  readonly failures: number
}

/** The spec of a Job, or of the Jobs that a CronJob creates. */
export const jobSpecOf = (object: JsonObject): Partial<StoredJobSpec> =>
  (fieldOf(object, ['spec', 'jobTemplate', 'spec']) ?? object['spec'] ?? {}) as unknown as Partial<StoredJobSpec>

/** The run of a Job, or of the Job that a CronJob creates, with defaults. */
export function jobRunOf(object: JsonObject): JobRun {
  const spec = jobSpecOf(object)
  const {parallelism = 1, completions = spec.parallelism === undefined ? 1 : undefined, template, backoffLimitPerIndex} = spec
  const {backoffLimit = backoffLimitPerIndex === undefined ? 6 : Infinity} = spec
  const isSuspended = spec.suspend === true || fieldOf(object, ['spec', 'suspend']) === true
  const replaced = backoffLimitPerIndex === undefined ? backoffLimit : Math.min(backoffLimit, (completions ?? 0) * backoffLimitPerIndex)
  return {
    parallelPods: podsAtOnce({parallelism, suspend: isSuspended, ...completions !== undefined && {completions}}),
    pods: completions ?? parallelism,
    failures: template?.spec?.['restartPolicy'] === 'Never' ? replaced : 0,
  }
}

/** True for workloads that complete. */
export const runsToCompletion = ({kind}: JsonObject): boolean => kind === 'Job' || kind === 'CronJob'

/** The results of a workload that completes: of one run, and of a second one that is due meanwhile. */
export interface JobRuns {
  readonly completion?: Completion
  readonly secondRun?: SecondRun
}

/**
 * Simulates workloads that complete.
 *
 * @param state the state before the first pod
 */
export function simulateJobRuns(state: WorkloadState): JobRuns {
  const [completion, secondRun] = [simulateCompletion(state), simulateSecondRun(state)]
  return {...completion && {completion}, ...secondRun && {secondRun}}
}

/**
 * Simulates a Job, or one run of a CronJob, with pods that succeed, on a separate cluster: finished pods still
 * count for object quotas (spec apimachinery 5.2).
 *
 * @returns undefined if it creates no pods, or has created some before
 */
function simulateCompletion({simulatedNodes, ...state}: WorkloadState): Completion | undefined {
  const {parallelPods, pods, failures} = jobRunOf(state.object)
  if (state.revisions.length > 0 || parallelPods === 0) return undefined
  const scenario = new Scenario({...state, simulatedNodes: {...simulatedNodes, kubelet: {...simulatedNodes.kubelet, outcome: () => 'succeeds'}}})
  const {controller, record: {counts, failures: [event]}} = scenario.trigger()
  return {pods, mostPods: pods + failures, created: counts.created, completes: controller.isComplete, ...event && {event}}
}

/** Simulates a CronJob that is due while the pods of its first run are running; undefined if it never runs. */
function simulateSecondRun(state: WorkloadState): SecondRun | undefined {
  const {object} = state
  if (object['kind'] !== 'CronJob' || jobRunOf(object).parallelPods === 0) return undefined
  const scenario = new Scenario(state)
  const {controller, record} = scenario.trigger()
  record.startMeasurement()
  scenario.trigger()
  const {concurrencyPolicy} = object['spec'] as {readonly concurrencyPolicy: string}
  const {counts: {alive, peakWithTerminating}, failures: [event]} = record
  return {concurrencyPolicy, wanted: concurrencyPolicy === 'Allow' ? 2 * controller.wanted : controller.wanted, created: alive, peakWithTerminating, ...event && {event}}
}
