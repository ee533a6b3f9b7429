/** So many requests to the API server every play of a workload may take: enough for all but those that take one request a pod. */
export const requestsOfEach = 1000

/** So many requests all plays of a run may take together beyond those. */
export const requestsOfAll = 30_000

/** Why a workload was not played to its end. */
export const outOfBudget = 'it is not simulated to its end: its pods are created one after the other, and there are too many of them'

/** Ends a play that has taken too many requests. */
export class OutOfBudget extends Error {}

/**
 * Bounds the requests that controllers send in one run, so that no input takes all time and memory. Pods that are all alike take
 * one request, so only those are many that have to be made one after the other.
 */
export class PlayBudget {
  private readonly ended = new Set<string>()

  /** @param left how many requests all plays may take together beyond those that each may take */
  constructor(private left = requestsOfAll) {}

  /**
   * Takes one more request.
   *
   * @param sent how many requests the play has sent before
   * @throws OutOfBudget when there are no more
   */
  take(sent: number): void {
    if (sent < requestsOfEach) return
    if (this.left === 0) throw new OutOfBudget()
    this.left--
  }

  /** Notes that a play of a workload has ended too early. */
  end(workload: string): void {
    this.ended.add(workload)
  }

  /** True when a play of a workload has ended too early. */
  hasEnded(workload: string): boolean {
    return this.ended.has(workload)
  }
}
