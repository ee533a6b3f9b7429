import {isDeepEqual} from '../machinery/collections/deep-equal.js'
import {semanticEqual} from '../machinery/collections/semantic-equal.js'
import type {AnyKind, KubeObject} from './kind.js'
import {firstGeneration, withGeneration} from './shared/generation.js'

/** Kinds without definitions in kadm whose generations Kubernetes counts (their strategies' PrepareForCreate). */
const counted: ReadonlySet<string> = new Set([
  'admissionregistration.k8s.io/MutatingAdmissionPolicy', 'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/MutatingWebhookConfiguration', 'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding', 'admissionregistration.k8s.io/ValidatingWebhookConfiguration',
  'discovery.k8s.io/EndpointSlice', 'flowcontrol.apiserver.k8s.io/FlowSchema', 'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration',
  'resource.k8s.io/DeviceTaintRule',
])

/** Kinds without definitions in kadm that an update creates (their strategies' AllowCreateOnUpdate; spec more-kinds 1). */
const createdByUpdate: ReadonlySet<string> = new Set([
  'coordination.k8s.io/Lease', 'rbac.authorization.k8s.io/ClusterRole', 'rbac.authorization.k8s.io/ClusterRoleBinding',
  'rbac.authorization.k8s.io/Role', 'rbac.authorization.k8s.io/RoleBinding',
])

/**
 * Returns the definition of a kind of which only the name is known. For custom resources, the server increments the generation
 * (apiextensions-apiserver, customresource strategy).
 *
 * @param group of its API, undefined for custom resources
 */
export function otherKind(apiVersion: string, kind: string, group: string | undefined): AnyKind {
  if (group === '' && kind === 'Endpoints') return {apiVersion, kind, deprecation: endpointsDeprecation, createdByUpdate: true}
  if (group !== undefined && !counted.has(`${group}/${kind}`)) return {apiVersion, kind, ...createdByUpdate.has(`${group}/${kind}`) && {createdByUpdate: true}}
  const equal = group === undefined ? isDeepEqual : semanticEqual
  return {
    apiVersion, kind,
    prepareForCreate: firstGeneration,
    prepareForUpdate: (object, old) => withGeneration(object, old, equal(wanted(object), wanted(old))),
  }
}

/** The text of all versions that kadm emulates (apiserver, deprecation `WarningMessage`; spec more-kinds 4). */
const endpointsDeprecation = 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice'

/** Returns an object without metadata and status: its desired state. */
function wanted(object: KubeObject): object {
  const {metadata: _metadata, status: _status, ...rest} = object as KubeObject & {readonly status?: unknown}
  return rest
}
