import type {ClusterVersion} from './cluster-version.js'
import type {Reconciler} from './owner.js'

const [firstDelay, longestDelay] = [5, 1_000_000]

/**
 * Schedules retries of a rejected request: after 5 ms, then with the delay doubled each time, up to 1,000 seconds
 * (workqueue.DefaultTypedControllerRateLimiter). Room that is freed in a quota does not trigger a retry.
 */
export class Retry {
  private delay = firstDelay
  private next: number
  private version = -1

  constructor(now: number) {
    this.next = now
  }

  /** The time to the next retry, the delay, and whether anything changed since the rejection. */
  shape(now: number, version: number): string {
    return `${this.next - now} ${this.delay} ${this.isPromising(version)}`
  }

  /** True if anything changed since the rejection: a retry may succeed. */
  isPromising(version: number): boolean {
    return version !== this.version
  }

  /** Advances the clock. */
  advance(milliseconds: number): void {
    this.next += milliseconds
  }

  /** Records another rejection, which doubles the delay. */
  rejectedAgain(now: number, version: number): this {
    this.version = version
    this.next = now + this.delay
    this.delay = Math.min(2 * this.delay, longestDelay)
    return this
  }

  /** The time of the next retry that may succeed; undefined if nothing changed since the rejection. */
  due(now: number, version: number): number | undefined {
    if (!this.isPromising(version)) return undefined
    while (this.next < now) {
      this.next += this.delay
      this.delay = Math.min(2 * this.delay, longestDelay)
    }
    return this.next
  }
}

/** The retries of the reconcilers whose last request was rejected. */
export class Retries extends Map<Reconciler, Retry> {
  /** The number of changes of the cluster at which no retry was due. */
  private noneDueAt = -1

  /** Records that a request of a reconciler was rejected. */
  add(reconciler: Reconciler, now: number, version: ClusterVersion): void {
    this.set(reconciler, (this.get(reconciler) ?? new Retry(now)).rejectedAgain(now, version.in(reconciler.workload.namespace)))
  }

  /** The number of retries that may succeed. */
  promising(version: ClusterVersion): number {
    let count = 0
    this.forEach((retry, {workload}) => {
      if (retry.isPromising(version.in(workload.namespace))) count++
    })
    return count
  }

  /** Returns the first retry that may succeed, with its time; undefined if there is none. */
  next(now: number, version: ClusterVersion): readonly [Reconciler, number] | undefined {
    if (this.noneDueAt === version.total) return undefined
    let first: readonly [Reconciler, number] | undefined
    // A loop with `of` would make two objects for each retry: 200 MB for 1,500 workloads.
    this.forEach((retry, reconciler) => {
      const due = retry.due(now, version.in(reconciler.workload.namespace))
      if (due !== undefined && (first === undefined || due < first[1])) first = [reconciler, due]
    })
    if (first === undefined) this.noneDueAt = version.total
    return first
  }
}
