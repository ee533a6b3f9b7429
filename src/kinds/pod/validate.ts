import type {Pod, PodSpec} from '../../machinery/api/core-v1.js'
import {rememberSharedWith} from '../../machinery/collections/shared.js'
import {allErrors, type FieldError, forbidden} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {validateName} from '../../machinery/field/text-rules.js'
import {dns1123Label} from '../../machinery/meta/names.js'
import {defaultVersion, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {validatePodAnnotations} from './metadata/annotations.js'
import {validateImageSpaces} from './containers/validate-container.js'
import {validateProfileAnnotations} from './security/profile-annotations.js'
import {type PodSpecOptions, validatePodSpec} from './spec/validate.js'
import {isCopiedFromOutput} from './volumes/token-volume.js'

const spec = FieldPath.of('spec')

const annotationsPath = FieldPath.of('metadata', 'annotations')

/** The rules for a pod besides those of its metadata (core validation `validatePodMetadataAndSpec`; spec pod 4). */
export function validatePod({metadata, spec: podSpec = {}}: Pod, old?: Pod, version = defaultVersion): FieldError[] {
  return allErrors(
    validatePodAnnotations(metadata.annotations, podSpec, annotationsPath),
    old !== undefined || dependsOnMetadata(podSpec) ? validateSpec(podSpec, {version, metadata, old: old?.spec}) : validateSharedSpec(podSpec, version),
  )
}

/** Rules for ephemeral volumes depend on the name of the pod, those for resource claims on whether it is a mirror pod. */
const dependsOnMetadata = ({volumes = [], resourceClaims}: PodSpec): boolean =>
  resourceClaims !== undefined || volumes.some(({ephemeral}) => ephemeral !== undefined)

const validateSharedSpec = rememberSharedWith((podSpec: PodSpec, version: KubernetesVersion): readonly FieldError[] =>
  validateSpec(podSpec, {version, metadata: {}}))

const validateSpec = (podSpec: PodSpec, options: PodSpecOptions): FieldError[] => allErrors(
  validatePodSpec(podSpec, spec, options),
  podSpec.serviceAccountName ? [] : validateNoTokens(podSpec, spec.child('volumes')),
  validateImageSpaces(podSpec.containers ?? [], spec.child('containers')),
  validateImageSpaces(podSpec.initContainers ?? [], spec.child('initContainers')),
)

/** Rejects service account tokens in pods without a service account; in a cluster, an admission plugin sets the account. */
const validateNoTokens = ({volumes = []}: PodSpec, path: FieldPath): FieldError[] => volumes.flatMap(({projected}, i) =>
  (projected?.sources ?? []).flatMap(({serviceAccountToken}, j) => {
    if (serviceAccountToken === undefined) return []
    const place = path.index(i).child('projected', 'sources').index(j).child('serviceAccountToken')
    return [forbidden(place, 'must not be specified when serviceAccountName is not set', 'cluster/service-account')]
  }))

/** The rules that apply only on create (`ValidatePodCreate`; spec pod 4.12). */
export function validatePodCreate({metadata, spec: podSpec = {}}: Pod): FieldError[] {
  const {ephemeralContainers = [], nodeName, schedulingGates = [], volumes = []} = podSpec
  return allErrors(
    ephemeralContainers.length > 0 ? [forbidden(spec.child('ephemeralContainers'), 'cannot be set on create', 'pod/ephemeral-containers')] : [],
    nodeName && schedulingGates.length > 0
      ? [forbidden(spec.child('nodeName'), 'cannot be set until all schedulingGates have been cleared', 'pod/scheduling-gates')] : [],
    validateProfileAnnotations(podSpec, metadata.annotations, spec),
    volumes.flatMap((volume, i) => isCopiedFromOutput(volume)
      ? validateName(volume.name ?? '', dns1123Label, spec.child('volumes').index(i).child('name'), 'pod/volume-name') : []),
  )
}
