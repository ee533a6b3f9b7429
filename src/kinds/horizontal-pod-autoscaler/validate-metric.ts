import type {ContainerResourceMetricSource, MetricSpec, MetricTarget, ObjectMetricSource} from '../../machinery/api/autoscaling-v2.js'
import {allErrors, type FieldError, forbidden, invalid, notSupported, required} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {dns1123Label} from '../../machinery/meta/names.js'
import {validateContainerResourceName} from '../shared/resource-names.js'
import {type ReferenceRule, validateName, validateReference} from './reference.js'

const origin = 'horizontal-pod-autoscaler/metrics'

const types = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource']

/** The sources of a metric in the order of the server's search: it uses the first one. */
export const metricSources = ['object', 'external', 'pods', 'resource', 'containerResource'] as const

/**
 * The rules for a metric at a path (autoscaling validation `validateMetricSpec`; spec kinds 11).
 *
 * @param rule for the apiVersion of the described object
 */
export function validateMetric(metric: MetricSpec, path: FieldPath, rule: ReferenceRule): FieldError[] {
  const {type = ''} = metric
  const present = metricSources.filter((source) => metric[source] !== undefined)
  const expected = metricSources.find((source) => source === type.slice(0, 1).toLowerCase() + type.slice(1) && types.includes(type))
  return allErrors(
    type === '' ? [required(path.child('type'), 'must specify a metric source type', origin)] : [],
    types.includes(type) ? [] : [notSupported(path.child('type'), type, types, origin)],
    present[0] === undefined ? [] : validateSource(present[0], metric, path.child(present[0]), rule),
    expected !== undefined && metric[expected] === undefined
      ? [required(path.child(expected), 'must populate information for the given metric source', origin)] : [],
    present.length === 1 ? [] : present.filter((source) => source !== expected).sort()
      .map((source) => forbidden(path.child(source), 'must populate the given metric source only', origin)),
  )
}

function validateSource(source: typeof metricSources[number], metric: MetricSpec, path: FieldPath, rule: ReferenceRule): FieldError[] {
  switch (source) {
    case 'object': return validateObject(metric.object ?? {}, path, rule)
    case 'external': return validateExternal(metric.external ?? {}, path)
    case 'pods': return validatePods(metric.pods ?? {}, path)
    case 'resource': return validateResource(metric.resource ?? {}, path)
    case 'containerResource': return validateContainerResource(metric.containerResource ?? {}, path)
  }
}

const validateObject = (source: ObjectMetricSource, path: FieldPath, rule: ReferenceRule): FieldError[] => allErrors(
  validateReference(source.describedObject ?? {}, path.child('describedObject'), rule, origin),
  validateMetricAndTarget(source, path),
  source.target?.value === undefined && source.target?.averageValue === undefined
    ? [required(path.child('target', 'averageValue'), 'must set either a target value or averageValue', origin)] : [],
)

function validateExternal(source: ObjectMetricSource, path: FieldPath): FieldError[] {
  const {value, averageValue} = source.target ?? {}
  return allErrors(
    validateMetricAndTarget(source, path),
    value === undefined && averageValue === undefined
      ? [required(path.child('target', 'averageValue'), 'must set either a target value for metric or a per-pod target', origin)] : [],
    value !== undefined && averageValue !== undefined
      ? [forbidden(path.child('target', 'value'), 'may not set both a target value for metric and a per-pod target', origin)] : [],
  )
}

const validatePods = (source: ObjectMetricSource, path: FieldPath): FieldError[] => allErrors(
  validateMetricAndTarget(source, path),
  source.target?.averageValue === undefined
    ? [required(path.child('target', 'averageValue'), 'must specify a positive target averageValue', origin)] : [],
)

const validateMetricAndTarget = ({metric = {}, target = {}}: ObjectMetricSource, path: FieldPath): FieldError[] => allErrors(
  validateName(metric.name ?? '', path.child('metric', 'name'), 'must specify a metric name', origin),
  validateTarget(target, path.child('target')),
)

const validateResource = ({name = '', target = {}}: ContainerResourceMetricSource, path: FieldPath): FieldError[] => allErrors(
  name === '' ? [required(path.child('name'), 'must specify a resource name', origin)] : [],
  validateResourceTarget(target, path.child('target')),
)

const validateContainerResource = ({name = '', container = '', target = {}}: ContainerResourceMetricSource, path: FieldPath): FieldError[] => allErrors(
  name === '' ? [required(path.child('name'), 'must specify a resource name', origin)] : validateContainerResourceName(name, path.child('name'), origin),
  container === '' ? [required(path.child('container'), 'must specify a container', origin)]
    : dns1123Label(container).map((error) => invalid(path.child('container'), container, error, origin)),
  validateResourceTarget(target, path.child('target')),
)

function validateResourceTarget(target: MetricTarget, path: FieldPath): FieldError[] {
  const {averageUtilization, averageValue} = target
  return allErrors(
    validateTarget(target, path),
    averageUtilization === undefined && averageValue === undefined
      ? [required(path.child('averageUtilization'), 'must set either a target raw value or a target utilization', origin)] : [],
    averageUtilization !== undefined && averageValue !== undefined
      ? [forbidden(path.child('averageValue'), 'may not set both a target raw value and a target utilization', origin)] : [],
  )
}

const targetTypes = ['Utilization', 'Value', 'AverageValue']

function validateTarget(target: MetricTarget, path: FieldPath): FieldError[] {
  const {type = '', averageUtilization} = target
  return allErrors(
    type === '' ? [required(path.child('type'), 'must specify a metric target type', origin)] : [],
    targetTypes.includes(type) ? [] : [invalid(path.child('type'), type, 'must be either Utilization, Value, or AverageValue', origin)],
    (['value', 'averageValue'] as const).flatMap((field) => {
      const amount = target[field]
      return amount === undefined || amount.sign() > 0 ? [] : [invalid(path.child(field), amount, 'must be positive', origin)]
    }),
    averageUtilization !== undefined && averageUtilization < 1
      ? [invalid(path.child('averageUtilization'), averageUtilization, 'must be greater than 0', origin)] : [],
  )
}
