import type {IntOrString} from '../../machinery/field/int-or-percent.js'
import type {LabelSelector} from '../../machinery/meta/label-selector.js'
import type {KubeObject} from '../kind.js'
import type {PodTemplateSpec} from '../pod-template/types.js'

/** The number of pods that may be missing and in excess while old ones are replaced. */
export interface RollingUpdate {
  readonly maxUnavailable?: IntOrString
  readonly maxSurge?: IntOrString
}

export interface DeploymentStrategy {
  readonly type?: string
  readonly rollingUpdate?: RollingUpdate
}

export interface DeploymentSpec {
  readonly replicas?: number
  readonly selector?: LabelSelector
  readonly template?: PodTemplateSpec
  readonly strategy?: DeploymentStrategy
  readonly minReadySeconds?: number
  readonly revisionHistoryLimit?: number
  readonly progressDeadlineSeconds?: number
}

export interface Deployment extends KubeObject {
  readonly spec?: DeploymentSpec
  readonly status?: object
}
