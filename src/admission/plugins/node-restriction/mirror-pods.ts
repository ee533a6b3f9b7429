import {node as kind} from '../../../kinds/node/index.js'
import {eachContainer} from '../../../kinds/pod/containers/each-container.js'
import {isMirrorPod, mirrorAnnotation} from '../../../kinds/pod/mirror-pod.js'
import type {Container, Pod, PodSpec, Volume} from '../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {isObject} from '../../../machinery/go/json-value.js'
import {quote} from '../../../machinery/go/text.js'
import {notFoundRequest} from '../../../machinery/meta/status.js'
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
  const stored = lister.list(kind).find(({metadata}) => metadata.name === node)
  if (stored === undefined) return absentNode(node)
  const {uid} = stored.metadata
  if (uid !== undefined && owner.uid !== uid) return `node ${node} UID mismatch: expected ${owner.uid ?? ''} got ${uid}`
  const referenced = referencedResource(spec)
  return referenced && `node ${name} can not create pods that reference ${referenced}`
}

function absentNode(name: string): Rejection {
  const status = notFoundRequest({group: '', name: 'node'}, name)
  return {status, reasons: [{message: status.message}]}
}

/** Returns the kind of objects to which a pod refers, as the server names it (pkg/api/pod `HasAPIObjectReference`). */
function referencedResource(spec: PodSpec): string | undefined {
  if (spec.serviceAccountName || spec.serviceAccount) return 'serviceaccounts'
  if (namesSecret(spec)) return 'secrets'
  if (namesConfigMap(spec)) return 'configmaps'
  if ((spec.resourceClaims ?? []).length > 0) return 'resourceclaims'
  return (spec.volumes ?? []).map(resourceOfVolume).find((resource) => resource !== undefined)
}

const inContainers = (spec: PodSpec, test: (container: Container) => boolean): boolean =>
  eachContainer(spec, FieldPath.of('spec'), (container) => [test(container)]).includes(true)

const secretReferences = ['secretRef', 'nodePublishSecretRef'] as const

/** The names of secrets in the source of a volume. */
const secretsOf = ({projected, secret, azureFile, ...sources}: Volume): unknown[] => [
  secret?.secretName, azureFile?.secretName, ...(projected?.sources ?? []).map((source) => source.secret?.name),
  ...Object.values(sources).filter(isObject).flatMap((source) => secretReferences.map((field) => isObject(source[field]) ? source[field]['name'] : undefined)),
]

const namesSecret = (spec: PodSpec): boolean => (spec.imagePullSecrets ?? []).some(({name}) => name)
  || inContainers(spec, ({env = []}) => env.some(({valueFrom}) => valueFrom?.secretKeyRef?.name))
  || inContainers(spec, ({envFrom = []}) => envFrom.some(({secretRef}) => secretRef?.name))
  || (spec.volumes ?? []).some((volume) => secretsOf(volume).some(Boolean))

const namesConfigMap = (spec: PodSpec): boolean => inContainers(spec, ({env = []}) => env.some(({valueFrom}) => valueFrom?.configMapKeyRef?.name))
  || inContainers(spec, ({envFrom = []}) => envFrom.some(({configMapRef}) => configMapRef?.name))
  || (spec.volumes ?? []).some(({configMap, projected}) => configMap?.name || projected?.sources?.some((source) => source.configMap?.name))

/** The resources behind sources of volumes, and behind those of projected volumes. */
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

const resourceOfVolume = (volume: Volume): string | undefined => volumeResources.find(([source]) => volume[source] !== undefined)?.[1]
  ?? (volume.projected?.sources ?? []).map((given) => projectedResources.find(([source]) => given[source] !== undefined)?.[1]).find(Boolean)
