import type {HorizontalPodAutoscaler, HPAScalingRules} from '../../machinery/api/autoscaling-v2.js'
import {assign} from '../../machinery/collections/immutable.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {defaultVersion, hasFeature} from '../../machinery/version/kubernetes-version.js'
import type {KindDefinition} from '../kind.js'
import {withStatus} from '../shared/status.js'
import {setAutoscalerDefaults} from './defaults.js'
import {withFirstGeneration, withNextGeneration} from './generation.js'
import {declared, validateAutoscaler} from './validate.js'

/** HorizontalPodAutoscaler (pkg/registry/autoscaling/horizontalpodautoscaler; spec kinds 11). */
export const horizontalPodAutoscaler: KindDefinition<HorizontalPodAutoscaler> = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  declared,
  setDefaults: setAutoscalerDefaults,
  prepareForCreate: (object, version) => withFirstGeneration(withStatus(dropTolerance(object, version), {currentMetrics: null, desiredReplicas: 0}), version),

  prepareForUpdate(object, old, version) {
    const next = withStatus(dropTolerance(object, version), old.status)
    return withNextGeneration(next, old, semanticEqual(next.spec, old.spec), version)
  },

  validate: ({spec = {}}, old, version) => validateAutoscaler(spec, old?.spec, version),
}

/** Removes the tolerances of scaling rules on a server whose feature gate for them is off. */
function dropTolerance(object: HorizontalPodAutoscaler, version = defaultVersion): HorizontalPodAutoscaler {
  const {spec} = object
  if (spec?.behavior === undefined || hasFeature(version, 'hpaConfigurableTolerance')) return object
  const {scaleUp, scaleDown} = spec.behavior
  const rules = {...scaleUp && {scaleUp: withoutTolerance(scaleUp)}, ...scaleDown && {scaleDown: withoutTolerance(scaleDown)}}
  const behavior = assign<typeof spec.behavior>(spec.behavior, rules)
  return assign<HorizontalPodAutoscaler>(object, {spec: assign<typeof spec>(spec, {behavior})})
}

function withoutTolerance(rules: HPAScalingRules): HPAScalingRules {
  const {tolerance, ...rest} = rules
  return tolerance === undefined ? rules : rest
}
