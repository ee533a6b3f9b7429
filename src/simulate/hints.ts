import {type PluginFlags, unmodelledPlugins} from '../admission/plugin-flags.js'
import {admissionPlugins} from '../admission/plugins/index.js'
import {serviceAccountPlugin} from '../admission/plugins/service-account/index.js'
import type {Cluster} from '../cluster/cluster.js'
import type {LateChange} from '../controllers/late-changes.js'
import type {KubeObject} from '../kinds/kind.js'
import {podOf} from '../kinds/pod-of.js'
import {serviceAccount} from '../kinds/service-account/index.js'
import type {JsonObject} from '../machinery/decode/encode.js'
import {shortDuration} from '../machinery/go/duration.js'
import {isObject} from '../machinery/go/json-value.js'
import {compareText, quote} from '../machinery/go/text.js'
import {oneLine, someOf} from '../machinery/output/printable.js'
import type {Manifest} from '../manifests/manifest.js'
import type {Repository} from '../repository/repository.js'
import {isEvent} from './event-order.js'
import type {ManifestReview} from './manifest-review.js'
import {isAutoscaler, nameOf, namespaceOf} from './object-fields.js'
import {lastAppliedOf} from './operations/last-applied.js'
import type {PolicyReport} from './policies.js'
import type {CountedQuota} from './quotas.js'
import type {WorkloadReport} from './workloads/types.js'

/** Counts the ignored objects among the policies: neither policies nor read from a cluster. */
export function ignoredHint({ignored}: PolicyReport): string[] {
  if (ignored === 0) return []
  const what = ignored === 1 ? '1 object among the policies is not a policy and was' : `${ignored} objects among the policies are not policies and were`
  return [`Hint: ${what} not read from a cluster: ignored. Name existing objects with --existing.`]
}

/** Counts the ignored invalid files in folders that were not named by the user. */
export function unrelatedHint(count: number): string[] {
  if (count === 0) return []
  const what = count === 1 ? '1 file beside the policies is' : `${count} files beside the policies are`
  return [`Hint: ${what} not valid: "kadm lint" reports them. Name the policies with --policies.`]
}

/** Counts objects read from a cluster without kubectl's last-applied record: fields that their manifests had are unknown. */
export function unrecordedHint(reviews: readonly ManifestReview[]): string[] {
  const isUnrecorded = ({applied, before}: ManifestReview): boolean =>
    applied === true && before !== undefined && isFromCluster(before) && lastAppliedOf(before) === undefined
  const count = reviews.filter(isUnrecorded).length
  if (count === 0) return []
  const what = count === 1 ? '1 object that exists has no record' : `${count} objects that exist have no record`
  return [`Hint: ${what} of the last applied configuration: fields that its manifest omits are removed, as in a replace.`]
}

const isFromCluster = ({metadata}: JsonObject): boolean => isObject(metadata) && metadata['uid'] !== undefined

/** Notes that all policies are for other namespaces than those of the objects, which is probably a mistake. */
export function namespaceNote(cluster: Cluster, reviews: readonly ManifestReview[]): string[] {
  const kinds = admissionPlugins.filter(({name}) => cluster.hasPlugin(name)).flatMap((plugin) => plugin.kinds)
  const governed = [...new Set(kinds.flatMap((kind) => cluster.namespacesWith(kind)))].sort(compareText)
  const sent = new Set(reviews.flatMap(({manifest: {body}}) => namespaceOf(body) ?? []))
  if (governed.length === 0 || sent.size === 0 || governed.some((namespace) => sent.has(namespace))) return []
  const [first = '', ...others] = governed
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  const names = [...sent].sort(compareText).map(quote).join(', ')
  return [`no policy is in the namespace of the objects, ${names}: those that were read are in ${quote(first)}${more}. Choose one with --ns.`]
}

/** Names the autoscalers whose target is unknown, as their needs cannot be computed. */
export function autoscalerHints(workloads: readonly Pick<WorkloadReport, 'namespace' | 'autoscaler'>[], reviews: readonly ManifestReview[]): string[] {
  const scaled = new Set(workloads.map(({namespace, autoscaler}) => `${namespace}/${autoscaler?.name ?? ''}`))
  return reviews.flatMap(({object = {}}) => {
    if (!isAutoscaler(object) || scaled.has(`${namespaceOf(object) ?? ''}/${nameOf(object)}`)) return []
    const {scaleTargetRef: {kind = '', name = ''} = {}} = object['spec'] as {readonly scaleTargetRef?: {readonly kind?: string, readonly name?: string}}
    return [`Hint: ${oneLine(kind)} ${oneLine(name)} is unknown, which HorizontalPodAutoscaler ${nameOf(object)} scales. Name existing objects with --existing.`]
  })
}

/** Hints on Events that limits do not count, and on Events that represent several requests. */
export function eventHints(sent: readonly Manifest[]): string[] {
  const events = sent.filter(isEvent)
  const uncounted = events.filter(({body: {apiVersion}}) => apiVersion !== 'v1').length
  const repeated = events.filter(({body: {count, deprecatedCount}}) => Number(count ?? deprecatedCount) > 1).length
  return [
    ...uncounted === 0 ? [] : [`Hint: no limit counts the Events that are written through events.k8s.io: ${uncounted} of ${events.length}.`],
    ...repeated === 0 ? [] : [
      `Hint: each Event is sent once, also one that was seen more often (count): ${repeated} of ${events.length}. "kadm replay" sends every occurrence.`,
    ],
  ]
}

