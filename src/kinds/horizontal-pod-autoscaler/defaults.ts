import type {HorizontalPodAutoscaler, HorizontalPodAutoscalerBehavior, HorizontalPodAutoscalerSpec, HPAScalingRules, MetricSpec} from '../../machinery/api/autoscaling-v2.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {withAbsentFilled} from '../shared/fill.js'

/** The default target for cpu, in percent of the requests. */
export const defaultUtilization = 80

/** The cpu metric that both versions support. */
export const cpuMetric = (averageUtilization: number): MetricSpec =>
  ({type: 'Resource', resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization}}})

/** A HorizontalPodAutoscaler of autoscaling/v2 with its defaults (autoscaling/v2 `SetDefaults_HorizontalPodAutoscaler`; spec kinds 11). */
export function setAutoscalerDefaults(object: HorizontalPodAutoscaler): HorizontalPodAutoscaler {
  const spec = object.spec ?? {}
  const {metrics = [], behavior} = spec
  return assign<HorizontalPodAutoscaler>(object, {
    metadata: withoutRoundTripAnnotations(object.metadata, []),
    spec: assign<HorizontalPodAutoscalerSpec>(withAbsentFilled(spec, {minReplicas: 1}), {
      ...metrics.length === 0 && {metrics: [cpuMetric(defaultUtilization)]},
      ...behavior && {behavior: setBehaviorDefaults(behavior)},
    }),
    // The API returns the list even if it is empty.
    ...object.status && {status: withAbsentFilled(object.status, {currentMetrics: null})},
  })
}

/** The scaling behavior with both directions complete (autoscaling/v2 `GenerateHPAScaleUpRules`, `GenerateHPAScaleDownRules`). */
export const setBehaviorDefaults = (behavior: HorizontalPodAutoscalerBehavior): HorizontalPodAutoscalerBehavior => assign(behavior, {
  scaleUp: setRulesDefaults(behavior.scaleUp, scaleUpDefaults),
  scaleDown: setRulesDefaults(behavior.scaleDown, scaleDownDefaults),
})

const scaleUpDefaults = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [{type: 'Pods', value: 4, periodSeconds: 15}, {type: 'Percent', value: 100, periodSeconds: 15}],
}

const scaleDownDefaults = {selectPolicy: 'Max', policies: [{type: 'Percent', value: 100, periodSeconds: 15}]}

const setRulesDefaults = (rules: HPAScalingRules = {}, defaults: HPAScalingRules): HPAScalingRules => withAbsentFilled(rules, {...defaults})

const roundTripAnnotations = ['metrics', 'behavior', 'scale-down-tolerance', 'scale-up-tolerance', 'current-metrics', 'conditions']
  .map((name) => `autoscaling.alpha.kubernetes.io/${name}`)

/** Metadata without the annotations in which autoscaling/v1 keeps fields that it lacks, except the given ones. */
export function withoutRoundTripAnnotations(metadata: ObjectMeta, kept: readonly string[]): ObjectMeta {
  const entries = Object.entries(metadata.annotations ?? {})
  const others = entries.filter(([key]) => kept.includes(key) || !roundTripAnnotations.includes(key))
  return others.length === entries.length ? metadata : {...metadata, annotations: Object.fromEntries(others)}
}
