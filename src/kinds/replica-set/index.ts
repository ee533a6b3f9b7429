import type {ReplicaSet, ReplicaSetSpec} from '../../machinery/api/apps-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {allErrors} from '../../machinery/field/error.js'
import {validateNotNegative} from '../../machinery/field/number-rules.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KindDefinition} from '../kind.js'
import {setTemplateDefaults, stepsInTemplate} from '../pod-template/defaults.js'
import {validateUnchanged} from '../shared/internal-equal.js'
import {newWorkload, ownerNameWarnings, replacedWorkload, templateWarnings} from '../shared/lifecycle.js'
import {validateReplicaTemplate} from '../shared/replica-spec.js'

const path = FieldPath.of('spec')

/** ReplicaSet (pkg/registry/apps/replicaset, apps validation `ValidateReplicaSetSpec`; spec kinds 8). */
export const replicaSet: KindDefinition<ReplicaSet> = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  podTemplate: ['spec', 'template'],

  setDefaults(object) {
    const spec = object.spec ?? {}
    return assign<ReplicaSet>(object, {
      spec: assign<ReplicaSetSpec>(spec, {replicas: spec.replicas ?? 1, template: setTemplateDefaults(spec.template)}),
    })
  },

  defaultedFrom: (steps) => stepsInTemplate(steps, ['spec', 'template']),
  prepareForCreate: (object, version) => newWorkload(object, version, {replicas: 0}),
  prepareForUpdate: (object, old, version) => replacedWorkload('ReplicaSetSpec', object, old, version),

  validate: ({spec = {}}, old, version) => allErrors(
    validateNotNegative(spec.replicas, path.child('replicas'), 'workload/amounts'),
    validateNotNegative(spec.minReadySeconds, path.child('minReadySeconds'), 'workload/amounts'),
    validateReplicaTemplate(spec, path, version, old?.spec),
  ),

  validateUpdate: ({spec}, old) =>
    validateUnchanged('*selector', spec?.selector, old.spec?.selector, path.child('selector'), 'workload/immutable'),

  warnings: (object, old) => [...ownerNameWarnings(object, old), ...templateWarnings(object, old, path.child('template'))],
}