/**
 * A note if objects were sent unchanged although kustomizations would change them. It names the kustomization that
 * changes most of them.
 */
export function kustomizeNote(manifests: readonly Manifest[], repository: Repository | undefined): string[] {
  const counts = new Map<string, number>()
  let changed = 0
  for (const {body, document: {file}} of manifests) {
    const folders = repository?.changedIn(file.path, body) ?? []
    if (folders.length > 0) changed++
    for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const [first, ...others] = [...counts].sort(([a, m], [b, n]) => n - m || compareText(a, b)).map(([folder]) => oneLine(folder))
  if (first === undefined) return []
  const who = others.length === 0 ? `${first} changes` : `${first} and ${others.length} more ${others.length === 1 ? 'kustomization' : 'kustomizations'} change`
  const render = others.length === 0 ? `--kustomize ${first} sends what it makes of them` : `each is rendered with --kustomize, such as --kustomize ${first}`
  return [`${who} ${changed} of these objects: ${render}`]
}

/** Maximum number of namespaces to name in notes, and of accounts in each. */
const maxNamed = 3

/** Notes on the service accounts that pods name in namespaces of which no account is given: ServiceAccount lets these pods pass. */
export function accountNotes(cluster: Cluster, reviews: readonly ManifestReview[]): string[] {
  if (!cluster.hasPlugin(serviceAccountPlugin.name)) return []
  const known = new Set(cluster.namespacesWith(serviceAccount))
  const byNamespace = new Map<string, Set<string>>()
  for (const {object} of reviews) {
    const account = object && podOf(object as unknown as KubeObject)?.pod.spec?.serviceAccountName
    const namespace = object && namespaceOf(object)
    if (!account || account === 'default' || namespace === undefined || known.has(namespace)) continue
    byNamespace.set(namespace, (byNamespace.get(namespace) ?? new Set()).add(account))
  }
  const notes = [...byNamespace].slice(0, maxNamed).map(([namespace, accounts]) =>
    `no ServiceAccount of namespace ${oneLine(namespace)} is given: kadm assumes that ${someOf([...accounts].map(oneLine), maxNamed)} ${accounts.size === 1 ? 'exists' : 'exist'}`)
  const more = byNamespace.size - notes.length
  return more === 0 ? notes : [...notes, `kadm also assumes that the ServiceAccounts of ${more === 1 ? 'another namespace' : `${more} more namespaces`} exist`]
}

/** The objects that controllers create in each namespace (serviceaccount and root-ca-certificate-publisher), with the keys of quotas that count them. */
const created = [
  {what: 'the ServiceAccount default', keys: ['count/serviceaccounts']},
  {what: 'the ConfigMap kube-root-ca.crt', keys: ['configmaps', 'count/configmaps']},
] as const

/** Hints on quotas of a cluster that count more than the given objects: kadm counts what is given, as a server without these controllers. */
export const createdHints = (quotas: readonly CountedQuota[]): string[] => created.flatMap(({what, keys}) => {
  const counting = quotas.filter(({quota: {spec}, usageFrom}) => usageFrom === 'empty' && keys.some((key) => spec?.hard?.[key] !== undefined))
    .map(({quota: {metadata: {namespace = '', name = ''}}}) => `${oneLine(name)} in ${oneLine(namespace)}`)
  if (counting.length === 0) return []
  return [`Hint: a cluster has ${what} in each namespace, and it is not counted here (quota ${someOf(counting, maxNamed)}): add it with --existing.`]
})

/**
 * Notes on admission plugins: policies without effect because their plugin is off, and enabled plugins
 * that kadm does not emulate.
 */
export function pluginNotes(cluster: Cluster, flags: PluginFlags): string[] {
  const off = admissionPlugins.filter(({name}) => !cluster.hasPlugin(name)).flatMap(({name, kinds}) => kinds.flatMap((kind) => {
    const count = cluster.namespacesWith(kind).reduce((sum, namespace) => sum + cluster.list(kind, namespace).length, 0)
    if (count === 0) return []
    return [`the admission plugin ${name} is off: ${count === 1 ? `1 ${kind.kind} has` : `${count} objects of kind ${kind.kind} have`} no effect`]
  }))
  const unmodelled = unmodelledPlugins(admissionPlugins, flags)
  if (unmodelled.length === 0) return off
  const [subject, pronoun] = unmodelled.length === 1 ? ['plugin', 'it'] : ['plugins', 'they']
  return [...off, `kadm does not model the admission ${subject} ${unmodelled.join(', ')}, and answers as if ${pronoun} were off`]
}

/** Notes on quotas that wait for a resync of the quota controller: the outdated usage, and until when it is counted. */
export const lateNotes = (cluster: Cluster, quotas: readonly CountedQuota[], period = 0): string[] => quotas.flatMap(({quota}) =>
  cluster.lateChanges(quota).map((change) => {
    const {metadata: {name = '', namespace = ''}} = quota
    const still = change.isDeleted ? '' : ' as before'
    return `quota ${oneLine(name)} in ${oneLine(namespace)}: ${lateText(change)} ${change.count === 1 ? 'counts' : 'count'}${still} until the quota controller's next resync, within ${shortDuration(period)}`
  }))

/** Describes deleted or changed objects: `1 Service that was deleted`. */
export const lateText = ({kind, isDeleted, count}: LateChange): string =>
  `${count} ${oneLine(kind)}${count === 1 ? ' that was' : ' objects that were'} ${isDeleted ? 'deleted' : 'changed'}`
