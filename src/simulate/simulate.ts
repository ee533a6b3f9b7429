import {stoppedClock} from '../admission/clock.js'
import type {PluginFlags} from '../admission/plugin-flags.js'
import {eventRateLimit} from '../admission/plugins/event-rate-limit/index.js'
import {Cluster} from '../cluster/cluster.js'
import type {ClusterOptions} from '../cluster/options.js'
import {configurationOf} from '../configuration/recognize.js'
import type {Diagnostic} from '../lint/diagnostic.js'
import {unsentDiagnostic} from '../lint/unsent-diagnostic.js'
import type {Manifest, ManifestEntry} from '../manifests/manifest.js'
import {inNamespace, type NamespaceChoice} from '../manifests/namespace.js'
import {sentByKubectl} from '../manifests/sent-by-kubectl.js'
import type {Repository} from '../repository/repository.js'
import type {SourceFile} from '../source/source-file.js'
import {eventHints} from './event-hints.js'
import {pluginNotes} from './plugin-notes.js'
import {AdjustableClock, inOrderOfTime} from './event-order.js'
import {autoscalerHints, ignoredHint, namespaceNote, unrecordedHint, unrelatedHint} from './hints.js'
import {metadataHints, withPodQos} from './metadata-policies.js'
import {inInstallOrder} from './install-order.js'
import {kustomizeNote} from './kustomize-note.js'
import {lateNotes} from './late-notes.js'
import type {ManifestReview} from './manifest-review.js'
import {isAutoscaler, nameOf, namespaceOf} from './object-fields.js'
import {objectKey} from './object-key.js'
import {checkOneOfEach} from './one-of-each.js'
import type {SendOptions} from './operations/operation.js'
import {forScale} from './operations/scale-entry.js'
import {send} from './operations/send.js'
import {orderNotes} from './order-notes.js'
import {type ClusterContents, type InstallOptions, installPolicies, isPolicyManifest, type PolicyReport} from './policies.js'
import {type QuotaChange, quotaChanges, quotasOf} from './quotas.js'
import {readEntries} from './read-entries.js'
import type {SendOrder} from './send-order.js'
import {withoutUnrelated} from './unrelated-policies.js'
import {ownedReviews} from './workloads/owned-reviews.js'
import type {WorkloadReport} from './workloads/types.js'
import {type WorkloadOptions, Workloads} from './workloads/workloads.js'

export interface SimulateOptions extends ClusterOptions, WorkloadOptions, Pick<InstallOptions, 'recountsAll'> {
  /** The namespace of objects that name none; by default `default`. */
  readonly namespace?: string | undefined
  /** True to refuse objects that name another namespace, as kubectl does when it is given one by a flag. */
  readonly isNamespaceGiven?: boolean
  /** The order in which objects are sent: that of an installation, which is the default, or that of the files. */
  readonly order?: SendOrder
  /** False to leave out the notes on objects that get another verdict in the order of the files, which may take a second simulation. */
  readonly comparesOrders?: boolean
  /** What the reader of the verdicts has to know of how the server is set up. */
  readonly serverNotes?: readonly string[]
  /** What is done with the objects, and by whom; by default they are created, and those that are there already are applied. */
  readonly sending?: SendOptions
  /** True to take the bounds off all quotas, to see what would be used. */
  readonly unbounded?: boolean
  /** Hears how much of a run is done, from 0 to 1. */
  readonly onProgress?: (done: number) => void
}

/** What to simulate: the files to send, and what is in the cluster before. */
export interface SimulateInput {
  readonly files: readonly SourceFile[]
  /** Files with policies and the objects that admission looks up. */
  readonly policies?: readonly SourceFile[]
  /** False for policies from folders that nobody has named: what is wrong with unrelated files there is not reported. */
  readonly arePoliciesNamed?: boolean
  /** Files with objects that exist already. */
  readonly existing?: readonly SourceFile[]
  /** What the files are for each other; absent where every file is taken as it stands. */
  readonly repository?: Repository
}

/** A workload that was admitted, and what it gets. */
export interface WorkloadOutcome extends WorkloadReport {
  /** The answer to the workload itself. */
  readonly review: ManifestReview
  /** The answers to what its controller has sent. */
  readonly owned: readonly ManifestReview[]
}

/** What the API server would have done with the files, one object after another. */
export interface Simulation {
  readonly policies: PolicyReport
  readonly reviews: readonly ManifestReview[]
  readonly workloads: readonly WorkloadOutcome[]
  /** Documents that are not sent, as kubectl cannot read or will not send them. */
  readonly diagnostics: readonly Diagnostic[]
  /** Documents behind one that ends its file for kubectl. */
  readonly notSent: readonly Manifest[]
  /** True when there is no object in the files. */
  readonly isEmpty: boolean
  /** The quotas as they stand afterwards, by namespace and name. */
  readonly quotas: readonly QuotaChange[]
  /** Which workloads were not played to their end, so that there may be more to find; empty for a whole result. */
  readonly incomplete: readonly string[]
  /** What the reader of the verdicts has to know: part of the result. */
  readonly notes: readonly string[]
  /** What the user may want to do otherwise. */
  readonly hints: readonly string[]
  /** Who has sent the objects, where that was given. */
  readonly user?: {readonly name: string, readonly groups: readonly string[]}
  /** The cluster as it stands afterwards. */
  readonly cluster: Cluster
}

