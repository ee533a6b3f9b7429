import type {DaemonSet, DaemonSetSpec, DaemonSetUpdateStrategy} from '../../machinery/api/apps-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {setTemplateDefaults} from '../pod-template/defaults.js'
import {withAbsentFilled} from '../shared/fill.js'

/** A DaemonSet with its defaults (apps/v1 `SetDefaults_DaemonSet`; spec apimachinery 5.1). */
export function setDaemonSetDefaults(object: DaemonSet): DaemonSet {
  const spec = object.spec ?? {}
  return assign<DaemonSet>(object, {
    spec: assign<DaemonSetSpec>(withAbsentFilled(spec, {revisionHistoryLimit: 10}), {
      template: setTemplateDefaults(spec.template),
      updateStrategy: setStrategyDefaults(spec.updateStrategy ?? {}),
    }),
  })
}

function setStrategyDefaults(strategy: DaemonSetUpdateStrategy): DaemonSetUpdateStrategy {
  const type = strategy.type || 'RollingUpdate'
  const {rollingUpdate} = strategy
  // For a strategy without rolling updates, the server prints absent amounts as 0.
  const amounts = type === 'RollingUpdate' ? {maxUnavailable: 1, maxSurge: 0} : {maxUnavailable: 0, maxSurge: 0}
  return assign<DaemonSetUpdateStrategy>(strategy, {
    type, ...(rollingUpdate !== undefined || type === 'RollingUpdate') && {rollingUpdate: withAbsentFilled(rollingUpdate ?? {}, amounts)},
  })
}
