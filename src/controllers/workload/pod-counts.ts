/** The state of a pod, as controllers distinguish it. */
export type PodState = 'pending' | 'ready' | 'succeeded' | 'failed' | 'terminating'

const isAlive = (state: PodState | undefined): boolean => state === 'pending' || state === 'ready'

/** Present and past numbers of pods of a workload, over all revisions. */
export class PodCounts {
  /** Pods neither finished nor terminating. */
  alive = 0
  ready = 0
  terminating = 0
  succeeded = 0
  failed = 0
  /** All pods ever created. */
  created = 0
  /** The maximum of `alive` since the last mark. */
  peak = 0
  /** The maximum of unfinished pods at once. */
  peakWithTerminating = 0
  /** The minimum of ready pods at once. */
  minReady = 0

  /** All numbers, in a fixed order. */
  get numbers(): readonly number[] {
    return [this.alive, this.ready, this.terminating, this.succeeded, this.failed, this.created, this.peak, this.peakWithTerminating, this.minReady]
  }

  set numbers(numbers: readonly number[]) {
    [
      this.alive = 0, this.ready = 0, this.terminating = 0, this.succeeded = 0, this.failed = 0, this.created = 0, this.peak = 0, this.peakWithTerminating = 0,
      this.minReady = 0,
    ] = numbers
  }

  /** Resets the extremes to the present numbers. */
  startMeasurement(): void {
    this.peak = this.alive
    this.peakWithTerminating = this.alive + this.terminating
    this.minReady = this.ready
  }

  /** Counts pods that changed their state. */
  change(from: PodState | undefined, to: PodState | undefined, count = 1): void {
    if (from === undefined) this.created += count
    this.alive += count * (Number(isAlive(to)) - Number(isAlive(from)))
    for (const state of ['ready', 'terminating', 'succeeded', 'failed'] as const) this[state] += count * (Number(to === state) - Number(from === state))
    this.peak = Math.max(this.peak, this.alive)
    this.peakWithTerminating = Math.max(this.peakWithTerminating, this.alive + this.terminating)
    this.minReady = Math.min(this.minReady, this.ready)
  }
}
