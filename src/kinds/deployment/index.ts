import type {Deployment} from '../../machinery/api/apps-v1.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KindDefinition} from '../kind.js'
import {stepsInTemplate} from '../pod-template/defaults.js'
import {annotationProblem} from '../shared/integer-annotation.js'
import {internallyEqual, validateUnchanged} from '../shared/internal-equal.js'
import {newWorkload, ownerNameWarnings, replacedWorkload, templateWarnings} from '../shared/lifecycle.js'
import {rollbackAnnotation, setDeploymentDefaults} from './defaults.js'
import {validateDeployment} from './validate.js'

const path = FieldPath.of('spec')

/** Deployment (pkg/registry/apps/deployment; spec kinds 8). */
export const deployment: KindDefinition<Deployment> = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  podTemplate: ['spec', 'template'],

  conversionProblem: (object) => object.metadata.annotations?.[rollbackAnnotation] === '' ? undefined
    : annotationProblem(object, rollbackAnnotation, (text) => `failed to parse annotation[${rollbackAnnotation}]=${text} as int64: `),

  setDefaults: setDeploymentDefaults,
  defaultedFrom: (steps) =>
    steps[1] === 'rollback' ? [['metadata', 'annotations', rollbackAnnotation]] : stepsInTemplate(steps, ['spec', 'template']),

  prepareForCreate: (object, version) => newWorkload(object, version),
  // Annotations are copied to ReplicaSets, so changing them increments the generation.
  prepareForUpdate: (object, old, version) =>
    replacedWorkload('DeploymentSpec', object, old, version, internallyEqual('map', object.metadata.annotations, old.metadata.annotations)),
  validate: validateDeployment,

  validateUpdate: ({spec}, old) =>
    validateUnchanged('*selector', spec?.selector, old.spec?.selector, path.child('selector'), 'workload/immutable'),

  warnings: (object, old) => [...ownerNameWarnings(object, old), ...templateWarnings(object, old, path.child('template'))],

  subresources: {
    status: {
      prepareForUpdate: (object, old) => ({...object, spec: old.spec ?? {}, metadata: withLabels(object.metadata, old.metadata.labels)}),
      changeOnly: true,
    },
  },
}

const withLabels = ({labels: _given, ...metadata}: ObjectMeta, labels: ObjectMeta['labels']): ObjectMeta =>
  labels === undefined ? metadata : assign<ObjectMeta>(metadata, {labels})
