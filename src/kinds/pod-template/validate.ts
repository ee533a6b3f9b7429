import type {PodSpec, PodTemplateSpec} from '../../machinery/api/core-v1.js'
import {isShared, rememberSharedWith} from '../../machinery/collections/shared.js'
import {allErrors, type FieldError, forbidden, notSupported} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {defaultVersion, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {validateLabels} from '../../machinery/meta/label-selector.js'
import {validateAnnotations} from '../../machinery/meta/object-meta.js'
import {validatePodAnnotations} from '../pod/metadata/annotations.js'
import {validateProfileAnnotations} from '../pod/security/profile-annotations.js'
import {validatePodSpec} from '../pod/spec/validate.js'

/**
 * The rules for a pod template at a path (core validation `ValidatePodTemplateSpec`; spec kinds 6).
 *
 * @param old the template before an update
 */
export function validatePodTemplate(template: PodTemplateSpec, path: FieldPath, version = defaultVersion, old?: PodTemplateSpec): FieldError[] {
  const {metadata = {}, spec = {}} = template
  return allErrors(
    validateTemplateMetadata(template, path),
    validatePodAnnotations(metadata.annotations, spec, path.child('annotations')),
    old === undefined && isShared(spec) && isValidSpec(spec, version) ? [] : validatePodSpec(spec, path.child('spec'), {version, old: old?.spec}),
    validateProfileAnnotations(spec, metadata.annotations, path.child('spec')),
    (spec.ephemeralContainers ?? []).length === 0 ? []
      : [forbidden(path.child('spec', 'ephemeralContainers'), 'ephemeral containers not allowed in pod template', 'pod-template/ephemeral-containers')],
  )
}

/** True for a valid spec of a template, independent of its path. */
const isValidSpec = rememberSharedWith((spec: PodSpec, version: KubernetesVersion) =>
  validatePodSpec(spec, FieldPath.of('spec'), {version}).length === 0)

/** The rules for the labels and annotations of a template, whose paths the server writes without `metadata`. */
export const validateTemplateMetadata = ({metadata = {}}: PodTemplateSpec, path: FieldPath): FieldError[] => allErrors(
  validateLabels(metadata.labels, path.child('labels'), 'metadata/labels'),
  validateAnnotations(metadata.annotations, path.child('annotations')),
)

/**
 * The rules for a template whose pods must run without end.
 *
 * @param owner the kind that the message about a deadline names
 */
export function validateRunsForever({spec = {}}: PodTemplateSpec, path: FieldPath, owner: string): FieldError[] {
  const {restartPolicy = '', activeDeadlineSeconds} = spec
  return allErrors(
    restartPolicy === 'Always' ? []
      : [notSupported(path.child('spec', 'restartPolicy'), restartPolicy, ['Always'], 'pod-template/restart-policy')],
    activeDeadlineSeconds === undefined ? []
      : [forbidden(path.child('spec', 'activeDeadlineSeconds'), `activeDeadlineSeconds in ${owner} is not Supported`, 'pod-template/active-deadline')],
  )
}
