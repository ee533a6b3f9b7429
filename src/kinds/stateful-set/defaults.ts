import type {StatefulSet, StatefulSetSpec, StatefulSetUpdateStrategy} from '../../machinery/api/apps-v1.js'
import type {PersistentVolumeClaim} from '../../machinery/api/core-v1.js'
import {assign, mapItems} from '../../machinery/collections/immutable.js'
import {defaultVersion, hasFeature, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {setClaimSpecDefaults} from '../persistent-volume-claim/claim-spec.js'
import {setTemplateDefaults} from '../pod-template/defaults.js'
import {withAbsentFilled, withZeroFilled} from '../shared/fill.js'

/** A StatefulSet with its defaults (apps/v1 `SetDefaults_StatefulSet`; spec apimachinery 5.1, spec kinds 9). */
export function setStatefulSetDefaults(object: StatefulSet, version = defaultVersion): StatefulSet {
  const spec = object.spec ?? {}
  const filled = withAbsentFilled(withZeroFilled(spec, {podManagementPolicy: 'OrderedReady'}), {replicas: 1, revisionHistoryLimit: 10, serviceName: ''})
  return assign<StatefulSet>(object, {
    spec: assign<StatefulSetSpec>(filled, {
      template: setTemplateDefaults(spec.template),
      updateStrategy: setStrategyDefaults(spec.updateStrategy ?? {}, version),
      persistentVolumeClaimRetentionPolicy:
        withZeroFilled(spec.persistentVolumeClaimRetentionPolicy ?? {}, {whenDeleted: 'Retain', whenScaled: 'Retain'}),
      ...spec.ordinals && {ordinals: withAbsentFilled(spec.ordinals, {start: 0})},
      ...spec.volumeClaimTemplates && {volumeClaimTemplates: mapItems(spec.volumeClaimTemplates, setClaimTemplateDefaults)},
    }),
  })
}

/** The partition has a default if the type is RollingUpdate, which is the default only if there is no strategy. */
function setStrategyDefaults(strategy: StatefulSetUpdateStrategy, version: KubernetesVersion): StatefulSetUpdateStrategy {
  const {type, rollingUpdate} = strategy
  const isRolling = !type || (type === 'RollingUpdate' && rollingUpdate !== undefined)
  return isRolling ? assign<StatefulSetUpdateStrategy>(strategy, {
    type: 'RollingUpdate',
    rollingUpdate: withAbsentFilled(rollingUpdate ?? {}, {partition: 0, ...hasFeature(version, 'maxUnavailableStatefulSet') && {maxUnavailable: 1}}),
  }) : strategy
}

type ClaimTemplate = Partial<PersistentVolumeClaim>

const setClaimTemplateDefaults = (template: ClaimTemplate): ClaimTemplate => assign<ClaimTemplate>(template, {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  spec: setClaimSpecDefaults(template.spec ?? {}),
  status: withZeroFilled(template.status ?? {}, {phase: 'Pending'}),
})
