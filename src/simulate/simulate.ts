import {stoppedClock} from '../admission/clock.js'
import {eventRateLimit} from '../admission/plugins/event-rate-limit/index.js'
import {resourceQuotaPlugin} from '../admission/plugins/resource-quota/index.js'
import type {Cluster} from '../cluster/cluster.js'
import type {ClusterOptions} from '../cluster/options.js'
import {TooMuchWorkError} from '../cluster/too-much-work-error.js'
import {WorkLimit} from '../cluster/work-limit.js'
import {merge} from '../machinery/collections/immutable.js'
import {instantOf} from '../machinery/rate-limit/token-bucket.js'
import type {Manifest} from '../manifests/manifest.js'
import {inOrderOfFiles, inOrderOfTime, type TimedManifest, withDelays} from './event-order.js'
import {
  accountNotes, autoscalerHints, createdHints, eventHints, ignoredHint, kustomizeNote, lateNotes, namespaceNote, pluginNotes, unrecordedHint,
  unrelatedHint,
} from './hints.js'
import {copyOf, createInitialCluster, type InitialCluster} from './initial-cluster.js'
import {injected} from './injection.js'
import {inInstallOrder, type SendOrder} from './install-order.js'
import type {ManifestReview} from './manifest-review.js'
import {metadataHints} from './metadata-policies.js'
import {namespaceOf} from './object-fields.js'
import {objectKey} from './object-key.js'
import type {SendOptions} from './operations/operation.js'
import {mayChange, send} from './operations/send.js'
import {admitsInAnyOrder, isIndependent, orderNotes} from './order-notes.js'
import {type InstallOptions, isPolicyManifest, type PolicyReport} from './policies.js'
import {prepare, type Prepared, type PrepareOptions, type ReadDocuments, type SimulateInput} from './prepare.js'
import {type QuotaChange, quotaChanges, quotasOf, usageDifferences} from './quotas.js'
import {withoutUnrelated} from './unrelated-policies.js'
import {type HasRollout, SimulatedWorkloads, type WorkloadOptions} from './workloads/simulated-workloads.js'
import type {WorkloadReport} from './workloads/types.js'
import {incompleteWorkloads, type WorkloadOutcome, workloadOutcomes} from './workloads/workload-outcomes.js'

export type {WorkloadOutcome} from './workloads/workload-outcomes.js'

export interface SimulateOptions extends PrepareOptions, Omit<ClusterOptions, 'work'>, WorkloadOptions, Pick<InstallOptions, 'recountsAll'> {
  /** The order of sending: that of an installation, which is the default, or that of the files. */
  readonly order?: SendOrder
  /** False to skip notes on objects whose verdict depends on the order, which may take a second simulation. */
  readonly comparesOrders?: boolean
  /**
   * Returns the initial cluster, of which the simulation changes a copy: the result of `create`, or one with the same contents and options.
   *
   * @param enabled the plugins to enable if they differ from those of the options, as they depend on the objects that are sent
   */
  readonly initialCluster?: (create: () => InitialCluster, enabled: readonly string[]) => InitialCluster
  /** Notes on the server's setup, which affects the verdicts. */
  readonly serverNotes?: readonly string[]
  /** True to remove the bounds of all quotas, to determine what would be used. */
  readonly unbounded?: boolean
  /** Called with the result: true to continue without the bounds of quotas, if that gives the same as a simulation without them. */
  readonly continues?: (simulation: Simulation) => boolean
  /** Returns the milliseconds by which an object is sent later; 0 for none. */
  readonly delayOf?: (manifest: Manifest) => number
  /**
   * Called with each denied answer to a sent object.
   *
   * @param resend sends the object with another body at that time, to a copy of the cluster
   */
  readonly onDenied?: (review: ManifestReview, resend: (body: Manifest['body']) => ManifestReview) => void
  /**
   * Called after each object is sent and the controllers have settled.
   *
   * @param next the next object to send
   * @param end returns the state as it would be if this object were the last; simulates only some rollouts
   */
  readonly onSent?: (review: ManifestReview, next: Manifest | undefined, end: (hasRollout: HasRollout) => Ending) => void
  /** Called with the completed fraction of a run, from 0 to 1. */
  readonly onProgress?: (done: number) => void
}

