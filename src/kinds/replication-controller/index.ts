import type {PodTemplateSpec, ReplicationController, ReplicationControllerSpec} from '../../machinery/api/core-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {allErrors, type FieldError, required} from '../../machinery/field/error.js'
import {validateNotNegative} from '../../machinery/field/number-rules.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import type {KindDefinition} from '../kind.js'
import {copiedFromTemplate, setTemplateDefaults, stepsInTemplate} from '../pod-template/defaults.js'
import {validatePodTemplate, validateRunsForever} from '../pod-template/validate.js'
import {newWorkload, ownerNameWarnings, replacedWorkload, templateWarnings} from '../shared/lifecycle.js'
import {validateSelectsTemplate} from '../shared/workload-selector.js'

type Labels = Readonly<Record<string, string>>

const path = FieldPath.of('spec')

const templatePath = path.child('template')

/** ReplicationController (pkg/registry/core/replicationcontroller, core validation; spec kinds 7). */
export const replicationController: KindDefinition<ReplicationController> = {
  apiVersion: 'v1',
  kind: 'ReplicationController',
  declared: [/^metadata\.name$/, /^spec\.replicas$/, /^spec\.minReadySeconds$/].map((field) => ({field, types: ['Required', 'Invalid']})),
  podTemplate: ['spec', 'template'],
  metadata: {name: 'long-name'},

  setDefaults(object) {
    const {spec = {}, metadata} = object
    const labels = spec.template?.metadata?.labels ?? {}
    const isLabelled = isFilled(metadata.labels) || !isFilled(labels)
    return assign<ReplicationController>(object, {
      metadata: isLabelled ? metadata : {...metadata, labels},
      spec: assign<ReplicationControllerSpec>(spec, {
        replicas: spec.replicas ?? 1,
        ...!isFilled(spec.selector) && isFilled(labels) && {selector: labels},
        ...spec.template && {template: setTemplateDefaults(spec.template)},
      }),
    })
  },

  defaultedFrom: (steps) => [...stepsInTemplate(steps, ['spec', 'template']), ...copiedFromTemplate(steps, ['metadata', 'labels'], ['spec', 'selector'])],
  prepareForCreate: (object, version) => newWorkload(object, version, {replicas: 0}),
  prepareForUpdate: (object, old, version) => replacedWorkload('ReplicationControllerSpec', object, old, version),
  validate: ({spec = {}}, old, version) => validateSpec(spec, old?.spec, version),
  // For an update, the server reads the stored template instead of the new one.
  warnings: (object, old) => [...ownerNameWarnings(object, old), ...templateWarnings({...object, ...old?.spec && {spec: old.spec}}, old, templatePath)],
}

const isFilled = (labels: Labels | undefined): boolean => labels !== undefined && Object.keys(labels).length > 0

function validateSpec(spec: ReplicationControllerSpec, old?: ReplicationControllerSpec, version?: KubernetesVersion): FieldError[] {
  const {replicas, minReadySeconds, selector, template} = spec
  return allErrors(
    validateNotNegative(minReadySeconds, path.child('minReadySeconds'), 'workload/amounts'),
    isFilled(selector) ? [] : [required(path.child('selector'), '', 'workload/selector')],
    validateNotNegative(replicas, path.child('replicas'), 'workload/amounts'),
    template === undefined ? [required(templatePath, '', 'replication-controller/template')] : validateTemplate(template, spec, old, version),
  )
}

function validateTemplate(
  template: PodTemplateSpec, {selector = {}}: ReplicationControllerSpec, old?: ReplicationControllerSpec, version?: KubernetesVersion,
): FieldError[] {
  return allErrors(
    validateSelectsTemplate({matchLabels: selector}, template, templatePath),
    validatePodTemplate(template, templatePath, version, old?.template),
    validateRunsForever(template, templatePath, 'ReplicationController'),
  )
}
