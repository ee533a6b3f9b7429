import type {Quantity} from '../../machinery/quantity/quantity.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import type {Capacity} from '../../simulate/capacity/types.js'
import {usageDifferences} from '../../simulate/quotas.js'
import type {Simulation} from '../../simulate/simulate.js'
import {greatestAmount} from './amounts.js'
import type {BulletData, BulletRow} from './bullet.js'

/** The quotas of `kadm capacity`, by namespace. */
export const capacityBullets = ({namespaces}: Pick<Capacity, 'namespaces'>): BulletData[] => namespaces.filter(({quotas}) => quotas.length > 0)
  .map(({namespace, quotas}) => ({
    namespace, title: titleOf(namespace),
    rows: quotas.map(({quota, resource, hard, used, needed: {steady, peak, max, maxWorst}}): BulletRow =>
      ({quota, resource, hard, used, after: steady, peak, maximum: max, worst: maxWorst})),
  }))

/** The quotas after `kadm simulate`, by namespace, with the peaks of rollouts. */
export function simulationBullets({quotas, workloads}: Pick<Simulation, 'quotas' | 'workloads'>): BulletData[] {
  const peaks = new Map<string, Quantity>()
  for (const {namespace, rollout} of workloads) {
    for (const {quota, resource, needed} of rollout?.needs ?? []) {
      const key = keyOf(namespace, quota, resource)
      peaks.set(key, greatestAmount([peaks.get(key), needed]) ?? needed)
    }
  }
  return [...groupBy(quotas, ({quota}) => quota.metadata.namespace ?? '')].map(([namespace, changes]) => ({
    namespace, title: titleOf(namespace),
    rows: changes.flatMap((change) => {
      const quota = change.quota.metadata.name ?? ''
      return usageDifferences(change).flatMap(({resource, hard, usage}) => usage === undefined ? []
        : [{quota, resource, hard, used: usage.before, after: usage.after, peak: peaks.get(keyOf(namespace, quota, resource))}])
    }),
  })).filter(({rows}) => rows.length > 0)
}

const titleOf = (namespace: string): string => `Quotas of namespace ${namespace}`

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts)