/** The state after a run. */
export interface Ending {
  readonly workloads: readonly WorkloadOutcome[]
  /** The quotas after the run, by namespace and name. */
  readonly quotas: readonly QuotaChange[]
  /** The workloads that were not simulated to their end, so that problems may be missing; empty for a complete result. */
  readonly incomplete: readonly string[]
}

/** The answers of the API server to the files, one object after another. */
export interface Simulation extends Ending, ReadDocuments {
  readonly policies: PolicyReport
  readonly reviews: readonly ManifestReview[]
  /** The state after the run continued without the bounds of quotas, with the quotas in formats of this run. Denied objects were sent again. */
  readonly unbounded?: Ending & Pick<Simulation, 'reviews'>
  /** Notes that are part of the result. */
  readonly notes: readonly string[]
  /** Suggestions to the user. */
  readonly hints: readonly string[]
  /** The user who sent the objects, if given. */
  readonly user?: {readonly name: string, readonly groups: readonly string[]}
  /** The cluster after the run. */
  readonly cluster: Cluster
}

/**
 * Sends the objects of files to a cluster with these policies and reports the answers. Objects are sent in the order of an
 * installation, policies first, or with `order: 'files'` like `kubectl create -f`. Events keep the order of their times.
 *
 * @throws DuplicateObjectsError if an object is declared twice in one role: among the files, the policies or the existing objects
 * @throws TooMuchWorkError if there are too many objects for the quotas, or the simulation would take too many requests
 */
export function simulate(input: SimulateInput, given: SimulateOptions = {}): Simulation {
  const options = {...given, work: given.work ?? workFor(input)}
  const {order = options.sendingOf === undefined ? 'install' : 'files', comparesOrders = true} = options
  const prepared = prepare(input, options, order)
  const simulation = simulateOrder(prepared, order, options)
  if (order === 'files' || !comparesOrders || !orderMatters(prepared, simulation, options)) return simulation
  return {...simulation, notes: [...simulation.notes, ...compareOrders(simulation, () => simulateOrder(prepared, 'files', {...options, remedies: false}))]}
}

/** Returns notes on objects with another verdict in the order of the files. */
function compareOrders(simulation: Simulation, simulateFiles: () => Simulation): readonly string[] {
  try {
    return orderNotes(simulation, simulateFiles())
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error
    return ['the verdicts were not compared with those in the order of the files, which take too many requests to simulate']
  }
}

/** The limit for all simulations of an input in a run. */
export const workFor = (input: SimulateInput): WorkLimit => new WorkLimit(sizeOf(input))

/** The number of characters of all files. */
export const sizeOf = ({files, trees = [], policies = [], existing = []}: SimulateInput): number =>
  [files, trees, policies, existing].flat().reduce((sum, {text}) => sum + text.length, 0)

/** True if verdicts may differ in the order of the files: that order is different, and there are policies or quotas. */
function orderMatters({manifests}: Prepared, simulation: Simulation, {resync}: SimulateOptions): boolean {
  const {reviews, quotas} = simulation
  const isMoved = inOrderOfTime(manifests).some(({manifest}, i) => manifest.node !== reviews[i]?.manifest.node)
  if (!isMoved || (quotas.length === 0 && !manifests.some(isPolicyManifest))) return false
  return resync !== undefined || hasDenials(simulation) || !admitsInAnyOrder(simulation)
}

function initialClusterOf({contents, plugins}: Prepared, options: SimulateOptions & InstallOptions): InitialCluster {
  const create = (): InitialCluster => createInitialCluster(contents, {...options, ...plugins})
  const {enableAdmissionPlugins = []} = plugins
  return options.initialCluster === undefined ? create() : copyOf(options.initialCluster(create, enableAdmissionPlugins), options)
}

