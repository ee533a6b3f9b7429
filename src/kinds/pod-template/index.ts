import type {PodTemplate} from '../../machinery/api/core-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import type {KindDefinition} from '../kind.js'
import {templateWarnings} from '../pod/warnings.js'
import {firstGeneration, isNewGeneration, withGeneration} from '../shared/generation.js'
import {internallyEqual} from '../shared/internal-equal.js'
import {setTemplateDefaults, stepsInTemplate} from './defaults.js'
import {dropDisabledTemplateFields} from '../pod/spec/disabled-fields.js'
import {validatePodTemplate} from './validate.js'

const path = FieldPath.of('template')

/** PodTemplate (pkg/registry/core/podtemplate; spec kinds 7). */
export const podTemplate: KindDefinition<PodTemplate> = {
  apiVersion: 'v1',
  kind: 'PodTemplate',
  podTemplate: ['template'],
  setDefaults: (object) => assign<PodTemplate>(object, {template: setTemplateDefaults(object.template)}),
  defaultedFrom: (steps) => stepsInTemplate(steps, ['template']),
  prepareForCreate: (object, version) => firstGeneration(dropFields(object, version)),

  prepareForUpdate(object, old, version) {
    const next = dropFields(object, version)
    return withGeneration(next, old, internallyEqual('PodTemplateSpec', next.template, old.template))
  },

  validate: ({template = {}}, old, version) => validatePodTemplate(template, path, version, old?.template),
  warnings: ({metadata, template}, old) => isNewGeneration(metadata, old) ? templateWarnings(template, path) : [],
}

const dropFields = (object: PodTemplate, version?: KubernetesVersion): PodTemplate =>
  assign<PodTemplate>(object, {template: dropDisabledTemplateFields(object.template ?? {}, version)})
