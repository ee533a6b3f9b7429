import {podsAtOnce, type StoredJobSpec} from '../../controllers/workload/job-reconciler.js'
import type {JsonObject} from '../../machinery/encode.js'
import {fieldOf} from './edit.js'
import {Scenario, type Standing} from './scenario.js'
import type {Completion, SecondRun} from './types.js'

/** What one run of a Job, or of a CronJob, comes to when nothing is refused. */
interface Run {
  /** How many pods run at once. */
  readonly atOnce: number
  /** How many pods have to succeed; of a work queue, how many there are. */
  readonly pods: number
  /** How many pods may fail and be replaced; none where containers are started again in their pods. */
  readonly failures: number
}

/** What a Job asks for, or a Job of a CronJob, whose defaults it gets once it is made. */
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

/** True of what runs to its end. */
export const isRun = ({kind}: JsonObject): boolean => kind === 'Job' || kind === 'CronJob'

/**
 * Plays what runs to its end: one run, and what follows when it is due again meanwhile.
 *
 * @param standing how things stood before its first pod
 */
export function playRuns(standing: Standing): {readonly completion?: Completion, readonly secondRun?: SecondRun} {
  const [completion, secondRun] = [playToTheEnd(standing), playSecondRun(standing)]
  return {...completion && {completion}, ...secondRun && {secondRun}}
}

/**
 * Plays a Job, or one run of a CronJob, to its end with pods that succeed, on a cluster of its own: pods that have ended go on
 * counting for quotas of objects (apimachinery spec 5.2).
 *
 * @returns undefined for one that makes no pods, and for one that has made some before
 */
function playToTheEnd({machines, ...standing}: Standing): Completion | undefined {
  const {atOnce, pods, failures} = runOf(standing.object)
  if (standing.holdings.length > 0 || atOnce === 0) return undefined
  const scenario = new Scenario({...standing, machines: {...machines, kubelet: {...machines.kubelet, outcome: () => 'succeeds'}}})
  const {controller, record: {tally, failures: [event]}} = scenario.trigger()
  return {pods, mostPods: pods + failures, created: tally.created, completes: controller.isComplete, ...event && {event}}
}

/** Plays it that a CronJob is due again while the pods of its first run still run; undefined for one that never runs. */
function playSecondRun(standing: Standing): SecondRun | undefined {
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