/**
 * Sends the objects of files to a cluster with these policies and reports what comes of each. Objects are sent as an installation
 * sends them, policies first, or with `order: 'files'` as `kubectl create -f` does. Events keep the order of their times.
 *
 * @throws DuplicateObjectsError where an object is declared twice in one role: among the files, the policies or what exists
 */
export function simulate(input: SimulateInput, options: SimulateOptions = {}): Simulation {
  const {order = 'install', comparesOrders = true} = options
  const prepared = prepare(input, options)
  const simulation = play(prepared, order, options)
  if (order === 'files' || !comparesOrders || !orderMatters(prepared, simulation)) return simulation
  return {...simulation, notes: [...simulation.notes, ...orderNotes(simulation, play(prepared, 'files', {...options, remedies: false}))]}
}

/** What has been read of the files, the same for all orders. */
interface Prepared extends Pick<Simulation, 'diagnostics' | 'notSent' | 'isEmpty'>, Pick<SimulateInput, 'repository'> {
  readonly contents: ClusterContents
  /** What is sent, in the order of the files. */
  readonly manifests: readonly Manifest[]
  /** The plugin flags of the cluster. */
  readonly plugins: PluginFlags
  readonly arePoliciesNamed: boolean
}

function prepare({files, policies = [], existing = [], arePoliciesNamed = true, repository}: SimulateInput, options: SimulateOptions): Prepared {
  const {namespace = 'default', isNamespaceGiven = false, order = 'install'} = options
  const read = (file: SourceFile): readonly ManifestEntry[] => readEntries(file, repository, options)
  const contents = {policies: policies.flatMap(read), existing: existing.flatMap(read)}
  const sent = files.map((file) => options.sending?.subresource === 'scale' ? read(file).map(forScale) : read(file))
  const outcomes = sent.map((entries) => toSend(entries, {namespace, isGiven: isNamespaceGiven}))
  const manifests = outcomes.flatMap((outcome) => outcome.manifests)
  // Whoever names an operation says what becomes of an object that is sent again.
  checkOneOfEach({...contents, manifests: options.sending?.operation === undefined ? manifests : [], arePoliciesNamed, repository}, namespace)
  return {
    contents,
    arePoliciesNamed,
    ...repository && {repository},
    // The configuration of the API server is in force from its start, like other policies: nobody sends it.
    manifests: order === 'files' ? manifests : manifests.filter(({body}) => configurationOf(body) === undefined),
    plugins: withPodQos(options, [...contents.policies, ...contents.existing, ...sent.flat()]),
    diagnostics: outcomes.flatMap(({diagnostics}) => diagnostics),
    notSent: outcomes.flatMap(({notSent}) => notSent),
    isEmpty: outcomes.every((outcome) => outcome.manifests.length + outcome.diagnostics.length + outcome.notSent.length === 0),
  }
}

/** True where objects can get other verdicts in the order of the files: that order is another one, and policies or quotas depend on it. */
function orderMatters({manifests}: Prepared, {reviews, quotas}: Simulation): boolean {
  const isMoved = inOrderOfTime(manifests).some(({manifest}, i) => manifest.node !== reviews[i]?.manifest.node)
  return isMoved && (quotas.length > 0 || manifests.some(isPolicyManifest))
}

function play(prepared: Prepared, order: SendOrder, options: SimulateOptions): Simulation {
  const {contents, manifests, plugins, arePoliciesNamed, repository, diagnostics, notSent, isEmpty} = prepared
  const {namespace = 'default'} = options
  const clock = new AdjustableClock(options.clock ?? stoppedClock)
  const cluster = new Cluster({...options, ...plugins, clock})
  const installed = installPolicies(cluster, contents, {...options, namespace})
  const workloads = new Workloads(cluster, options)
  workloads.begin()
  const before = quotasOf(cluster, installed)
  const reviews = inOrderOfTime(order === 'files' ? manifests : inInstallOrder(manifests)).map(({manifest, time}, i): ManifestReview => {
    options.onProgress?.(i / manifests.length / 2)
    const review = clock.at(time, () => send(cluster, manifest, options.sending ?? {}))
    follow(workloads, review)
    return {...review, manifest: injected(manifest, options), ...time && {sentAt: time}}
  })
  const told = workloadOutcomes(workloads.reports((done) => options.onProgress?.((1 + done) / 2)), reviews, options)
  const {report, unrelated} = arePoliciesNamed ? {report: installed, unrelated: 0} : withoutUnrelated(installed, namespacesOf(manifests, namespace), namespace)
  const policies = {...report, manifests: new Map([...installed.manifests, ...sentPolicies(reviews)])}
  const quotas = quotaChanges(before, quotasOf(cluster, policies))
  return {
    policies,
    reviews,
    workloads: told,
    diagnostics,
    notSent,
    isEmpty,
    quotas,
    incomplete: incompleteWorkloads(told),
    notes: [
      ...options.serverNotes ?? [], ...pluginNotes(cluster, options), ...namespaceNote(cluster, reviews),
      ...lateNotes(cluster, quotas, options.resync), ...kustomizeNote(manifests, repository),
    ],
    hints: [
      ...ignoredHint(policies), ...unrelatedHint(unrelated), ...unrecordedHint(reviews), ...metadataHints(options, reviews), ...autoscalerHints(told, reviews),
      ...cluster.hasPlugin(eventRateLimit.name) ? eventHints(reviews.map(({manifest}) => manifest)) : [],
    ],
    ...options.sending?.user !== undefined && {user: {name: options.sending.user, groups: options.sending.groups ?? []}},
    cluster,
  }
}

