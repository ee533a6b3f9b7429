import type {PodState} from './pod-state.js'

const isAlive = (state: PodState | undefined): boolean => state === 'pending' || state === 'ready'

/** How many pods a workload has and has had, over all revisions. */
export class Tally {
  /** Neither finished nor terminating. */
  alive = 0
  ready = 0
  terminating = 0
  succeeded = 0
  failed = 0
  /** All that were ever made. */
  created = 0
  /** The most at once, neither finished nor terminating, since the last mark. */
  peak = 0
  /** The most at once that were not finished. */
  peakWithTerminating = 0
  /** The fewest at once that were ready. */
  leastReady = 0

  /** All numbers, in an order that is always the same. */
  get numbers(): readonly number[] {
    return [this.alive, this.ready, this.terminating, this.succeeded, this.failed, this.created, this.peak, this.peakWithTerminating, this.leastReady]
  }

  set numbers(numbers: readonly number[]) {
    [
      this.alive = 0, this.ready = 0, this.terminating = 0, this.succeeded = 0, this.failed = 0, this.created = 0, this.peak = 0, this.peakWithTerminating = 0,
      this.leastReady = 0,
    ] = numbers
  }

  /** Begins to measure peaks anew. */
  mark(): void {
    this.peak = this.alive
    this.peakWithTerminating = this.alive + this.terminating
    this.leastReady = this.ready
  }

  /** Hears that so many pods have come from one state to another. */
  change(from: PodState | undefined, to: PodState | undefined, count = 1): void {
    if (from === undefined) this.created += count
    this.alive += count * (Number(isAlive(to)) - Number(isAlive(from)))
    for (const state of ['ready', 'terminating', 'succeeded', 'failed'] as const) this[state] += count * (Number(to === state) - Number(from === state))
    this.peak = Math.max(this.peak, this.alive)
    this.peakWithTerminating = Math.max(this.peakWithTerminating, this.alive + this.terminating)
    this.leastReady = Math.min(this.leastReady, this.ready)
  }
}
