/** The version of a cluster: each change that may admit requests rejected before begins another one. */
export class ClusterVersion {
  /** The number of all changes. */
  total = 0
  /** The number of changes that may affect all namespaces. */
  private everywhere = 0
  private readonly byNamespace = new Map<string, number>()

  /** Records a change in a namespace; by default it may affect all. */
  change(namespace?: string): void {
    this.total++
    if (namespace === undefined) this.everywhere++
    else this.byNamespace.set(namespace, (this.byNamespace.get(namespace) ?? 0) + 1)
  }

  /** The version of a namespace. */
  in(namespace: string): number {
    return this.everywhere + (this.byNamespace.get(namespace) ?? 0)
  }
}
