import type {JsonObject} from '../../machinery/decode/encode.js'
import {deploymentLimits, type RollingLimits, type RollingUpdateSpec} from './rolling-update.js'
import type {Template} from './template.js'

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
