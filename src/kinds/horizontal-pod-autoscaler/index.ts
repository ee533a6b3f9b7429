import type {KindDefinition} from '../kind.js'
import {withStatus} from '../status.js'
import {setAutoscalerDefaults} from './defaults.js'
import type {HorizontalPodAutoscaler} from './types.js'
import {validateAutoscaler} from './validate.js'

/** HorizontalPodAutoscaler (pkg/registry/autoscaling/horizontalpodautoscaler; kinds spec 11). */
export const horizontalPodAutoscaler: KindDefinition<HorizontalPodAutoscaler> = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  setDefaults: setAutoscalerDefaults,
  prepareForCreate: (object) => withStatus(object, {currentMetrics: null, desiredReplicas: 0}),
  prepareForUpdate: (object, old) => withStatus(object, old.status),
  validate: ({spec = {}}, old) => validateAutoscaler(spec, old?.spec),
}
