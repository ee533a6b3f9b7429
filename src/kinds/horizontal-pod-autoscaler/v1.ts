import type {HorizontalPodAutoscaler as HorizontalPodAutoscalerV1} from '../../machinery/api/autoscaling-v1.js'
import type {HorizontalPodAutoscalerSpec} from '../../machinery/api/autoscaling-v2.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import type {KindDefinition} from '../kind.js'
import {withAbsentFilled} from '../shared/fill.js'
import {withStatus} from '../shared/status.js'
import {cpuMetric, defaultUtilization, withoutRoundTripAnnotations} from './defaults.js'
import {withFirstGeneration, withNextGeneration} from './generation.js'
import {behaviorAnnotation, completeBehavior, readBehavior} from './v1-behavior.js'
import {internalMetric, isCpuUtilization, metricsAnnotation, type MetricV1, readMetrics, writeMetrics} from './v1-metrics.js'
import {declared, validateAutoscaler} from './validate.js'

/** HorizontalPodAutoscaler in the older version, whose rules are those of the newer one (autoscaling/v1 conversion; spec kinds 11). */
export const horizontalPodAutoscalerV1: KindDefinition<HorizontalPodAutoscalerV1> = {
  apiVersion: 'autoscaling/v1',
  kind: 'HorizontalPodAutoscaler',
  declared,
  setDefaults,

  defaultedFrom: ([first, second]) =>
    first === 'spec' && second === 'metrics' ? [['spec', 'targetCPUUtilizationPercentage'], ['metadata', 'annotations', metricsAnnotation]] : [],

  prepareForCreate: (object, version) => withFirstGeneration(withStatus(object, {currentReplicas: 0, desiredReplicas: 0}), version),
  prepareForUpdate: (object, old, version) =>
    withNextGeneration(withStatus(object, old.status), old, semanticEqual(internalSpec(object), internalSpec(old)), version),
  validate: (object, old, version) => validateAutoscaler(internalSpec(object), old && internalSpec(old), version),
  canonicalize: (object) => assign<HorizontalPodAutoscalerV1>(object, {metadata: completeBehavior(object.metadata)}),
}

function setDefaults(object: HorizontalPodAutoscalerV1): HorizontalPodAutoscalerV1 {
  const spec = object.spec ?? {}
  const metrics = readMetrics(object.metadata) ?? []
  const annotated = metrics.find(isCpuUtilization)?.resource?.targetAverageUtilization
  const utilization = annotated ?? spec.targetCPUUtilizationPercentage ?? (metrics.length === 0 ? defaultUtilization : undefined)
  return assign<HorizontalPodAutoscalerV1>(object, {
    metadata: keepReadable(object.metadata, metrics),
    spec: assign<typeof spec>(withAbsentFilled(spec, {minReplicas: 1}), utilization === undefined ? {} : {targetCPUUtilizationPercentage: utilization}),
  })
}

/** Removes invalid annotations, and the metric for which there is a field. */
function keepReadable(metadata: ObjectMeta, metrics: readonly MetricV1[]): ObjectMeta {
  const others = metrics.filter((metric) => !isCpuUtilization(metric))
  const kept = withoutRoundTripAnnotations(metadata, readableAnnotations(metadata))
  return others.length === metrics.length ? kept : writeMetrics(kept, others)
}

/** The valid annotations of an object that hold fields of autoscaling/v2; the server drops the invalid ones. */
const readableAnnotations = (metadata: ObjectMeta): string[] => [
  ...readBehavior(metadata) === undefined ? [] : [behaviorAnnotation],
  ...(readMetrics(metadata) ?? []).length > 0 ? [metricsAnnotation] : [],
]

/** Converts the spec to autoscaling/v2. */
function internalSpec({metadata, spec = {}}: HorizontalPodAutoscalerV1): HorizontalPodAutoscalerSpec {
  const {targetCPUUtilizationPercentage: utilization, ...rest} = spec
  const metrics = (readMetrics(metadata) ?? []).map(internalMetric)
  const behavior = readBehavior(metadata)
  return {...rest, metrics: [...metrics, ...utilization === undefined ? [] : [cpuMetric(utilization)]], ...behavior && {behavior}}
}
