import type {PodTemplateSpec} from '../../machinery/api/core-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {withoutInitContainerAnnotations} from '../pod/metadata/annotations.js'
import {setPodSpecDefaults} from '../pod/spec/defaults.js'
import {stepsInSpec} from '../pod/spec/written-steps.js'

/**
 * Returns a pod template with its defaults: those of pod specs, except the ones for pods only (core/v1 `SetDefaults_PodSpec`
 * and others; spec kinds 6). The server treats an absent template as empty.
 */
export const setTemplateDefaults = (template: PodTemplateSpec = {}): PodTemplateSpec => assign<PodTemplateSpec>(template, {
  metadata: withoutInitContainerAnnotations(template.metadata ?? {}),
  spec: setPodSpecDefaults(template.spec ?? {}),
})

/**
 * Maps labels that defaulting copied from the template to those of the template, for `KindDefinition.defaultedFrom`.
 *
 * @param copies the places of the copies
 */
export function copiedFromTemplate(steps: readonly (string | number)[], ...copies: readonly (readonly [string, string])[]): (string | number)[][] {
  const [first, second, ...rest] = steps
  const isCopied = copies.some(([parent, field]) => first === parent && second === field)
  return isCopied ? [['spec', 'template', 'metadata', 'labels', ...rest]] : []
}

/**
 * Maps the server's paths of labels and annotations of a template, which omit `metadata`, to the written ones, for
 * `KindDefinition.defaultedFrom`.
 *
 * @param template the place of the template
 */
export function stepsInTemplate(steps: readonly (string | number)[], template: readonly string[]): (string | number)[][] {
  const [field, ...rest] = steps.slice(template.length)
  if (!template.every((step, i) => step === steps[i])) return []
  if (field === 'spec') return stepsInSpec(rest).map((sourceSteps) => [...template, field, ...sourceSteps])
  return field === 'labels' || field === 'annotations' ? [[...template, 'metadata', field, ...rest]] : []
}
