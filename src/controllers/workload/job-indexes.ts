import {gaps, type NumberRange, segments, smallestWithMoreDigits, smallestWithSameDigits} from '../../machinery/collections/number-ranges.js'
import {isActive, type Pod, slotRange} from './pod.js'
import type {PodState} from './pod-counts.js'

/** The part of a Job's spec that decides which indexes get a pod. */
interface IndexSpec {
  readonly completions?: number
  readonly backoffLimitPerIndex?: number
}

/** The completion indexes of an Indexed Job, by the state of their pods (pkg/controller/job, indexed_job_utils.go). */
export class JobIndexes {
  constructor(private readonly pods: readonly Pod[]) {}

  /** The number of indexes that have succeeded. */
  get succeeded(): number {
    return sizeOf(this.inState('succeeded'))
  }

  /** The number of indexes that have failed more often than the limit allows. */
  failed(limit: number | undefined): number {
    return sizeOf(this.failedRows(limit))
  }

  /** The number of indexes that need no pod. */
  closed(spec: IndexSpec): number {
    return sizeOf(merged(this.closedRows(spec)))
  }

  /** The indexes that still need a pod, in ascending order. */
  open(spec: IndexSpec): readonly NumberRange[] {
    return gaps([0, spec.completions ?? 0], this.closedRows(spec))
  }

  /** Around the first and the last index of each group of pods, the numbers of indexes with as many digits. */
  get digitsLeft(): readonly number[] {
    const ends = this.pods.flatMap(({slot, count}) => [slot, slot + count - 1, slot + count])
    return ends.flatMap((index) => [index - smallestWithSameDigits(index), smallestWithMoreDigits(index) - index])
  }

  /** The indexes with an active pod, and those that have succeeded or failed permanently. */
  private closedRows({completions = 0, backoffLimitPerIndex}: IndexSpec): readonly NumberRange[] {
    const active = this.pods.filter(isActive).map(slotRange).filter(([from]) => from < completions)
    return [...active, ...this.inState('succeeded'), ...this.failedRows(backoffLimitPerIndex)]
  }

  private inState(state: PodState): readonly NumberRange[] {
    return merged(this.pods.filter((pod) => pod.state === state).map(slotRange))
  }

  private failedRows(limit: number | undefined): readonly NumberRange[] {
    if (limit === undefined) return []
    const failures = this.pods.filter(({state}) => state === 'failed').map((pod) => [slotRange(pod)])
    return [...segments(failures)].flatMap(([row, kinds]) => kinds.length > limit ? [row] : [])
  }
}

const merged = (rows: readonly NumberRange[]): readonly NumberRange[] => [...segments([rows])].map(([row]) => row)

const sizeOf = (rows: readonly NumberRange[]): number => rows.reduce((sum, [from, to]) => sum + to - from, 0)
