import {admissionPlugins} from '../admission/plugins/index.js'
import type {Cluster} from '../cluster/cluster.js'
import type {Review} from '../cluster/review.js'
import {type KindInfo} from '../cluster/scheme.js'
import {identify, textOf} from '../cluster/target.js'
import {problemDiagnostic} from '../lint/lint.js'
import type {Diagnostic} from '../lint/diagnostic.js'
import type {Manifest, ManifestEntry} from '../manifests/manifest.js'
import {objectKey} from './object-key.js'

/** Kinds that admission looks up, beside the policies themselves. */
const lookedUp: ReadonlySet<string> = new Set([
  'Namespace', 'PriorityClass.scheduling.k8s.io', 'RuntimeClass.node.k8s.io', 'StorageClass.storage.k8s.io',
  'VolumeAttributesClass.storage.k8s.io', 'Node', 'ServiceAccount', 'DeviceClass.resource.k8s.io',
])

const policyKinds: ReadonlySet<string> =
  new Set(admissionPlugins.flatMap(({kinds}) => kinds.map(({apiVersion, kind}) => `${apiVersion}/${kind}`)))

/** A policy, or an object that admission looks up, that the API server would not take: it is not in force. */
export interface RefusedPolicy {
  readonly manifest: Manifest
  readonly review: Review
}

/** What came of reading the policies. */
export interface PolicyReport {
  readonly refused: readonly RefusedPolicy[]
  /** Documents among the policies that cannot be read. */
  readonly diagnostics: readonly Diagnostic[]
  /** Where each policy that is in force is written. */
  readonly manifests: ReadonlyMap<string, Manifest>
  /** How many objects lie among the policies that were neither taken as policies nor as existing objects. */
  readonly ignored: number
}

type Role = 'policy' | 'existing' | 'ignored'

/**
 * Puts the policies of a set of manifests in force, with the objects that admission looks up. Other objects that were read
 * from a cluster (they have a uid) exist already and are put into the store too.
 *
 * @param namespace for objects that name none
 */
export function installPolicies(cluster: Cluster, entries: readonly ManifestEntry[], namespace: string): PolicyReport {
  const refused: RefusedPolicy[] = []
  const manifests = new Map<string, Manifest>()
  let ignored = 0
  for (const manifest of inOrder(readable(entries))) {
    if (roleOf(manifest) === 'ignored') {
      ignored++
      continue
    }
    const review = install(cluster, manifest, namespace)
    if (review.allowed) manifests.set(objectKey(review.object ?? {}), manifest)
    else refused.push({manifest, review})
  }
  return {refused, diagnostics: entries.flatMap(({problems}) => problems.map(problemDiagnostic)), manifests, ignored}
}

/** The objects that could be read. */
export const readable = (entries: readonly ManifestEntry[]): Manifest[] =>
  entries.flatMap(({manifest, problems}) => manifest === undefined || problems.length > 0 ? [] : [manifest])

/** Cluster-wide objects come first, as the others may need them. */
const inOrder = (manifests: readonly Manifest[]): Manifest[] => {
  const isClusterWide = ({body}: Manifest): boolean => {
    const info = identify(body)
    return !('code' in info) && !info.namespaced
  }
  return [...manifests.filter(isClusterWide), ...manifests.filter((manifest) => !isClusterWide(manifest))]
}

function roleOf({body}: Manifest): Role {
  const info = identify(body)
  if ('code' in info) return 'policy'
  if (isPolicy(info)) return 'policy'
  return isFromCluster(body) ? 'existing' : 'ignored'
}

const isPolicy = ({apiVersion, kind, kindName: {group}}: KindInfo): boolean =>
  policyKinds.has(`${apiVersion}/${kind}`) || lookedUp.has(group === '' ? kind : `${kind}.${group}`)

/** True of an object that some cluster has given a uid. */
const isFromCluster = ({metadata}: Manifest['body']): boolean =>
  typeof metadata === 'object' && metadata !== null && typeof (metadata as {readonly uid?: unknown}).uid === 'string'

/** An object that a cluster has had, or that has a status, is taken as it stands; others are created. */
function install(cluster: Cluster, {body}: Manifest, namespace: string): Review {
  const given = (body['metadata'] as {readonly namespace?: unknown} | undefined)?.namespace
  const request = {object: body, namespace: textOf(given) || namespace}
  return isFromCluster(body) || 'status' in body ? cluster.load(request) : cluster.handle({...request, operation: 'CREATE'})
}
