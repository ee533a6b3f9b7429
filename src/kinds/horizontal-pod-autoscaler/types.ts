import type {LabelSelector} from '../../machinery/meta/label-selector.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import type {KubeObject} from '../kind.js'

/** Something with a scale, or with metrics. */
export interface CrossVersionObjectReference {
  readonly apiVersion?: string
  readonly kind?: string
  readonly name?: string
}

interface MetricIdentifier {
  readonly name?: string
  readonly selector?: LabelSelector
}

export interface MetricTarget {
  readonly type?: string
  readonly value?: Quantity
  readonly averageValue?: Quantity
  readonly averageUtilization?: number
}

/** A metric of an object, of pods, or of something beyond the cluster. */
export interface MetricSource {
  readonly describedObject?: CrossVersionObjectReference
  readonly metric?: MetricIdentifier
  readonly target?: MetricTarget
}

/** A resource of pods, or of one of their containers. */
export interface ResourceMetricSource {
  readonly name?: string
  readonly container?: string
  readonly target?: MetricTarget
}

export interface MetricSpec {
  readonly type?: string
  readonly object?: MetricSource
  readonly external?: MetricSource
  readonly pods?: MetricSource
  readonly resource?: ResourceMetricSource
  readonly containerResource?: ResourceMetricSource
}

export interface ScalingPolicy {
  readonly type?: string
  readonly value?: number
  readonly periodSeconds?: number
}

export interface ScalingRules {
  readonly stabilizationWindowSeconds?: number
  readonly selectPolicy?: string
  readonly policies?: readonly ScalingPolicy[]
  readonly tolerance?: Quantity
}

export interface ScalingBehavior {
  readonly scaleUp?: ScalingRules
  readonly scaleDown?: ScalingRules
}

export interface HorizontalPodAutoscalerSpec {
  readonly scaleTargetRef?: CrossVersionObjectReference
  readonly minReplicas?: number
  readonly maxReplicas?: number
  readonly metrics?: readonly MetricSpec[]
  readonly behavior?: ScalingBehavior
}

export interface HorizontalPodAutoscaler extends KubeObject {
  readonly spec?: HorizontalPodAutoscalerSpec
  readonly status?: object
}

/** HorizontalPodAutoscaler of autoscaling/v1, which keeps all metrics but one in an annotation. */
export interface HorizontalPodAutoscalerV1 extends KubeObject {
  readonly spec?: Pick<HorizontalPodAutoscalerSpec, 'scaleTargetRef' | 'minReplicas' | 'maxReplicas'> & {
    readonly targetCPUUtilizationPercentage?: number
  }
  readonly status?: object
}