function simulateOrder(prepared: Prepared, order: SendOrder, options: SimulateOptions): Simulation {
  const {manifests, isNamed, repository, diagnostics, notSent, isEmpty} = prepared
  const {namespace = 'default'} = options
  const {cluster, clock, installed} = initialClusterOf(prepared, {...options, namespace})
  const workloads = new SimulatedWorkloads(cluster, options)
  workloads.adoptExisting()
  const [before, sendings] = [quotasOf(cluster, installed), timed(manifests, order, options)]
  const {report, unrelated} = withoutUnrelated(installed, {isNamed, namespaces: namespacesOf(manifests, namespace), usual: namespace})
  const reviews: ManifestReview[] = []
  const endWith = (reports: readonly WorkloadReport[], answers: readonly ManifestReview[] = reviews): Ending => {
    const outcomes = workloadOutcomes(reports, answers, options)
    return {workloads: outcomes, quotas: quotaChanges(before, quotasOf(cluster, report)), incomplete: incompleteWorkloads(outcomes)}
  }
  const answerTo = ({manifest, time}: TimedManifest): ManifestReview => {
    const review = clock.at(time, () => options.explains === true ? sendExplained(cluster, manifest, installed, options) : sendTo(cluster, manifest, options))
    follow(workloads, review)
    return merge(review, {manifest: injected(manifest, options), ...time && {sentAt: time}})
  }
  for (const [i, sending] of sendings.entries()) {
    recordProgress(i, manifests.length, options)
    const sent = answerTo(sending)
    reviews.push(sent)
    options.onSent?.(sent, sendings[i + 1]?.manifest, (hasRollout) => endWith(workloads.presentReports(hasRollout)))
  }
  const policies = withSentPolicies(report, reviews)
  const end = (answers?: readonly ManifestReview[]): Ending => endWith(workloads.reports((done) => options.onProgress?.((1 + done) / 2)), answers)
  const ending = end()
  const simulation: Simulation = {
    policies, reviews, ...ending, diagnostics, notSent, isEmpty,
    notes: [...notesOn(cluster, reviews, options), ...lateNotes(cluster, ending.quotas, options.resync), ...kustomizeNote(manifests, repository)],
    hints: [
      ...ignoredHint(policies), ...unrelatedHint(unrelated), ...unrecordedHint(reviews), ...metadataHints(options, reviews),
      ...autoscalerHints(ending.workloads, reviews), ...createdHints(ending.quotas), ...eventHintsOn(cluster, reviews),
    ],
    ...options.sending?.user !== undefined && {user: {name: options.sending.user, groups: options.sending.groups ?? []}},
    cluster,
  }
  const isContinued = options.continues?.(simulation) === true && mayContinue(simulation, options) && workloads.continueWithoutBounds()
  if (!isContinued) return simulation
  const admitted = sendings.map((sending, i) => reviews[i]?.allowed === true ? reviews[i] : answerTo(sending))
  return {...simulation, unbounded: {reviews: admitted, ...end(admitted)}}
}

/** Notes on the setup of the server, and on what it did not know about the objects. */
const notesOn = (cluster: Cluster, reviews: readonly ManifestReview[], options: SimulateOptions): readonly string[] =>
  [...options.serverNotes ?? [], ...pluginNotes(cluster, options), ...namespaceNote(cluster, reviews), ...accountNotes(cluster, reviews)]

const eventHintsOn = (cluster: Cluster, reviews: readonly ManifestReview[]): readonly string[] =>
  cluster.hasPlugin(eventRateLimit.name) ? eventHints(reviews.map(({manifest}) => manifest)) : []

/** Sends an object. The review of an admitted UPDATE or DELETE has the quotas whose usage it changes. */
function sendExplained(cluster: Cluster, manifest: Manifest, installed: PolicyReport, options: SimulateOptions): ManifestReview {
  // Reading quotas takes time for each of their resources.
  const before = mayChange(cluster, manifest, sendingOf(manifest, options)) ? quotasOf(cluster, installed) : undefined
  const review = sendTo(cluster, manifest, options)
  if (before === undefined || !review.allowed || review.operation === 'CREATE') return review
  const changes = quotaChanges(before, quotasOf(cluster, installed))
    .filter((change) => usageDifferences(change).some(({usage}) => usage?.change.isZero() === false))
  return changes.length === 0 ? review : merge(review, {quotaChanges: changes})
}

