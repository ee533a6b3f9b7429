import {type IntOrString, scaledAmount} from '../../machinery/int-or-percent.js'

/** How many pods more and how many fewer than it should have a workload may have while it is updated. */
export interface RollingLimits {
  readonly surge: number
  readonly unavailable: number
}

/** What a rolling update says of a workload. */
export interface RollingUpdateSpec {
  readonly maxSurge?: IntOrString
  readonly maxUnavailable?: IntOrString
}

/** The limits of a Deployment: percentages round so that more pods stand, and both cannot be 0 (ResolveFenceposts). */
export function deploymentLimits({maxSurge = 0, maxUnavailable = 0}: RollingUpdateSpec, replicas: number): RollingLimits {
  const surge = scaledAmount(maxSurge, replicas, 'up')
  const unavailable = scaledAmount(maxUnavailable, replicas, 'down')
  return {surge, unavailable: Math.min(surge === 0 && unavailable === 0 ? 1 : unavailable, replicas)}
}

/** The limits of a DaemonSet: both round up, and both cannot be 0 (daemon `updatedDesiredNodeCounts`). */
export function daemonSetLimits({maxSurge = 0, maxUnavailable = 0}: RollingUpdateSpec, nodes: number): RollingLimits {
  const surge = scaledAmount(maxSurge, nodes, 'up')
  const unavailable = scaledAmount(maxUnavailable, nodes, 'up')
  return {surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable}
}
