import type {DaemonSet} from '../../machinery/api/apps-v1.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KindDefinition} from '../kind.js'
import {stepsInTemplate} from '../pod-template/defaults.js'
import {annotationProblem, readAnnotation, writeAnnotation} from '../shared/integer-annotation.js'
import {internallyEqual} from '../shared/internal-equal.js'
import {newWorkload, replacedWorkload, templateWarnings} from '../shared/lifecycle.js'
import {setDaemonSetDefaults} from './defaults.js'
import {validateDaemonSet} from './validate.js'

/** The annotation that replaced the field `templateGeneration`. */
const generationAnnotation = 'deprecated.daemonset.template.generation'

const noPods = {currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0}

/** DaemonSet (pkg/registry/apps/daemonset; spec kinds 9). */
export const daemonSet: KindDefinition<DaemonSet> = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  podTemplate: ['spec', 'template'],
  conversionProblem: (object) => annotationProblem(object, generationAnnotation, () => ''),
  setDefaults: setDaemonSetDefaults,
  defaultedFrom: (steps) => stepsInTemplate(steps, ['spec', 'template']),

  prepareForCreate(object, version) {
    const given = templateGeneration(object)
    return writeAnnotation(newWorkload(object, version, noPods), generationAnnotation, given < 1n ? 1n : given)
  },

  prepareForUpdate(object, old, version) {
    const next = replacedWorkload('DaemonSetSpec', object, old, version)
    const isTemplateKept = internallyEqual('PodTemplateSpec', next.spec?.template, old.spec?.template)
    return writeAnnotation(next, generationAnnotation, templateGeneration(old) + (isTemplateKept ? 0n : 1n))
  },

  validate: validateDaemonSet,
  warnings: (object, old) => old !== undefined && templateGeneration(object) === templateGeneration(old)
    ? [] : templateWarnings(object, old, FieldPath.of('spec', 'template')),

  subresources: {
    status: {
      prepareForUpdate: (object, old) => writeAnnotation({...object, spec: old.spec ?? {}}, generationAnnotation, templateGeneration(old)),
      changeOnly: true,
    },
  },
}

const templateGeneration = ({metadata}: DaemonSet): bigint => readAnnotation(metadata, generationAnnotation) ?? 0n
