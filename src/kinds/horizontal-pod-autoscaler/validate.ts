import type {CrossVersionObjectReference, HorizontalPodAutoscalerSpec, HPAScalingPolicy, HPAScalingRules, MetricSpec} from '../../machinery/api/autoscaling-v2.js'
import {allErrors, type FieldError, forbidden, invalid, notSupported, required} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {defaultVersion, hasFeature} from '../../machinery/version/kubernetes-version.js'
import type {DeclaredRule} from '../declared-rules.js'
import {type ReferenceRule, validateReference, versionError} from './reference.js'
import {validateMetric} from './validate-metric.js'

const path = FieldPath.of('spec')

/** The rules that the types of autoscalers also declare. */
export const declared: readonly DeclaredRule[] = [
  {field: /^spec\.minReplicas$/, types: ['Invalid']},
  {field: /^spec\.maxReplicas$/, types: ['Required'], words: [[/.*/, '']]},
  {field: /^spec\.maxReplicas$/, types: ['Invalid'], detail: /^must be greater than or equal to 1$/},
]

/** The rules for the spec of a HorizontalPodAutoscaler (autoscaling validation `validateHorizontalPodAutoscalerSpec`; spec kinds 11). */
export function validateAutoscaler(spec: HorizontalPodAutoscalerSpec, old?: HorizontalPodAutoscalerSpec, version = defaultVersion): FieldError[] {
  const {metrics = [], minReplicas, scaleTargetRef = {}, behavior} = spec
  const metricsPath = path.child('metrics')
  const describedRule = hasBadReference(old?.metrics ?? []) ? 'unchecked' : 'any'
  return allErrors(
    validateReplicas(spec, old?.minReplicas === 0 || hasFeature(version, 'hpaScaleToZero') ? 0 : 1),
    validateReference(scaleTargetRef, path.child('scaleTargetRef'), targetRule(scaleTargetRef, old?.scaleTargetRef), 'horizontal-pod-autoscaler/scale-target'),
    metrics.flatMap((metric, i) => validateMetric(metric, metricsPath.index(i), describedRule)),
    minReplicas === 0 && !metrics.some(({type}) => type === 'Object' || type === 'External')
      ? [forbidden(metricsPath, 'must specify at least one Object or External metric to support scaling to zero replicas', 'horizontal-pod-autoscaler/metrics')] : [],
    behavior?.scaleUp === undefined ? [] : validateRules(behavior.scaleUp, path.child('behavior', 'scaleUp')),
    behavior?.scaleDown === undefined ? [] : validateRules(behavior.scaleDown, path.child('behavior', 'scaleDown')),
  )
}

/** The apiVersion of an unchanged target is not validated again. A ReplicationController needs no API group. */
function targetRule(target: CrossVersionObjectReference, old: CrossVersionObjectReference | undefined): ReferenceRule {
  const isKept = old !== undefined && (old.apiVersion ?? '') === (target.apiVersion ?? '') && (old.kind ?? '') === (target.kind ?? '')
  return isKept ? 'unchecked' : target.kind === 'ReplicationController' ? 'any' : 'group'
}

const hasBadReference = (metrics: readonly MetricSpec[]): boolean => metrics.some(({type, object}) =>
  type === 'Object' && object !== undefined && versionError(object.describedObject?.apiVersion ?? '', 'any') !== undefined)

function validateReplicas({minReplicas: min, maxReplicas: max = 0}: HorizontalPodAutoscalerSpec, lowest: number): FieldError[] {
  const origin = 'horizontal-pod-autoscaler/replicas'
  const maxPath = path.child('maxReplicas')
  return allErrors(
    min !== undefined && min < lowest ? [invalid(path.child('minReplicas'), min, `must be greater than or equal to ${lowest}`, origin)] : [],
    max === 0 ? [required(maxPath, 'must be set and greater than 0', origin)] : [],
    max < 0 ? [invalid(maxPath, max, 'must be greater than or equal to 1', origin)] : [],
    min !== undefined && max < min ? [invalid(maxPath, max, 'must be greater than or equal to `minReplicas`', origin)] : [],
  )
}

const origin = 'horizontal-pod-autoscaler/behavior'

const longestWindow = 3600

const selectPolicies = ['Disabled', 'Max', 'Min']

function validateRules({stabilizationWindowSeconds: window = 0, selectPolicy, policies = [], tolerance}: HPAScalingRules, place: FieldPath): FieldError[] {
  const windowPath = place.child('stabilizationWindowSeconds')
  const policiesPath = place.child('policies')
  return allErrors(
    window < 0 ? [invalid(windowPath, window, 'must be greater than or equal to zero', origin)] : [],
    window > longestWindow ? [invalid(windowPath, window, `must be less than or equal to ${longestWindow}`, origin)] : [],
    selectPolicy === undefined || selectPolicies.includes(selectPolicy) ? []
      : [notSupported(place.child('selectPolicy'), selectPolicy, selectPolicies, origin)],
    policies.length === 0 ? [required(policiesPath, 'must specify at least one Policy', origin)] : [],
    policies.flatMap((policy, i) => validatePolicy(policy, policiesPath.index(i))),
    tolerance !== undefined && tolerance.sign() < 0
      ? [invalid(place.child('tolerance'), tolerance, 'must be greater than or equal to 0', origin)] : [],
  )
}

const policyTypes = ['Percent', 'Pods']

const longestPeriod = 1800

function validatePolicy({type = '', value = 0, periodSeconds: period = 0}: HPAScalingPolicy, place: FieldPath): FieldError[] {
  const periodPath = place.child('periodSeconds')
  return allErrors(
    policyTypes.includes(type) ? [] : [notSupported(place.child('type'), type, policyTypes, origin)],
    value > 0 ? [] : [invalid(place.child('value'), value, 'must be greater than zero', origin)],
    period > 0 ? [] : [invalid(periodPath, period, 'must be greater than zero', origin)],
    period > longestPeriod ? [invalid(periodPath, period, `must be less than or equal to ${longestPeriod}`, origin)] : [],
  )
}
