import {admissionPlugins} from '../admission/plugins/index.js'
import {metadataPolicy} from '../admission/plugins/metadata-policy/kind.js'
import {resourceQuota} from '../admission/plugins/resource-quota/kind.js'
import type {Cluster} from '../cluster/cluster.js'
import type {Review} from '../cluster/review.js'
import type {KindInfo} from '../cluster/scheme.js'
import {identify} from '../cluster/target.js'
import {apiServerOf} from '../configuration/api-server/api-server-of.js'
import {configurationOf} from '../configuration/recognize.js'
import {namespace as namespaceKind} from '../kinds/namespace.js'
import type {AnyKind, KubeObject} from '../kinds/kind.js'
import type {Diagnostic} from '../lint/diagnostic.js'
import {unsentDiagnostic} from '../lint/unsent-diagnostic.js'
import type {JsonObject} from '../machinery/encode.js'
import {isObject, textOf} from '../machinery/json-value.js'
import type {Manifest, ManifestEntry} from '../manifests/manifest.js'
import {objectKey} from './object-key.js'
import {staleHard, type StaleHard} from './recorded-status.js'
import {QuotaUsage, type UsageSource} from './quota-usage.js'

/** Kinds that admission looks up, beside the policies themselves. */
const lookedUp: ReadonlySet<string> = new Set([
  'Namespace', 'PriorityClass.scheduling.k8s.io', 'RuntimeClass.node.k8s.io', 'StorageClass.storage.k8s.io',
  'VolumeAttributesClass.storage.k8s.io', 'Node', 'ServiceAccount', 'DeviceClass.resource.k8s.io',
  'CustomResourceDefinition.apiextensions.k8s.io',
])

const policyKinds: ReadonlySet<AnyKind> = new Set(admissionPlugins.flatMap(({kinds}) => kinds))

/** A policy, or an object that admission looks up or that exists, that the API server would not take: it is not in force. */
export interface RefusedPolicy {
  readonly manifest: Manifest
  readonly review: Review
}

/** What came of reading what is in the cluster before. */
export interface PolicyReport {
  readonly refused: readonly RefusedPolicy[]
  /** Documents among the policies that cannot be read. */
  readonly diagnostics: readonly Diagnostic[]
  /** Where each policy that is in force is written. */
  readonly manifests: ReadonlyMap<string, Manifest>
  /** The documents that set the usage of quotas, by the object key of the quota. */
  readonly usageDocuments: ReadonlyMap<string, Manifest>
  /** How many objects lie among the policies that were neither taken as policies nor as existing objects. */
  readonly ignored: number
  /** Where the usage of each quota is from, by object key. */
  readonly usage: ReadonlyMap<string, UsageSource>
  /** The quotas, by object key, whose manifests record a `status.hard` that differs from `spec.hard`. */
  readonly stale: ReadonlyMap<string, StaleHard>
}

/** The documents of which a cluster is set up. */
export interface ClusterContents {
  /** Policies and the objects that admission looks up, perhaps with other objects beside them. */
  readonly policies: readonly ManifestEntry[]
  /** Objects that exist already, perhaps with their policies. */
  readonly existing: readonly ManifestEntry[]
}

/** How to set a cluster up. */
export interface InstallOptions {
  /** The namespace of objects that name none. */
  readonly namespace: string
  /** True to count what quotas bound even where no objects exist, and believe the status of none. */
  readonly recountsAll?: boolean
}

/** What becomes of an object, in the order in which that is done: quotas count what is there when they come. */
type Role = 'policy' | 'terminating' | 'existing' | 'quota' | 'metadata-policy' | 'usage' | 'ignored' | 'configuration'

/**
 * Puts policies in force and existing objects into the store. Objects among the policies are taken to exist when they were
 * read from a cluster (they have a uid), and are left out otherwise. A policy that is given twice is taken from the policies.
 */
