import {type FieldError, forbidden, invalid, notSupported} from '../../machinery/field-error.js'
import {FieldPath} from '../../machinery/field-path.js'
import type {Pod, PodSpec} from './types.js'
import {validateContainers, validateEphemeralContainers, validateImageSpaces, validateInitContainers} from './validate-container.js'
import {validatePodLevelResources} from './validate-resources.js'

const spec = FieldPath.of('spec')

const restartPolicies = ['Always', 'OnFailure', 'Never']

/** The rules for a pod besides those of its metadata (core validation `validatePodMetadataAndSpec`; pod spec 4.2). */
export function validatePod(pod: Pod): FieldError[] {
  const podSpec = pod.spec ?? {}
  return [
    ...validatePodSpec(podSpec),
    ...validateImageSpaces(podSpec.containers ?? [], spec.child('containers')),
    ...validateImageSpaces(podSpec.initContainers ?? [], spec.child('initContainers')),
  ]
}

function validatePodSpec(podSpec: PodSpec): FieldError[] {
  return [
    ...validateContainers(podSpec, spec.child('containers')),
    ...validateInitContainers(podSpec, spec.child('initContainers')),
    ...validateEphemeralContainers(podSpec, spec.child('ephemeralContainers')),
    ...validatePodLevelResources(podSpec, spec.child('resources')),
    ...validateRestartPolicy(podSpec.restartPolicy ?? 'Always'),
    ...validateActiveDeadline(podSpec.activeDeadlineSeconds),
  ]
}

/** The rules that hold only when a pod is made (`ValidatePodCreate`). */
export function validatePodCreate({spec: podSpec = {}}: Pod): FieldError[] {
  if ((podSpec.ephemeralContainers ?? []).length === 0) return []
  return [forbidden(spec.child('ephemeralContainers'), 'cannot be set on create', 'pod/ephemeral-container')]
}

const validateRestartPolicy = (policy: string): FieldError[] =>
  restartPolicies.includes(policy) ? [] : [notSupported(spec.child('restartPolicy'), policy, restartPolicies, 'pod/restart-policy')]

function validateActiveDeadline(seconds: number | undefined): FieldError[] {
  if (seconds === undefined || (seconds >= 1 && seconds <= 2147483647)) return []
  return [invalid(spec.child('activeDeadlineSeconds'), seconds, 'must be between 1 and 2147483647, inclusive', 'pod/active-deadline')]
}
