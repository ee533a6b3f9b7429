import type {JsonObject} from '../../machinery/decode/encode.js'
import {type IntOrString, scaledAmount} from '../../machinery/field/int-or-percent.js'
import type {Template} from './template.js'

/** Maximum numbers of surplus and of missing pods during an update. */
export interface RollingLimits {
  readonly surge: number
  readonly unavailable: number
}

/** The rolling update settings of a workload. */
export interface RollingUpdateSpec {
  readonly maxSurge?: IntOrString
  readonly maxUnavailable?: IntOrString
}

/** The limits of a Deployment: percentages are rounded in favour of more pods, and both limits cannot be 0 (ResolveFenceposts). */
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

/** The spec of a stored Deployment, with its defaults. */
export interface StoredDeploymentSpec {
  readonly replicas: number
  readonly paused?: boolean
  readonly selector?: JsonObject
  readonly template: Template
  readonly strategy: {readonly type: string, readonly rollingUpdate?: RollingUpdateSpec}
  readonly minReadySeconds?: number
  readonly revisionHistoryLimit?: number
}

export const isRollingUpdate = ({strategy}: StoredDeploymentSpec): boolean => strategy.type === 'RollingUpdate'

/** The rollout limits of a Deployment; zero without rolling updates. */
export const limitsOf = (spec: StoredDeploymentSpec): RollingLimits =>
  isRollingUpdate(spec) ? deploymentLimits(spec.strategy.rollingUpdate ?? {}, spec.replicas) : {surge: 0, unavailable: spec.replicas}