export function installPolicies(cluster: Cluster, {policies, existing}: ClusterContents, options: InstallOptions): PolicyReport {
  const installation = new Installation(cluster, options)
  const given = [
    ...readable(policies).map((manifest) => ({manifest, role: roleOf(manifest, false)})),
    ...readable(existing).map((manifest) => ({manifest, role: roleOf(manifest, true)})),
  ]
  const ofRole = (role: Role): Manifest[] => given.flatMap((item) => item.role === role ? [item.manifest] : [])
  for (const manifest of clusterWideFirst(ofRole('policy'))) installation.installPolicy(manifest)
  for (const manifest of ofRole('existing')) installation.installExisting(manifest)
  for (const manifest of ofRole('quota')) installation.installQuota(manifest)
  for (const manifest of ofRole('metadata-policy')) installation.installMetadataPolicy(manifest)
  for (const manifest of ofRole('usage')) installation.installUsage(manifest)
  installation.settleQuotas()
  for (const manifest of ofRole('terminating')) installation.installPolicy(manifest)
  return {
    ...installation.report(),
    diagnostics: [...policies, ...existing]
      .flatMap(({manifest, problems}) => problems.map((problem) => unsentDiagnostic(problem, manifest, options.namespace))),
    ignored: ofRole('ignored').length,
  }
}

const unused: ReadonlySet<Role> = new Set(['ignored', 'usage', 'configuration'])

/**
 * The objects that are in the cluster because of these documents.
 *
 * @param exists true for documents of existing objects, false for policies
 */
export const takenOf = (entries: readonly ManifestEntry[], exists: boolean): Manifest[] =>
  readable(entries).filter((manifest) => !unused.has(roleOf(manifest, exists)))

/** The objects that could be read. */
const readable = (entries: readonly ManifestEntry[]): Manifest[] =>
  entries.flatMap(({manifest, problems}) => manifest === undefined || problems.length > 0 ? [] : [manifest])

/** Other policies may need them. */
function clusterWideFirst(manifests: readonly Manifest[]): Manifest[] {
  const isClusterWide = ({body}: Manifest): boolean => {
    const info = identify(body)
    return !('code' in info) && !info.namespaced
  }
  return [...manifests.filter(isClusterWide), ...manifests.filter((manifest) => !isClusterWide(manifest))]
}

function roleOf(manifest: Manifest, exists: boolean): Role {
  const {body} = manifest
  const isStarted = !exists && !isFromCluster(body) && apiServerOf(manifest) !== undefined
  if (isStarted || configurationOf(body) !== undefined) return 'configuration'
  const info = identify(body)
  if ('code' in info) return 'policy'
  if (info.definition === resourceQuota) return 'quota'
  if (info.definition === metadataPolicy) return 'metadata-policy'
  if (info.definition.statusOf !== undefined) return 'usage'
  // What is in a namespace was there before it was deleted.
  if (info.definition === (namespaceKind as unknown) && isBeingDeleted(body)) return 'terminating'
  if (isPolicy(info)) return 'policy'
  return exists || isFromCluster(body) ? 'existing' : 'ignored'
}

const policyKindNames: ReadonlySet<string> = new Set([...policyKinds].map(({kind}) => kind))

/** True of the name of a kind that decides about other objects. */
export const namesPolicyKind = (kind: string): boolean => policyKindNames.has(kind)

/** True of a policy, and of an object that admission looks up. */
export function isPolicyManifest({body}: Pick<Manifest, 'body'>): boolean {
  const info = identify(body)
  return !('code' in info) && isPolicy(info)
}

const isPolicy = ({definition, kind, kindName: {group}}: KindInfo): boolean =>
  policyKinds.has(definition) || lookedUp.has(group === '' ? kind : `${kind}.${group}`)

/** True of an object that some cluster has given a uid. */
const isFromCluster = (body: Manifest['body']): boolean => typeof metadataOf(body)['uid'] === 'string'

const isBeingDeleted = ({status, ...body}: Manifest['body']): boolean =>
  metadataOf(body)['deletionTimestamp'] !== undefined || (isObject(status) && status['phase'] === 'Terminating')

const versionOf = (body: Manifest['body']): unknown => metadataOf(body)['resourceVersion']

const metadataOf = ({metadata}: Manifest['body']): Readonly<Record<string, unknown>> =>
  typeof metadata === 'object' && metadata !== null ? metadata as Readonly<Record<string, unknown>> : {}

const statusOf = ({body: {status}}: Manifest): {readonly hard?: unknown, readonly used?: unknown} => isObject(status) ? status : {}

class Installation {
  private readonly refused: RefusedPolicy[] = []
  private readonly manifests = new Map<string, Manifest>()
  private readonly usageDocuments = new Map<string, Manifest>()
  private readonly quotas: {readonly manifest: Manifest, readonly object: JsonObject}[] = []
  private readonly usage: QuotaUsage
  private readonly stale = new Map<string, StaleHard>()

