import {isDeepStrictEqual} from 'node:util'

import {semanticEqual} from '../machinery/collections/semantic-equal.js'
import type {AnyKind, KubeObject} from './kind.js'
import {firstGeneration, withGeneration} from './shared/generation.js'

/** Kinds without definitions in kadm whose generations Kubernetes counts (their strategies' PrepareForCreate). */
const counted: ReadonlySet<string> = new Set([
  'admissionregistration.k8s.io/MutatingAdmissionPolicy', 'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/MutatingWebhookConfiguration', 'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding', 'admissionregistration.k8s.io/ValidatingWebhookConfiguration',
  'discovery.k8s.io/EndpointSlice', 'flowcontrol.apiserver.k8s.io/FlowSchema', 'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration',
  'resource.k8s.io/DeviceTaintRule', 'resource.k8s.io/ResourceSlice',
])

/**
 * Returns the definition of a kind of which only the name is known. For custom resources, the server increments the generation
 * (apiextensions-apiserver, customresource strategy).
 *
 * @param group of its API, undefined for custom resources
 */
export function otherKind(apiVersion: string, kind: string, group: string | undefined): AnyKind {
  if (group !== undefined && !counted.has(`${group}/${kind}`)) return {apiVersion, kind}
  const equal = group === undefined ? isDeepStrictEqual : semanticEqual
  return {
    apiVersion, kind,
    prepareForCreate: firstGeneration,
    prepareForUpdate: (object, old) => withGeneration(object, old, equal(wanted(object), wanted(old))),
  }
}

/** Returns an object without metadata and status: its desired state. */
function wanted(object: KubeObject): object {
  const {metadata: _metadata, status: _status, ...rest} = object as KubeObject & {readonly status?: unknown}
  return rest
}