/** Has the controllers do what follows from an answer; a change of a status alone has nothing follow. */
function follow(workloads: Workloads, {operation, allowed, before, object, subresource, isUnchanged}: ManifestReview): void {
  if (operation === 'DELETE') {
    if (allowed && before !== undefined) workloads.deleted(before)
  } else if (object !== undefined && subresource !== 'status' && isUnchanged !== true) workloads.admitted(object)
}

/** Where the policies are written that were sent. */
const sentPolicies = (reviews: readonly ManifestReview[]): (readonly [string, Manifest])[] =>
  reviews.flatMap(({object, manifest}) => object !== undefined && isPolicyManifest(manifest) ? [[objectKey(object), manifest] as const] : [])

/** Each workload with the last answer to it. */
function workloadOutcomes(reports: readonly WorkloadReport[], reviews: readonly ManifestReview[], options: SimulateOptions): WorkloadOutcome[] {
  const byKey = new Map(reviews.flatMap((review) => review.object === undefined ? [] : [[objectKey(review.object), review]]))
  return reports.flatMap((report) => {
    const {apiVersion, kind, namespace, name, autoscaler} = report
    const review = byKey.get(objectKey({apiVersion, kind, metadata: {namespace, name}})) ?? reviewOfAutoscaler(reviews, namespace, autoscaler?.name)
    if (review === undefined) return []
    const owned = ownedReviews(report, review.manifest).map((made) => ({...made, manifest: injected(made.manifest, options)}))
    return [{...report, review, owned}]
  })
}

/** The answer to the autoscaler of a workload that was not sent itself. */
const reviewOfAutoscaler = (reviews: readonly ManifestReview[], namespace: string, name: string | undefined): ManifestReview | undefined =>
  reviews.find(({object = {}}) => isAutoscaler(object) && namespaceOf(object) === namespace && nameOf(object) === name)

/** As many workloads are named that were not played to their end. */
const mostNamed = 3

function incompleteWorkloads(workloads: readonly WorkloadReport[]): string[] {
  const incomplete = workloads.filter((workload) => workload.incomplete !== undefined)
  const more = incomplete.length - mostNamed
  return [
    ...incomplete.slice(0, mostNamed).map(({kind, namespace, name}) => `${kind} ${namespace}/${name} is not simulated to its end`),
    ...more > 0 ? [`nor are ${more} more workloads`] : [],
  ]
}

/** A manifest as an injector leaves it, which is what the answer to it is about. */
const injected = (manifest: Manifest, {injector}: ClusterOptions): Manifest =>
  injector !== undefined && manifest.body['kind'] === 'Pod' ? {...manifest, body: injector(manifest.body) as Manifest['body']} : manifest

/** True when an object is denied, or something that a workload asks for. */
export const hasDenials = ({reviews, workloads}: Pick<Simulation, 'reviews' | 'workloads'>): boolean =>
  reviews.some(({allowed}) => !allowed) || workloads.some(({isRefused}) => isRefused)

/** What becomes of the documents of one file. */
interface ToSend extends Pick<Simulation, 'diagnostics' | 'notSent'> {
  readonly manifests: readonly Manifest[]
}

/** The objects of one file as they are to be sent. */
function toSend(entries: readonly ManifestEntry[], choice: NamespaceChoice): ToSend {
  const manifests: Manifest[] = []
  const diagnostics: Diagnostic[] = []
  const notSent: Manifest[] = []
  for (const {entry: {manifest, problems}, keptBackBy} of sentByKubectl(entries)) {
    const placed = manifest !== undefined && keptBackBy === undefined ? inNamespace(manifest, choice) : keptBackBy
    if (placed === undefined) continue
    if (!('ruleId' in placed)) manifests.push(placed)
    else if (placed !== keptBackBy || problems.includes(placed)) diagnostics.push(unsentDiagnostic(placed, manifest, choice.namespace))
    else if (manifest !== undefined) notSent.push(manifest)
  }
  return {manifests, diagnostics, notSent}
}

/** The namespaces of objects that are sent; without any, that of the command. */
function namespacesOf(manifests: readonly Manifest[], namespace: string): ReadonlySet<string> {
  const named = manifests.flatMap(({body}) => namespaceOf(body) ?? [])
  return new Set(named.length === 0 ? [namespace] : named)
}
