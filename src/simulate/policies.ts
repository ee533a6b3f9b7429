import {admissionPlugins} from '../admission/plugins/index.js'
import type {Cluster} from '../cluster/cluster.js'
import type {Review} from '../cluster/review.js'
import type {KindInfo} from '../cluster/scheme.js'
import {identify} from '../cluster/target.js'
import {apiServerOf} from '../configuration/api-server/find-api-servers.js'
import {configurationOf} from '../configuration/recognize.js'
import type {AnyKind, KubeObject} from '../kinds/kind.js'
import {metadataPolicy} from '../kinds/metadata-policy/index.js'
import {namespace as namespaceKind} from '../kinds/namespace/index.js'
import {resourceQuota} from '../kinds/resource-quota/index.js'
import type {Diagnostic} from '../lint/diagnostic.js'
import {unsentDiagnostic} from './to-send.js'
import type {JsonObject} from '../machinery/decode/encode.js'
import {isObject, textOf} from '../machinery/go/json-value.js'
import type {Manifest, ManifestEntry} from '../manifests/manifest.js'
import {objectKey} from './object-key.js'
import {QuotaUsage, type UsageSource} from './quota-usage.js'
import {staleHard, type StaleHard} from './recorded-status.js'

const policyKinds: ReadonlySet<AnyKind> = new Set(admissionPlugins.flatMap(({kinds}) => kinds))

/** An object of the initial cluster that the API server would reject: a policy that is not in force, or any other object. */
export interface RejectedPolicy {
  readonly manifest: Manifest
  /** The namespace for which it was sent: that of the object, or the default one. */
  readonly namespace: string
  readonly review: Review
}

/** The result of setting up the initial cluster. */
export interface PolicyReport {
  readonly refused: readonly RejectedPolicy[]
  /** Unreadable documents. */
  readonly diagnostics: readonly Diagnostic[]
  /** The manifest of each policy in force. */
  readonly manifests: ReadonlyMap<string, Manifest>
  /** Each policy in force as the server has stored it, with defaults. */
  readonly stored: ReadonlyMap<string, JsonObject>
  /** The documents that set the usage of quotas, by object key of the quota. */
  readonly usageDocuments: ReadonlyMap<string, Manifest>
  /** The number of ignored objects: neither policies nor existing objects. */
  readonly ignored: number
  /** The source of each quota's usage, by object key. */
  readonly usage: ReadonlyMap<string, UsageSource>
  /** The quotas, by object key, whose manifests record a `status.hard` that differs from `spec.hard`. */
  readonly stale: ReadonlyMap<string, StaleHard>
}

/** The documents that define the initial cluster. */
export interface ClusterContents {
  /** Policies and objects that admission looks up, possibly mixed with other objects. */
  readonly policies: readonly ManifestEntry[]
  /** Existing objects, possibly mixed with their policies. */
  readonly existing: readonly ManifestEntry[]
  /** The objects among the policies that are sent. Others that neither are policies nor exist are ignored. */
  readonly sent?: readonly Manifest[]
}

/** Options for setting up the cluster. */
export interface InstallOptions {
  /** The namespace of objects without one. */
  readonly namespace: string
  /** True to recount all quotas, even without existing objects, ignoring their status. */
  readonly recountsAll?: boolean
}

/** The role of an object in the initial cluster. Roles are installed in an order in which quotas count what exists before them. */
type Role = 'policy' | 'terminating' | 'existing' | 'quota' | 'metadata-policy' | 'usage' | 'ignored' | 'configuration'

/**
 * Installs policies and existing objects. Objects among the policies that were read from a cluster (`metadata.uid` is set)
 * exist; others are ignored. A policy that is given twice is taken from the policies.
 */
export function installPolicies(cluster: Cluster, {policies, existing, sent = []}: ClusterContents, options: InstallOptions): PolicyReport {
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
    ignored: ofRole('ignored').length - sent.length,
  }
}

/** True if each namespaced object names its namespace. */
export const namesNamespaces = ({policies, existing}: ClusterContents): boolean =>
  [...policies, ...existing].every(({manifest, problems}) => problems.length === 0 && (manifest === undefined || isClusterWide(manifest) || givenNamespace(manifest) !== ''))

const unused: ReadonlySet<Role> = new Set(['ignored', 'usage', 'configuration'])

/**
 * The objects that these documents add to the cluster.
 *
 * @param exists true for existing objects, false for policies
 */
export const manifestsToInstall = (entries: readonly ManifestEntry[], exists: boolean): Manifest[] =>
  readable(entries).filter((manifest) => !unused.has(roleOf(manifest, exists)))

/** The objects among the policies that neither are policies nor exist. */
export const ignoredObjects = (policies: readonly ManifestEntry[]): Manifest[] =>
  readable(policies).filter((manifest) => roleOf(manifest, false) === 'ignored')

/** The readable objects. */
const readable = (entries: readonly ManifestEntry[]): Manifest[] =>
  entries.flatMap(({manifest, problems}) => manifest === undefined || problems.length > 0 ? [] : [manifest])

/** Cluster-wide policies first, as others may depend on them. */
const clusterWideFirst = (manifests: readonly Manifest[]): Manifest[] =>
  [...manifests.filter(isClusterWide), ...manifests.filter((manifest) => !isClusterWide(manifest))]

