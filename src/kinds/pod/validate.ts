import {type FieldError, forbidden, invalid, notSupported} from '../../machinery/field-error.js'
import {FieldPath} from '../../machinery/field-path.js'
import {validateContainerResourceName} from '../resource-names.js'
import {validateResourceRequirements} from '../resources.js'
import type {Pod, PodSpec} from './types.js'
import {validateContainers, validateEphemeralContainers, validateImageSpaces, validateInitContainers} from './validate-container.js'
import {validatePodLevelResources} from './validate-resources.js'

const spec = FieldPath.of('spec')

const restartPolicies = ['Always', 'OnFailure', 'Never']

/** The rules for a pod besides those of its metadata (core validation `validatePodMetadataAndSpec`; pod spec 4.2). */
export function validatePod(pod: Pod): FieldError[] {
  const podSpec = pod.spec ?? {}
  return [
    ...validatePodSpec(podSpec, spec),
    ...validateImageSpaces(podSpec.containers ?? [], spec.child('containers')),
    ...validateImageSpaces(podSpec.initContainers ?? [], spec.child('initContainers')),
  ]
}

/** The rules for the spec of a pod or of a pod template, at a path (core validation `ValidatePodSpec`). */
export function validatePodSpec(podSpec: PodSpec, path: FieldPath): FieldError[] {
  return [
    ...validateContainers(podSpec, path.child('containers')),
    ...validateInitContainers(podSpec, path.child('initContainers')),
    ...validateEphemeralContainers(podSpec, path.child('ephemeralContainers')),
    ...validatePodLevelResources(podSpec, path.child('resources')),
    ...validateRestartPolicy(podSpec.restartPolicy || 'Always', path.child('restartPolicy')),
    ...validateActiveDeadline(podSpec.activeDeadlineSeconds, path.child('activeDeadlineSeconds')),
    ...podSpec.overhead === undefined ? [] : validateResourceRequirements({limits: podSpec.overhead}, validateContainerResourceName, path.child('overhead')),
  ]
}

/** The rules that hold only when a pod is made (`ValidatePodCreate`). */
export function validatePodCreate({spec: podSpec = {}}: Pod): FieldError[] {
  if ((podSpec.ephemeralContainers ?? []).length === 0) return []
  return [forbidden(spec.child('ephemeralContainers'), 'cannot be set on create', 'pod/ephemeral-containers')]
}

const validateRestartPolicy = (policy: string, path: FieldPath): FieldError[] =>
  restartPolicies.includes(policy) ? [] : [notSupported(path, policy, restartPolicies, 'pod/restart-policy')]

function validateActiveDeadline(seconds: number | undefined, path: FieldPath): FieldError[] {
  if (seconds === undefined || (seconds >= 1 && seconds <= 2147483647)) return []
  return [invalid(path, seconds, 'must be between 1 and 2147483647, inclusive', 'pod/active-deadline')]
}