  constructor(
    private readonly cluster: Cluster,
    private readonly options: InstallOptions,
  ) {
    this.usage = new QuotaUsage(cluster, options.recountsAll ?? false)
  }

  /** An object that a cluster has had, or that has a status, is taken as it stands; others are created. */
  installPolicy(manifest: Manifest): void {
    const {body} = manifest
    if (!this.isTaken(manifest)) this.record(manifest, isFromCluster(body) || isBeingDeleted(body) || versionOf(body) !== undefined || 'status' in body ? this.load(manifest) : this.create(manifest))
  }

  /** It acts on nothing that is given beside it, whatever the order of the files. */
  installMetadataPolicy(manifest: Manifest): void {
    if (!this.isTaken(manifest)) this.record(manifest, this.load(manifest))
  }

  installExisting(manifest: Manifest): void {
    const review = this.load(manifest)
    if (review.allowed) this.usage.addExisting(this.namespaceOf(manifest))
    else this.refused.push({manifest, review})
  }

  installQuota(manifest: Manifest): void {
    if (this.isTaken(manifest)) return
    const isRead = isFromCluster(manifest.body) || versionOf(manifest.body) !== undefined
    const review = isRead ? this.load(manifest) : this.create(manifest)
    this.record(manifest, review)
    if (review.object !== undefined) this.quotas.push({manifest, object: review.object})
  }

  /** A document that sets the usage of a quota is taken when nobody has written to the quota since the version that it names. */
  installUsage(manifest: Manifest): void {
    const review = this.create(manifest)
    if (review.object === undefined) this.refused.push({manifest, review})
    else this.usageDocuments.set(objectKey({...review.object, kind: resourceQuota.kind}), manifest)
  }

  /** Once all quotas are there: what each has been used for, which counts from then on. They stay at the versions that were read. */
  settleQuotas(): void {
    for (const namespace of this.cluster.namespacesWith(resourceQuota)) this.cluster.resync(namespace)
    for (const {manifest, object} of this.quotas) {
      const document = this.usageDocuments.get(objectKey(object))
      const {used} = statusOf(document ?? manifest)
      const refusal = this.usage.settle(object, {used, hard: statusOf(manifest).hard, isSet: document !== undefined})
      const stale = staleHard(manifest)
      if (stale !== undefined) this.stale.set(objectKey(object), stale)
      if (refusal !== undefined) this.refused.push({manifest: document ?? manifest, review: refusal})
      this.restoreVersion(object)
    }
    for (const namespace of this.cluster.namespacesWith(resourceQuota)) this.cluster.presumeUsage(namespace)
  }

  report(): Pick<PolicyReport, 'refused' | 'manifests' | 'usageDocuments' | 'usage' | 'stale'> {
    return {refused: this.refused, manifests: this.manifests, usageDocuments: this.usageDocuments, usage: this.usage.sources, stale: this.stale}
  }

  private restoreVersion(read: JsonObject): void {
    const {apiVersion, kind, metadata} = read as unknown as KubeObject
    const {name = '', namespace = '', resourceVersion} = metadata
    const stored = this.cluster.get({apiVersion, kind, namespace, name})
    if (resourceVersion !== undefined && stored !== undefined) this.cluster.load({object: {...stored, metadata: {...stored['metadata'] as object, resourceVersion}}})
  }

  private create(manifest: Manifest): Review {
    return this.cluster.handle({operation: 'CREATE', object: manifest.body, namespace: this.namespaceOf(manifest)})
  }

  private load(manifest: Manifest): Review {
    return this.cluster.load({object: manifest.body, namespace: this.namespaceOf(manifest)})
  }

  private namespaceOf({body}: Manifest): string {
    return textOf((body['metadata'] as {readonly namespace?: unknown} | undefined)?.namespace) || this.options.namespace
  }

  /** The cluster of the manifest has this policy already, from a file that goes before. */
  private isTaken(manifest: Manifest): boolean {
    const {apiVersion, kind, metadata} = manifest.body
    const key = objectKey({apiVersion, kind, metadata: {...metadata as object, namespace: this.namespaceOf(manifest)}})
    return this.manifests.has(key)
  }

  private record(manifest: Manifest, review: Review): void {
    if (review.allowed) this.manifests.set(objectKey(review.object ?? {}), manifest)
    else this.refused.push({manifest, review})
  }
}
