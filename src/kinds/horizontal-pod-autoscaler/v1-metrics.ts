import type {CrossVersionObjectReference, MetricSpec, MetricTarget, ObjectMetricSource} from '../../machinery/api/autoscaling-v2.js'
import type {LabelSelector, ObjectMeta} from '../../machinery/api/meta-v1.js'
import {isObject} from '../../machinery/go/json-value.js'
import {goJson} from '../../machinery/go/text.js'
import {Quantity, QuantityError} from '../../machinery/quantity/quantity.js'
import {metricSources} from './validate-metric.js'

// autoscaling/v1 has a field for one metric. It keeps all others in an annotation, as JSON of its own types
// (pkg/apis/autoscaling/v1 `Convert_v1_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler`).

/** The annotation that holds metrics. */
export const metricsAnnotation = 'autoscaling.alpha.kubernetes.io/metrics'

/** The fields of all metric sources of autoscaling/v1. */
interface SourceV1 {
  readonly target?: CrossVersionObjectReference
  readonly metricName?: string
  readonly selector?: LabelSelector
  readonly metricSelector?: LabelSelector
  readonly targetValue?: string
  readonly averageValue?: string
  readonly targetAverageValue?: string
  readonly targetAverageUtilization?: number
  readonly name?: string
  readonly container?: string
}

/** A metric in autoscaling/v1. */
export interface MetricV1 {
  readonly type?: string
  readonly object?: SourceV1
  readonly external?: SourceV1
  readonly pods?: SourceV1
  readonly resource?: SourceV1
  readonly containerResource?: SourceV1
}

/** Returns the metrics in the annotation of an object; undefined if they are absent or invalid. The server ignores invalid ones. */
export function readMetrics({annotations}: ObjectMeta): readonly MetricV1[] | undefined {
  const metrics = readJson(annotations?.[metricsAnnotation] ?? '')
  return Array.isArray(metrics) && metrics.every(isMetric) && metrics.every(isConvertible) ? metrics : undefined
}

/** True if all quantities of a metric can be parsed. */
function isConvertible(metric: MetricV1): boolean {
  try {
    internalMetric(metric)
    return true
  } catch (error) {
    if (error instanceof QuantityError) return false
    throw error
  }
}

/** True if a value has the shape of a metric, in the fields that the rules read. */
const isMetric = (value: unknown): value is MetricV1 => isObject(value) && isTextOrNothing(value['type'])
  && metricSources.every((name) => value[name] === undefined || (isObject(value[name]) && isSource(value[name])))

const texts = ['metricName', 'targetValue', 'averageValue', 'targetAverageValue', 'name', 'container']

const isSource = (source: Readonly<Record<string, unknown>>): boolean => texts.every((name) => isTextOrNothing(source[name]))
  && ['target', 'selector', 'metricSelector'].every((name) => source[name] === undefined || isObject(source[name]))
  && (source['targetAverageUtilization'] === undefined || Number.isInteger(source['targetAverageUtilization']))

const isTextOrNothing = (value: unknown): boolean => value === undefined || typeof value === 'string'

/** True for the metric for which autoscaling/v1 has a field. */
export const isCpuUtilization = ({type, resource}: MetricV1): boolean =>
  type === 'Resource' && resource?.name === 'cpu' && resource.targetAverageUtilization !== undefined

/** Returns metadata with these metrics in the annotation, or without the annotation if there are none. */
export function writeMetrics(metadata: ObjectMeta, metrics: readonly MetricV1[]): ObjectMeta {
  const {[metricsAnnotation]: _old, ...others} = metadata.annotations ?? {}
  return {...metadata, annotations: {...others, ...metrics.length > 0 && {[metricsAnnotation]: goJson(metrics)}}}
}

/** Converts a metric to autoscaling/v2. */
export function internalMetric({type = '', object, external, pods, resource, containerResource}: MetricV1): MetricSpec {
  return {
    type,
    ...object && {object: {describedObject: object.target ?? {}, ...metricOf(object), target: objectTarget(object)}},
    ...external && {external: {...metricOf(external), target: externalTarget(external)}},
    ...pods && {pods: {...metricOf(pods), target: {type: 'AverageValue', averageValue: Quantity.parse(pods.targetAverageValue ?? '0')}}},
    ...resource && {resource: {name: resource.name ?? '', target: resourceTarget(resource)}},
    ...containerResource && {
      containerResource: {name: containerResource.name ?? '', container: containerResource.container ?? '', target: resourceTarget(containerResource)},
    },
  }
}

const metricOf = ({metricName = '', selector, metricSelector = selector}: SourceV1): Pick<ObjectMetricSource, 'metric'> =>
  ({metric: {name: metricName, ...metricSelector && {selector: metricSelector}}})

function objectTarget({targetValue = '0', averageValue}: SourceV1): MetricTarget {
  const value = Quantity.parse(targetValue)
  if (averageValue === undefined) return {type: 'Value', value}
  return {type: 'AverageValue', averageValue: Quantity.parse(averageValue), ...!value.isZero() && {value}}
}

const externalTarget = ({targetValue, targetAverageValue}: SourceV1): MetricTarget => ({
  type: targetValue === undefined ? 'AverageValue' : 'Value',
  ...targetValue !== undefined && {value: Quantity.parse(targetValue)},
  ...targetAverageValue !== undefined && {averageValue: Quantity.parse(targetAverageValue)},
})

const resourceTarget = ({targetAverageValue, targetAverageUtilization}: SourceV1): MetricTarget => ({
  type: targetAverageUtilization === undefined ? 'AverageValue' : 'Utilization',
  ...targetAverageValue !== undefined && {averageValue: Quantity.parse(targetAverageValue)},
  ...targetAverageUtilization !== undefined && {averageUtilization: targetAverageUtilization},
})

/** Parses JSON; undefined if it is invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
