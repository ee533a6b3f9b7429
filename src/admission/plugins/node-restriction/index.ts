import {commonNameOf, requestFormError} from '#platform/certificate-requests.js'

import type {KubeObject} from '../../../kinds/kind.js'
import {internalDiff} from '../../../kinds/shared/internal-form.js'
import type {CertificateSigningRequest} from '../../../machinery/api/certificates-v1.js'
import type {Node, PersistentVolumeClaim, Pod} from '../../../machinery/api/core-v1.js'
import {semanticEqual} from '../../../machinery/collections/semantic-equal.js'
import {quote, sortTexts} from '../../../machinery/go/text.js'
import type {Attributes} from '../../attributes.js'
import {type AdmissionPlugin, type Lister, type PluginDefinition, reject, type Rejection} from '../../plugin.js'
import {mirrorPodRejection} from './mirror-pods.js'

type Labels = Readonly<Record<string, string>>

/** The labels with names of Kubernetes that a kubelet may set on its node (k8s.io/kubelet apis `KubeletLabels`). */
const kubeletLabels: ReadonlySet<string> = new Set([
  'kubernetes.io/hostname', 'topology.kubernetes.io/zone', 'topology.kubernetes.io/region', 'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region', 'beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type', 'kubernetes.io/os',
  'kubernetes.io/arch', 'beta.kubernetes.io/os', 'beta.kubernetes.io/arch',
])

/** Returns the message about labels that differ and that a node may not change, if there are any. */
function labelsError(labels: Labels = {}, old: Labels = {}, message: string): string | undefined {
  const changed = [...new Set([...Object.keys(labels), ...Object.keys(old)])].filter((key) => labels[key] !== old[key])
  const forbidden = changed.filter((key) => isForbidden(key))
  return forbidden.length === 0 ? undefined : `${message}: ${sortTexts(forbidden).join(', ')}`
}

/** True for labels for restricting nodes, and for all of Kubernetes but those of the kubelet. */
function isForbidden(key: string): boolean {
  const domain = key.includes('/') ? key.slice(0, key.indexOf('/')) : ''
  const isIn = (suffix: string): boolean => domain === suffix || domain.endsWith(`.${suffix}`)
  if (isIn('node-restriction.kubernetes.io')) return true
  if (!isIn('kubernetes.io') && !isIn('k8s.io')) return false
  return !kubeletLabels.has(key) && !isIn('kubelet.kubernetes.io') && !isIn('node.kubernetes.io')
}

const userPrefix = 'system:node:'

const nodesGroup = 'system:nodes'

/** Returns why a node may not send a request: the message of a 403, or another rejection. */
type Rule = (node: string, attributes: Attributes, lister: Lister) => string | Rejection | undefined

/**
 * Limits what a kubelet can change (plugin/pkg/admission/noderestriction; spec more-kinds 13.5). The rules for tokens of service accounts and
 * for evictions, whose endpoints kadm does not serve, are missing, and those for PodCertificateRequests of 1.37.
 */
class NodeRestriction implements AdmissionPlugin {
  readonly name = 'NodeRestriction'

  constructor(private readonly lister: Lister) {}

  handles(): boolean {
    return true
  }

  admit(attributes: Attributes): Rejection | undefined {
    const {user, groups = [], resource: {name, group}} = attributes
    if (!user.startsWith(userPrefix) || !groups.includes(nodesGroup)) return undefined
    const node = user.slice(userPrefix.length)
    const error = node === '' ? `could not determine node from user ${quote(user)}` : rules[`${group}/${name}`]?.(node, attributes, this.lister)
    return typeof error === 'string' ? reject(attributes, error) : error
  }
}

const nameIn = ({object, oldObject}: Attributes): string => (object ?? oldObject)?.metadata.name ?? ''

/** The rules by group and resource. */
const rules: Readonly<Record<string, Rule>> = {
  '/pods': (node, attributes, lister) => podError(node, attributes, lister),

  '/nodes': (node, attributes) => {
    const name = nameIn(attributes)
    if (name !== node) return `node ${quote(node)} is not allowed to modify node ${quote(name)}`
    return attributes.operation === 'DELETE' ? undefined : nodeError(node, attributes.object as Node, attributes.oldObject)
  },

  '/persistentvolumeclaims': (node, {operation, subresource, object, oldObject}) => {
    if (subresource !== 'status') return 'may only update PVC status'
    if (operation !== 'UPDATE') return `unexpected operation ${quote(operation)}`
    const [claim, old] = [withoutSize(object as PersistentVolumeClaim), withoutSize(oldObject as PersistentVolumeClaim)]
    return semanticEqual(claim, old) ? undefined
      : `node ${quote(node)} is not allowed to update fields other than status.quantity and status.conditions: ${internalDiff('PersistentVolumeClaim', old, claim)}`
  },

  'coordination.k8s.io/leases': (node, attributes) => {
    if (attributes.namespace !== 'kube-node-lease') return 'can only access leases in the "kube-node-lease" system namespace'
    return nameIn(attributes) === node ? undefined : 'can only access node lease with the same name as the requesting node'
  },

  'storage.k8s.io/csinodes': (node, attributes) =>
    nameIn(attributes) === node ? undefined : 'can only access CSINode with the same name as the requesting node',

  'resource.k8s.io/resourceslices': (node, {operation, object, oldObject}) => {
    const {spec} = (object ?? oldObject) as KubeObject & {readonly spec?: {readonly nodeName?: unknown}}
    if (operation === 'UPDATE' || spec?.nodeName === node) return undefined
    return `can only ${operation.toLowerCase()} ResourceSlice with the same NodeName as the requesting node`
  },

  'certificates.k8s.io/certificatesigningrequests': (node, {operation, object}) =>
    operation === 'CREATE' ? requestError(node, object as CertificateSigningRequest) : undefined,
}

