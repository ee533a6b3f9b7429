import type {PodTemplateSpec} from '../../machinery/api/core-v1.js'
import {allErrors, type FieldError, invalid} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {defaultVersion} from '../../machinery/version/kubernetes-version.js'
import type {LabelSelector} from '../../machinery/api/meta-v1.js'
import {validatePodTemplate, validateRunsForever} from '../pod-template/validate.js'
import {isCompilable, printedSelector, validateRequiredSelector, validateSelectsTemplate} from './workload-selector.js'

interface ReplicaSpec {
  readonly selector?: LabelSelector
  readonly template?: PodTemplateSpec
}

/**
 * The common rules for the selector and template of Deployments and ReplicaSets, with the messages of both kinds
 * (apps validation `ValidatePodTemplateSpecForReplicaSet`; spec kinds 8).
 *
 * @param path of the spec
 * @param old the spec before an update
 */
export function validateReplicaTemplate({selector, template = {}}: ReplicaSpec, path: FieldPath, version = defaultVersion, old?: ReplicaSpec): FieldError[] {
  const place = path.child('selector')
  const templatePath = path.child('template')
  return allErrors(
    validateRequiredSelector(selector, place, 'deployment'),
    isCompilable(selector, place) ? allErrors(
      validateSelectsTemplate(selector, template, templatePath),
      validatePodTemplate(template, templatePath, version, old?.template),
      validateRunsForever(template, templatePath, 'ReplicaSet'),
    ) : [invalid(place, printedSelector(selector), 'invalid label selector', 'workload/selector')],
  )
}
