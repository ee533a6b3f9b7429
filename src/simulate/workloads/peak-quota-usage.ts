import {stoppedClock} from '../../admission/clock.js'
import {type Evaluator, Evaluators} from '../../admission/plugins/resource-quota/index.js'
import type {Cluster} from '../../cluster/cluster.js'
import {resourceQuota} from '../../kinds/resource-quota/index.js'
import type {ResourceQuota} from '../../machinery/api/core-v1.js'
import {type Quantity} from '../../machinery/quantity/quantity.js'
import {noResources, type ResourceList} from '../../machinery/quantity/resource-list.js'
import type {QuotaNeed} from './types.js'

/** Measures the maximum quota usage of a namespace without any limit. */
export class PeakQuotaUsage {
  private readonly peak = new Map<string, Quantity>()
  private readonly before: ReadonlyMap<string, Quantity>
  private readonly pods: Evaluator | undefined

  /**
   * @param cluster a cluster without bounds in the quotas of the namespace
   * @param hard the quotas in force with their original bounds
   */
  constructor(private readonly cluster: Cluster, private readonly namespace: string, private readonly hard: readonly ResourceQuota[]) {
    this.pods = new Evaluators(cluster, stoppedClock).of({group: '', name: 'pods'})
    this.read()
    this.before = new Map(this.peak)
  }

  /** Records the present usage. */
  read(): void {
    for (const {metadata: {name = ''}, status: {used = noResources} = {}} of this.cluster.list(resourceQuota, this.namespace)) this.record(name, used)
  }

  /** Records the usage of a quota. */
  record(quota: string, used: ResourceList): void {
    for (const [resource, amount] of Object.entries(used)) {
      const key = keyOf(quota, resource)
      const known = this.peak.get(key)
      if (known === undefined || amount.compare(known) > 0) this.peak.set(key, amount)
    }
  }

  /** True if no usage ever exceeded its bound. */
  get isWithinBounds(): boolean {
    return this.hard.every(({metadata: {name = ''}, spec: {hard = noResources} = {}}) =>
      Object.entries(hard).every(([resource, amount]) => (this.peak.get(keyOf(name, resource))?.compare(amount) ?? 0) <= 0))
  }

  /** The maximum usage of each resource of each quota, with its bound: only resources that pods use, or whose usage grew. */
  get needs(): readonly QuotaNeed[] {
    return this.hard.flatMap(({metadata: {name = ''}, spec: {hard = noResources} = {}}) => Object.entries(hard).flatMap(([resource, amount]) => {
      const key = keyOf(name, resource)
      const [needed, before] = [this.peak.get(key), this.before.get(key)]
      const isMore = before === undefined || (needed?.compare(before) ?? 0) > 0
      return needed === undefined || needed.isZero() || !(isMore || this.pods?.tracks(resource)) ? [] : [{quota: name, resource, hard: amount, needed}]
    }))
  }
}

const keyOf = (quota: string, resource: string): string => `${quota}\u0000${resource}`

/** The needs that exceed their bounds. */
export const exceededNeeds = (needs: readonly QuotaNeed[]): readonly QuotaNeed[] => needs.filter(({hard, needed}) => needed.compare(hard) > 0)
