import {podsAtOnce, type StoredJobSpec} from '../../controllers/workload/job-reconciler.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {fieldOf} from './edit.js'
import {Scenario, type Standing} from './scenario.js'
import type {Completion, SecondRun} from './types.js'

/** The numbers of pods in one run of a Job or CronJob, if nothing is rejected. */
interface Run {
  /** The number of pods that run at once. */
  readonly atOnce: number
  /** The number of pods that must succeed; for a work queue, the number of its pods. */
  readonly pods: number
  /** The number of pods that may fail and be replaced; 0 if containers are restarted in place. */
  readonly failures: number
}

/** The run of a Job, or of the Job that a CronJob creates, with defaults. */
export function runOf(object: JsonObject): Run {
  const spec = (fieldOf(object, ['spec', 'jobTemplate', 'spec']) ?? object['spec'] ?? {}) as unknown as Partial<StoredJobSpec>
  const {parallelism = 1, completions = spec.parallelism === undefined ? 1 : undefined, template, backoffLimitPerIndex} = spec
  const {backoffLimit = backoffLimitPerIndex === undefined ? 6 : Infinity} = spec
  const isSuspended = spec.suspend === true || fieldOf(object, ['spec', 'suspend']) === true
  const replaced = backoffLimitPerIndex === undefined ? backoffLimit : Math.min(backoffLimit, (completions ?? 0) * backoffLimitPerIndex)
  return {
    atOnce: podsAtOnce({parallelism, suspend: isSuspended, ...completions !== undefined && {completions}}),
    pods: completions ?? parallelism,
    failures: template?.spec?.['restartPolicy'] === 'Never' ? replaced : 0,
  }
}

/** True for workloads that complete. */
export const isRun = ({kind}: JsonObject): boolean => kind === 'Job' || kind === 'CronJob'

/**
 * Simulates workloads that complete: one run, and a second one that is due meanwhile.
 *
 * @param standing the state before the first pod
 */
export function simulateRuns(standing: Standing): {readonly completion?: Completion, readonly secondRun?: SecondRun} {
  const [completion, secondRun] = [simulateCompletion(standing), simulateSecondRun(standing)]
  return {...completion && {completion}, ...secondRun && {secondRun}}
}

/**
 * Simulates a Job, or one run of a CronJob, with pods that succeed, on a separate cluster: finished pods still
 * count for object quotas (spec apimachinery 5.2).
 *
 * @returns undefined if it creates no pods, or has created some before
 */
function simulateCompletion({machines, ...standing}: Standing): Completion | undefined {
  const {atOnce, pods, failures} = runOf(standing.object)
  if (standing.holdings.length > 0 || atOnce === 0) return undefined
  const scenario = new Scenario({...standing, machines: {...machines, kubelet: {...machines.kubelet, outcome: () => 'succeeds'}}})
  const {controller, record: {tally, failures: [event]}} = scenario.trigger()
  return {pods, mostPods: pods + failures, created: tally.created, completes: controller.isComplete, ...event && {event}}
}

/** Simulates a CronJob that is due while the pods of its first run are running; undefined if it never runs. */
function simulateSecondRun(standing: Standing): SecondRun | undefined {
  const {object} = standing
  if (object['kind'] !== 'CronJob' || runOf(object).atOnce === 0) return undefined
  const scenario = new Scenario(standing)
  const {controller, record} = scenario.trigger()
  record.mark()
  scenario.trigger()
  const {concurrencyPolicy} = object['spec'] as {readonly concurrencyPolicy: string}
  const {tally: {alive, peakWithTerminating}, failures: [event]} = record
  return {concurrencyPolicy, wanted: concurrencyPolicy === 'Allow' ? 2 * controller.wanted : controller.wanted, created: alive, peakWithTerminating, ...event && {event}}
}
