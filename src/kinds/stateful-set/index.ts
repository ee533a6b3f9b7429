import type {StatefulSet, StatefulSetSpec} from '../../machinery/api/apps-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {FieldPath} from '../../machinery/field/path.js'
import {defaultVersion, hasFeature} from '../../machinery/version/kubernetes-version.js'
import type {KindDefinition} from '../kind.js'
import {claimSpecWarnings} from '../persistent-volume-claim/claim-spec.js'
import {stepsInTemplate} from '../pod-template/defaults.js'
import {newWorkload, replacedWorkload, templateWarnings} from '../shared/lifecycle.js'
import {setStatefulSetDefaults} from './defaults.js'
import {validateStatefulSet, validateStatefulSetUpdate} from './validate.js'

const path = FieldPath.of('spec')

const revisionsWarning = 'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended'

/** StatefulSet (pkg/registry/apps/statefulset; spec kinds 9). */
export const statefulSet: KindDefinition<StatefulSet> = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  podTemplate: ['spec', 'template'],
  metadata: {name: 'label'},
  setDefaults: setStatefulSetDefaults,
  defaultedFrom: (steps) => stepsInTemplate(steps, ['spec', 'template']),
  prepareForCreate: (object, version) => newWorkload(dropMaxUnavailable(object, version), version, {availableReplicas: 0, replicas: 0}),
  prepareForUpdate: (object, old, version) => replacedWorkload('StatefulSetSpec', dropMaxUnavailable(object, version), old, version),
  validate: validateStatefulSet,
  validateUpdate: validateStatefulSetUpdate,

  warnings: (object, old) => [
    ...templateWarnings(object, old, path.child('template')),
    ...claimWarnings(object.spec ?? {}, old !== undefined),
    ...(object.spec?.revisionHistoryLimit ?? 0) < 0 ? [revisionsWarning] : [],
  ],
}

/** Removes `maxUnavailable` on a server whose feature gate for it is off. */
function dropMaxUnavailable(object: StatefulSet, version = defaultVersion): StatefulSet {
  const {spec} = object
  const rollingUpdate = spec?.updateStrategy?.rollingUpdate
  if (spec === undefined || rollingUpdate?.maxUnavailable === undefined || hasFeature(version, 'maxUnavailableStatefulSet')) return object
  const {maxUnavailable, ...rest} = rollingUpdate
  return assign<StatefulSet>(object, {spec: {...spec, updateStrategy: {...spec.updateStrategy, rollingUpdate: rest}}})
}

/** Returns the warnings about claim templates, for which the server writes paths in two forms. */
const claimWarnings = ({volumeClaimTemplates = []}: StatefulSetSpec, isUpdate: boolean): string[] => volumeClaimTemplates.flatMap((template, i) => {
  const place = path.child('volumeClaimTemplates').index(i)
  return claimSpecWarnings(template.spec ?? {}, isUpdate ? place.child('Spec') : place)
})
