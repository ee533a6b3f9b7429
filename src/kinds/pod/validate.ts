import {allErrors, type FieldError, forbidden} from '../../machinery/field-error.js'
import {FieldPath} from '../../machinery/field-path.js'
import {latestVersion} from '../../machinery/kubernetes-version.js'
import {validatePodAnnotations} from './annotations.js'
import {validateProfileAnnotations} from './profile-annotations.js'
import type {Pod, PodSpec} from './types.js'
import {validateImageSpaces} from './validate-container.js'
import {validatePodSpec} from './validate-spec.js'

const spec = FieldPath.of('spec')

const annotationsPath = FieldPath.of('metadata', 'annotations')

/** The rules for a pod besides those of its metadata (core validation `validatePodMetadataAndSpec`; pod spec 4). */
export function validatePod({metadata, spec: podSpec = {}}: Pod, _old?: Pod, version = latestVersion): FieldError[] {
  return allErrors(
    validatePodAnnotations(metadata.annotations, podSpec, annotationsPath),
    validatePodSpec(podSpec, spec, {version, metadata}),
    podSpec.serviceAccountName ? [] : validateNoTokens(podSpec, spec.child('volumes')),
    validateImageSpaces(podSpec.containers ?? [], spec.child('containers')),
    validateImageSpaces(podSpec.initContainers ?? [], spec.child('initContainers')),
  )
}

/** Tokens are those of an account, which a plugin names where nobody else does: a matter of the cluster. */
const validateNoTokens = ({volumes = []}: PodSpec, path: FieldPath): FieldError[] => volumes.flatMap(({projected}, i) =>
  (projected?.sources ?? []).flatMap(({serviceAccountToken}, j) => {
    if (serviceAccountToken === undefined) return []
    const place = path.index(i).child('projected', 'sources').index(j).child('serviceAccountToken')
    return [forbidden(place, 'must not be specified when serviceAccountName is not set', 'cluster/service-account')]
  }))

/** The rules that hold only when a pod is made (`ValidatePodCreate`; pod spec 4.12). */
export function validatePodCreate({metadata, spec: podSpec = {}}: Pod): FieldError[] {
  const {ephemeralContainers = [], nodeName, schedulingGates = []} = podSpec
  return allErrors(
    ephemeralContainers.length > 0 ? [forbidden(spec.child('ephemeralContainers'), 'cannot be set on create', 'pod/ephemeral-containers')] : [],
    nodeName && schedulingGates.length > 0
      ? [forbidden(spec.child('nodeName'), 'cannot be set until all schedulingGates have been cleared', 'pod/scheduling-gates')] : [],
    validateProfileAnnotations(podSpec, metadata.annotations, spec),
  )
}
