import type {LabelSelector} from '../../machinery/meta/label-selector.js'
import type {RollingUpdate} from '../deployment/types.js'
import type {KubeObject} from '../kind.js'
import type {PodTemplateSpec} from '../pod-template/types.js'

export interface DaemonSetUpdateStrategy {
  readonly type?: string
  readonly rollingUpdate?: RollingUpdate
}

export interface DaemonSetSpec {
  readonly selector?: LabelSelector
  readonly template?: PodTemplateSpec
  readonly updateStrategy?: DaemonSetUpdateStrategy
  readonly minReadySeconds?: number
  readonly revisionHistoryLimit?: number
}

export interface DaemonSet extends KubeObject {
  readonly spec?: DaemonSetSpec
  readonly status?: object
}
