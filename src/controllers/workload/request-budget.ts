/** Requests to the API server available to every simulation of a workload: enough unless each pod takes a request of its own. */
export const requestsOfEach = 1000

/** Further requests that all simulations of a run share: two simulations stay below the limit of the run (cluster/work-limit.ts). */
export const requestsOfAll = 4000

/** Rejections of a batch that are listed one by one; further ones, which differ only in the names of their pods, count for the first. */
export const maxListed = 1000

/** Why a workload was not simulated to its end. */
export const outOfBudget = 'it is not simulated to its end: its pods are created one after the other, and there are too many of them'

/** Ends a simulation that has sent too many requests. */
export class OutOfBudget extends Error {}

/**
 * Limits the requests that controllers send in one run, to bound time and memory for any input. Identical pods share a
 * request, so only pods that must be created one by one use up the budget.
 */
export class RequestBudget {
  private readonly ended: Set<string>

  /**
   * @param left requests that all simulations share beyond those available to each
   * @param ended the workloads of which a simulation ended early
   */
  constructor(private left = requestsOfAll, ended: Iterable<string> = []) {
    this.ended = new Set(ended)
  }

  /** Returns a copy: what simulations take from it does not change this budget. */
  fork(): RequestBudget {
    return new RequestBudget(this.left, this.ended)
  }

  /**
   * Takes one request from the budget.
   *
   * @param sent the requests that this simulation has sent before
   * @throws OutOfBudget when the budget is exhausted
   */
  take(sent: number): void {
    if (sent < requestsOfEach) return
    if (this.left === 0) throw new OutOfBudget()
    this.left--
  }

  /** Records that a simulation of the workload ended early. */
  end(workload: string): void {
    this.ended.add(workload)
  }

  /** True if a simulation of the workload ended early. */
  hasEnded(workload: string): boolean {
    return this.ended.has(workload)
  }
}