/** The options for sending an object. */
const sendingOf = ({document: {file}}: Manifest, {sendingOf: own, sending = {}}: SimulateOptions): SendOptions => own?.(file) ?? sending

function sendTo(cluster: Cluster, manifest: Manifest, options: SimulateOptions): ManifestReview {
  const {onDenied} = options
  const own = sendingOf(manifest, options)
  const review = send(cluster, manifest, own)
  if (!review.allowed && onDenied !== undefined) {
    const copy = cluster.fork()
    onDenied(review, (body) => send(copy.fork(), {...manifest, body}, own))
  }
  return review
}

/** Reports the number of objects sent so far. */
function recordProgress(sent: number, all: number, {onProgress, work}: SimulateOptions): void {
  onProgress?.(sent / all / 2)
  work?.at(`after ${sent} of ${all} objects`)
}

/** The objects in the order of sending, with their times. */
function timed(manifests: readonly Manifest[], order: SendOrder, {sendingOf, delayOf, clock = stoppedClock}: SimulateOptions): readonly TimedManifest[] {
  const inOrder = sendingOf === undefined ? inOrderOfTime(order === 'files' ? manifests : inInstallOrder(manifests))
    : inOrderOfFiles(manifests, (file) => sendingOf(file).time)
  return delayOf === undefined ? inOrder : withDelays(inOrder, delayOf, instantOf(clock.now()))
}

/** True if nothing was rejected but by quotas, except for objects on which others may depend: without bounds, the same would be stored if those are sent again. */
const mayContinue = ({reviews, policies}: Simulation, {resync, sending}: SimulateOptions): boolean =>
  resync === undefined && sending === undefined && policies.refused.length === 0
  && reviews.every((review) => review.allowed || (review.operation === 'CREATE' && isIndependent(review) && isRejectedByQuota(review)))

const isRejectedByQuota = ({steps}: ManifestReview): boolean =>
  steps.some(({plugin, rejection}) => rejection !== undefined && plugin === resourceQuotaPlugin.name)

/** Lets the controllers react to an answer; updates of a status only affect the admission of later pods. */
function follow(workloads: SimulatedWorkloads, {operation, allowed, before, object, subresource, isUnchanged}: ManifestReview): void {
  if (operation === 'DELETE') {
    if (allowed && before !== undefined) workloads.deleted(before)
  } else if (object !== undefined && isUnchanged !== true) {
    if (subresource === 'status') workloads.statusChanged()
    else workloads.admitted(object)
  }
}

/** True if an object is denied, or a part of a workload is. */
export const hasDenials = ({reviews, workloads}: Pick<Simulation, 'reviews' | 'workloads'>): boolean =>
  reviews.some(({allowed}) => !allowed) || workloads.some(({isRefused}) => isRefused)

/** The namespaces of the objects sent; by default that of the command. */
function namespacesOf(manifests: readonly Manifest[], namespace: string): ReadonlySet<string> {
  const named = manifests.flatMap(({body}) => namespaceOf(body) ?? [])
  return new Set(named.length === 0 ? [namespace] : named)
}

/** Adds the policies that were sent and admitted to those that were in force before. */
function withSentPolicies(report: PolicyReport, reviews: readonly ManifestReview[]): PolicyReport {
  const sent = reviews.flatMap(({object, manifest}) => object !== undefined && isPolicyManifest(manifest) ? [{key: objectKey(object), object, manifest}] : [])
  return sent.length === 0 ? report : {
    ...report,
    manifests: new Map([...report.manifests, ...sent.map(({key, manifest}) => [key, manifest] as const)]),
    stored: new Map([...report.stored, ...sent.map(({key, object}) => [key, object] as const)]),
  }
}