function isClusterWide({body}: Manifest): boolean {
  const info = identify(body)
  return !('code' in info) && !info.namespaced
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
  // The contents of a namespace are installed before it is terminating.
  if (info.definition === (namespaceKind as unknown) && isBeingDeleted(body)) return 'terminating'
  if (isPolicy(info)) return 'policy'
  return exists || isFromCluster(body) ? 'existing' : 'ignored'
}

const policyKindNames: ReadonlySet<string> = new Set([...policyKinds].map(({kind}) => kind))

/** True for kinds that admission evaluates or looks up. */
export const namesPolicyKind = (kind: string): boolean => policyKindNames.has(kind)

/** True for a policy, and for an object that admission looks up. */
export function isPolicyManifest({body}: Pick<Manifest, 'body'>): boolean {
  const info = identify(body)
  return !('code' in info) && isPolicy(info)
}

const isPolicy = ({definition}: KindInfo): boolean => policyKinds.has(definition) || definition.isLookedUp === true

/** True if the object was read from a cluster: `metadata.uid` is set. */
const isFromCluster = (body: Manifest['body']): boolean => typeof metadataOf(body)['uid'] === 'string'

const isBeingDeleted = ({status, ...body}: Manifest['body']): boolean =>
  metadataOf(body)['deletionTimestamp'] !== undefined || (isObject(status) && status['phase'] === 'Terminating')

const versionOf = (body: Manifest['body']): unknown => metadataOf(body)['resourceVersion']

const metadataOf = ({metadata}: Manifest['body']): Readonly<Record<string, unknown>> =>
  typeof metadata === 'object' && metadata !== null ? metadata as Readonly<Record<string, unknown>> : {}

/** The namespace that an object names, or an empty text. */
const givenNamespace = ({body}: Manifest): string => textOf(metadataOf(body)['namespace'])

const statusOf = ({body: {status}}: Manifest): {readonly hard?: unknown, readonly used?: unknown} => isObject(status) ? status : {}

class Installation {
  private readonly rejected: RejectedPolicy[] = []
  private readonly manifests = new Map<string, Manifest>()
  private readonly stored = new Map<string, JsonObject>()
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

  /** Loads an object that was read from a cluster or has a status; creates others. */
  installPolicy(manifest: Manifest): void {
    const {body} = manifest
    if (!this.isTaken(manifest)) this.record(manifest, isFromCluster(body) || isBeingDeleted(body) || versionOf(body) !== undefined || 'status' in body ? this.load(manifest) : this.create(manifest))
  }

  /** Installs a MetadataPolicy, without effect on other given objects in any order of files. */
  installMetadataPolicy(manifest: Manifest): void {
    if (!this.isTaken(manifest)) this.record(manifest, this.load(manifest))
  }

  installExisting(manifest: Manifest): void {
    const review = this.load(manifest)
    if (review.allowed) this.usage.addExisting(this.namespaceOf(manifest))
    else this.reject(manifest, review)
  }

  installQuota(manifest: Manifest): void {
    if (this.isTaken(manifest)) return
    const isRead = isFromCluster(manifest.body) || versionOf(manifest.body) !== undefined
    const review = isRead ? this.load(manifest) : this.create(manifest)
    this.record(manifest, review)
    if (review.object !== undefined) this.quotas.push({manifest, object: review.object})
  }

  /** Installs a document that sets a quota's usage. It is accepted only if the quota still has the version that it names. */
  installUsage(manifest: Manifest): void {
    const review = this.create(manifest)
    if (review.object === undefined) this.reject(manifest, review)
    else this.usageDocuments.set(objectKey({...review.object, kind: resourceQuota.kind}), manifest)
  }

  /** Settles the usage of all quotas, once they are installed. Quotas keep the versions that were read. */
  settleQuotas(): void {
    for (const namespace of this.cluster.namespacesWith(resourceQuota)) this.cluster.resync(namespace)
    for (const {manifest, object} of this.quotas) {
      const document = this.usageDocuments.get(objectKey(object))
      const {used} = statusOf(document ?? manifest)
      const rejection = this.usage.settle(object, {used, hard: statusOf(manifest).hard, isSet: document !== undefined})
      const stale = staleHard(manifest)
      if (stale !== undefined) this.stale.set(objectKey(object), stale)
      if (rejection !== undefined) this.reject(document ?? manifest, rejection)
      this.restoreVersion(object)
    }
    for (const namespace of this.cluster.namespacesWith(resourceQuota)) this.cluster.assumeUsage(namespace)
  }

  report(): Omit<PolicyReport, 'diagnostics' | 'ignored'> {
    const {rejected: refused, manifests, stored, usageDocuments, usage, stale} = this
    return {refused, manifests, stored, usageDocuments, usage: usage.sources, stale}
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

  private namespaceOf(manifest: Manifest): string {
    return givenNamespace(manifest) || this.options.namespace
  }

  /** True if an earlier file has installed this policy. */
  private isTaken(manifest: Manifest): boolean {
    const {apiVersion, kind, metadata} = manifest.body
    const key = objectKey({apiVersion, kind, metadata: {...metadata as object, namespace: this.namespaceOf(manifest)}})
    return this.manifests.has(key)
  }

  private reject(manifest: Manifest, review: Review): void {
    this.rejected.push({manifest, review, namespace: this.namespaceOf(manifest)})
  }

  private record(manifest: Manifest, review: Review): void {
    const {allowed, object = {}} = review
    if (allowed) this.manifests.set(objectKey(object), manifest)
    if (allowed) this.stored.set(objectKey(object), object)
    else this.reject(manifest, review)
  }
}
