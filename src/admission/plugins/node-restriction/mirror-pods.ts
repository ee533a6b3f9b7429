import {node as kind} from '../../../kinds/node/index.js'
import {isMirrorPod, mirrorAnnotation} from '../../../kinds/pod/metadata/annotations.js'
import {namesConfigMap, namesSecret} from '../../../kinds/pod/spec/references.js'
import type {Pod, PodSpec, Volume} from '../../../machinery/api/core-v1.js'
import {quote} from '../../../machinery/go/text.js'
import {notFoundRequest} from '../../../machinery/meta/status.js'
import {findNamed} from '../../find-named.js'
import type {Lister, Rejection} from '../../plugin.js'

/** Returns why a node may not create a pod: it creates mirror pods only, which refer to no objects (noderestriction `admitPodCreate`). */
export function mirrorPodRejection(node: string, pod: Pod, lister: Lister): string | Rejection | undefined {
  const {metadata: {ownerReferences = []}, spec = {}} = pod
  const name = quote(node)
  if (!isMirrorPod(pod)) return `pod does not have ${quote(mirrorAnnotation)} annotation, node ${name} can only create mirror pods`
  if (spec.nodeName !== node) return `node ${name} can only create pods with spec.nodeName set to itself`
  const [owner] = ownerReferences
  if (ownerReferences.length > 1) return `node ${name} can only create pods with a single owner reference set to itself`
  if (owner?.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node) return `node ${name} can only create pods with an owner reference set to itself`
  if (owner.controller !== true) return `node ${name} can only create pods with a controller owner reference set to itself`
  if (owner.blockOwnerDeletion === true) return `node ${name} must not set blockOwnerDeletion on an owner reference`
  const stored = findNamed(lister.list(kind), node)
  if (stored === undefined) return absentNode(node)
  const {uid} = stored.metadata
  if (uid !== undefined && owner.uid !== uid) return `node ${node} UID mismatch: expected ${owner.uid ?? ''} got ${uid}`
  return referenceRejection(node, spec)
}

function absentNode(name: string): Rejection {
  const status = notFoundRequest({group: '', name: 'node'}, name)
  return {status, reasons: [{message: status.message}]}
}

/** Returns the rejection of a pod that refers to other objects, as the server names them (pkg/api/pod `HasAPIObjectReference`). */
function referenceRejection(node: string, spec: PodSpec): string | undefined {
  const referenced = referencedResource(spec)
  if (typeof referenced === 'string') return `node ${quote(node)} can not create pods that reference ${referenced}`
  return referenced && `error checking mirror pod for API references: unknown source for projected volume ${quote(referenced.unknown.name ?? '')}`
}

/** The kind of objects, or the projected volume in which nothing is projected. */
type Referenced = string | {readonly unknown: Volume} | undefined

function referencedResource(spec: PodSpec): Referenced {
  if (spec.serviceAccountName || spec.serviceAccount) return 'serviceaccounts'
  if (namesSecret(spec)) return 'secrets'
  if (namesConfigMap(spec)) return 'configmaps'
  if ((spec.resourceClaims ?? []).length > 0) return 'resourceclaims'
  for (const volume of spec.volumes ?? []) {
    const referenced = resourceOf(volume)
    if (referenced !== undefined) return referenced
  }
  return undefined
}

/** The resources behind sources of volumes, and behind those of projected volumes. The server reads the first source, and all others before these. */
const volumeResources: readonly (readonly [source: keyof Volume, resource: string])[] = [
  ['configMap', 'configmaps (via configmap volumes)'],
  ['secret', 'secrets (via secret volumes)'],
  ['csi', 'csidrivers (via CSI volumes)'],
  ['glusterfs', 'endpoints (via glusterFS volumes)'],
  ['persistentVolumeClaim', 'persistentvolumeclaims'],
  ['ephemeral', 'persistentvolumeclaims (via ephemeral volumes)'],
  ['azureFile', 'secrets (via azureFile volumes)'],
]

const projectedResources = [
  ['configMap', 'configmaps (via projected volumes)'],
  ['secret', 'secrets (via projected volumes)'],
  ['serviceAccountToken', 'serviceaccounts (via projected volumes)'],
  ['clusterTrustBundle', 'clustertrustbundles'],
  ['podCertificate', 'podcertificates'],
] as const

const readSources: ReadonlySet<string> = new Set(['name', 'projected', ...volumeResources.map(([source]) => source)])

function resourceOf(volume: Volume): Referenced {
  if (Object.entries(volume).some(([source, value]) => value !== undefined && !readSources.has(source))) return undefined
  const found = volumeResources.find(([source]) => volume[source] !== undefined)
  if (found !== undefined) return found[1]
  for (const source of volume.projected?.sources ?? []) {
    const projected = projectedResources.find(([name]) => source[name] !== undefined)
    if (projected !== undefined) return projected[1]
    if (source.downwardAPI === undefined) return {unknown: volume}
  }
  return undefined
}
