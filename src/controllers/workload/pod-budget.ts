/** As many pods of one workload are played: one for each node of the largest clusters that Kubernetes is made for. */
const mostOfOne = 5000

/** As many pods of all workloads are played, which stay in memory. */
const mostOfAll = 100_000

/** Keeps absurd numbers of replicas from taking all time and memory: a workload is played in full or not at all. */
export class PodBudget {
  private readonly granted = new Map<object, number>()
  private total = 0

  /**
   * Asks for the pods of a workload, in place of those that it has asked for before.
   *
   * @returns why they are too many; the workload then keeps what it has been granted before
   */
  ask(workload: object, pods: number): string | undefined {
    if (pods > mostOfOne) return `${pods} pods are more than kadm plays of one workload (${mostOfOne})`
    const total = this.total - (this.granted.get(workload) ?? 0) + pods
    if (total > mostOfAll) return `with its ${pods} pods all workloads would have ${total}, more than kadm plays (${mostOfAll})`
    this.granted.set(workload, pods)
    this.total = total
    return undefined
  }
}