function podError(node: string, attributes: Attributes, lister: Lister): string | Rejection | undefined {
  const {operation, subresource, object, oldObject} = attributes
  const isOwn = (oldObject as Pod | undefined)?.spec?.nodeName === node
  if (subresource === 'status') {
    if (!isOwn) return `node ${quote(node)} can only update pod status for pods with spec.nodeName set to itself`
    return podStatusError(node, object as Pod, oldObject as Pod)
  }
  if (subresource !== '') return `unexpected pod subresource ${quote(subresource)}, only 'status' and 'eviction' are allowed`
  switch (operation) {
    case 'CREATE': return mirrorPodRejection(node, object as Pod, lister)
    case 'DELETE': return isOwn ? undefined : `node ${quote(node)} can only delete pods with spec.nodeName set to itself`
    case 'UPDATE': return `unexpected operation ${quote(operation)}, node ${quote(node)} can only create and delete mirror pods`
  }
}

function podStatusError(node: string, pod: Pod, old: Pod): string | undefined {
  if (!semanticEqual(pod.metadata.labels ?? {}, old.metadata.labels ?? {})) return `node ${quote(node)} cannot update labels through pod status`
  if (!semanticEqual(pod.status?.resourceClaimStatuses ?? [], old.status?.resourceClaimStatuses ?? [])) return `node ${quote(node)} cannot update resource claim statues`
  return semanticEqual(pod.status?.extendedResourceClaimStatus, old.status?.extendedResourceClaimStatus) ? undefined
    : `node ${quote(node)} cannot update extended resource claim status`
}

function nodeError(name: string, node: Node, old: Node | undefined): string | undefined {
  const {metadata: {labels, ownerReferences = []}, spec = {}} = node
  if (old === undefined) {
    return spec.configSource === undefined ? labelsError(labels, {}, `node ${quote(name)} is not allowed to set the following labels`)
      : `node ${quote(name)} is not allowed to create pods with a non-nil configSource`
  }
  if (spec.configSource !== undefined && !semanticEqual(spec.configSource, old.spec?.configSource)) {
    return `node ${quote(name)} is not allowed to update configSource to a new non-nil configSource`
  }
  if (!semanticEqual(spec.taints ?? [], old.spec?.taints ?? [])) return `node ${quote(name)} is not allowed to modify taints`
  if (!semanticEqual(ownerReferences, old.metadata.ownerReferences ?? [])) return `node ${quote(name)} is not allowed to modify ownerReferences`
  return labelsError(labels, old.metadata.labels, 'is not allowed to modify labels')
}

/** A claim without the fields that its node may change. */
function withoutSize({metadata, status = {}, ...claim}: PersistentVolumeClaim): object {
  const {resourceVersion: _version, managedFields: _fields, ...meta} = metadata
  const {capacity: _capacity, conditions: _conditions, allocatedResources: _allocated, allocatedResourceStatuses: _statuses, ...rest} = status
  return {...claim, metadata: meta, status: rest}
}

const kubeletSigners: readonly string[] = ['kubernetes.io/kubelet-serving', 'kubernetes.io/kube-apiserver-client-kubelet']

function requestError(node: string, {spec: {signerName = '', request = ''} = {}}: CertificateSigningRequest): string | undefined {
  if (!kubeletSigners.includes(signerName)) return undefined
  const error = requestFormError(request)
  if (error !== undefined) return `unable to parse csr: ${error}`
  return commonNameOf(request) === `${userPrefix}${node}` ? undefined : `can only create a node CSR with CN=${userPrefix}${node}`
}

/** NodeRestriction with everything that belongs to it. */
export const nodeRestriction: PluginDefinition = {
  name: 'NodeRestriction',
  summary: 'Limits what a kubelet can change.',
  kinds: [],
  enabledByDefault: false,
  create: ({store}) => new NodeRestriction(store),
}
