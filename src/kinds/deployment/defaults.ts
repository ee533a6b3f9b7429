import type {Deployment, DeploymentSpec, DeploymentStrategy} from '../../machinery/api/apps-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {setTemplateDefaults} from '../pod-template/defaults.js'
import {withAbsentFilled} from '../shared/fill.js'
import {readAnnotation, writeAnnotation} from '../shared/integer-annotation.js'

/** The annotation that replaced the field `rollbackTo`. */
export const rollbackAnnotation = 'deprecated.deployment.rollback.to'

/** A Deployment with its defaults (apps/v1 `SetDefaults_Deployment`; spec apimachinery 5.1). */
export function setDeploymentDefaults(object: Deployment): Deployment {
  const spec = object.spec ?? {}
  const rollback = readAnnotation(object.metadata, rollbackAnnotation)
  return assign<Deployment>(writeAnnotation(object, rollbackAnnotation, rollback), {
    spec: assign<DeploymentSpec>(withAbsentFilled(spec, {replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600}), {
      template: setTemplateDefaults(spec.template),
      strategy: setStrategyDefaults(spec.strategy ?? {}),
    }),
  })
}

function setStrategyDefaults(strategy: DeploymentStrategy): DeploymentStrategy {
  const type = strategy.type || 'RollingUpdate'
  return assign<DeploymentStrategy>(strategy, {
    type,
    ...type === 'RollingUpdate' && {rollingUpdate: withAbsentFilled(strategy.rollingUpdate ?? {}, {maxUnavailable: '25%', maxSurge: '25%'})},
  })
}
