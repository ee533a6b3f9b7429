import type {PolicyPlace} from '../../admission/plugin.js'
import type {Cluster} from '../../cluster/cluster.js'
import {WorkLimit} from '../../cluster/work-limit.js'
import type {KindDefinition, KubeObject} from '../../kinds/kind.js'
import {resourceQuota} from '../../kinds/resource-quota/index.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import {remember} from '../../machinery/collections/remember.js'
import {goJson} from '../../machinery/go/text.js'
import type {Manifest, ManifestEntry} from '../../manifests/manifest.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {InitialCluster} from '../../simulate/initial-cluster.js'
import {namespaceOf} from '../../simulate/object-fields.js'
import type {PolicyReport} from '../../simulate/policies.js'
import {entriesInText, type EntriesOf} from '../../simulate/read-entries.js'
import type {QuotaChange} from '../../simulate/quotas.js'
import {simulate, type SimulateOptions, sizeOf, type WorkloadOutcome} from '../../simulate/simulate.js'
import type {JsonObject} from '../../source/json-value.js'
import {SourceFile} from '../../source/source-file.js'
import {nameOf, objectAt} from '../mutate/body.js'
import type {PolicyItem} from '../mutate/policy-item.js'
import {localKinds} from '../mutate/reach.js'
import {termsOf} from './scopes.js'

/** An object to send to a new cluster. */
export interface Trial {
  readonly object: JsonObject
  readonly namespace: string
  readonly user?: string | undefined
  readonly existing?: readonly JsonObject[]
}

/** The answer to an object. */
export interface Outcome {
  readonly review: ManifestReview
  readonly quotas: readonly QuotaChange[]
  /** The pods of the object, if it is a workload. */
  readonly workloads: readonly WorkloadOutcome[]
  /** The scopes that keep quotas from counting the object, each the only one of its quota. */
  readonly exemptions: readonly PolicyPlace[]
}

/** The requests that all trials may take for small policies. Those for one object take less time than others. */
export const maxRequests = 20_000

/** The policies, and the amounts and scopes of quotas, that a trial reads in the time of a request. */
const [policiesOfRequest, termsOfRequest] = [12, 15]

/** The work of a trial that does not depend on its object, in requests. */
function workOfTrial({stored}: PolicyReport): number {
  const terms = [...stored.values()].filter(({kind}) => kind === resourceQuota.kind)
    .reduce((sum, body) => sum + Object.keys(objectAt(body, 'spec', 'hard')).length + termsOf({body}).length, 0)
  return Math.floor(stored.size / policiesOfRequest) + Math.floor(terms / termsOfRequest)
}

/** Limits the requests of all trials together. */
class TrialLimit extends WorkLimit {
  private trials = 0

  constructor(characters: number, requests: number) {
    super(characters, 'Give fewer policies at a time', requests)
  }

  /** Ignores the progress of a simulation: each one sends one object. */
  override at(): void {
    return
  }

  startTrial(): void {
    super.at(`after ${this.trials.toLocaleString('en')} objects were tried`)
    this.trials++
  }
}

/** Tries objects under the policies that tests are written for. */
export class Bench {
  private readonly cluster: Cluster
  private readonly options: SimulateOptions
  private readonly limit: TrialLimit
  /** The clusters from which trials without existing objects start, by the namespace of the object and that of objects without one. */
  private readonly initial = new Map<string, InitialCluster>()
  private readonly files: ReadonlySet<SourceFile>
  private exemptions: PolicyPlace[] = []

  /**
   * @param requests the requests that all trials may take for small policies
   * @throws TooMuchWorkError if there are too many policies
   */
  constructor(files: readonly SourceFile[], options: SimulateOptions, requests = maxRequests) {
    this.files = new Set(files)
    this.limit = new TrialLimit(sizeOf({files}), requests)
    this.options = {...options, comparesOrders: false, work: this.limit, onDecision: (part) => 'policy' in part && this.exemptions.push(part)}
    this.cluster = simulate({files: [], policies: files}, this.options).cluster
  }

  /** Returns the policies of a kind that are in force, in a namespace or in the cluster. */
  policies<T extends KubeObject>(kind: KindDefinition<T>, namespace?: string): readonly T[] {
    return this.cluster.list(kind, namespace)
  }

  /**
   * Sends an object to a new cluster; undefined for one that kubectl would not send.
   *
   * @throws TooMuchWorkError if all trials take too many requests
   */
  send({object, namespace, user, existing = []}: Trial): Outcome | undefined {
    this.limit.startTrial()
    this.exemptions = []
    const ownNamespace = namespaceOf(object) ?? namespace
    const {policies, reviews: [review], quotas, workloads} = simulate({files: filesOf([object]), policies: [...this.files], existing: filesOf(existing)}, {
      ...this.options, namespace, ...user !== undefined && {sendingOf: () => ({user})}, entriesOf: this.entriesIn(ownNamespace),
      ...existing.length === 0 && {initialCluster: this.knownFor(ownNamespace, namespace)},
    })
    this.limit.spend(workOfTrial(policies))
    return review && {review, quotas, workloads, exemptions: this.exemptions}
  }

  /** Returns the function that leaves out other namespaces than one, with their LimitRanges and ResourceQuotas. */
  private entriesIn(namespace: string): EntriesOf {
    return (file, version) => {
      const entries = entriesInText(file, version)
      if (!this.files.has(file)) return entries
      const places = byPlace(entries)
      return [everywhere, namespace].flatMap((place) => places.get(place) ?? [])
    }
  }

  /** Returns the function that installs the policies for a namespace once. */
  private knownFor(namespace: string, defaultNamespace: string): (create: () => InitialCluster) => InitialCluster {
    const id = `${namespace}/${defaultNamespace}`
    return (create) => {
      const known = this.initial.get(id) ?? create()
      this.initial.set(id, known)
      return known
    }
  }
}

const filesOf = (objects: readonly JsonObject[]): SourceFile[] => objects.length === 0 ? [] : [new SourceFile('test.yaml', objects.map(goJson).join('\n---\n'))]

/** The place of policies that may be in force in all namespaces, or in that of objects without one. */
const everywhere = Symbol('everywhere')

/** Groups policies by the namespace in which they are in force: each trial needs those of one, of maybe thousands. */
const byPlace = remember((entries: readonly ManifestEntry[]) =>
  groupBy(entries, ({manifest}) => manifest === undefined ? everywhere : placeOf(manifest)))

function placeOf({body}: Manifest): string | symbol {
  if (body['kind'] === 'Namespace') return nameOf(body)
  return localKinds.has(body['kind']) ? namespaceOf(body) ?? everywhere : everywhere
}

/** Returns the test whether a place is that of an item. */
export const isPlaceOf = ({field, policy: {kind, body}}: PolicyItem) => (place: PolicyPlace): boolean =>
  String(place.field) === String(field) && place.policy.kind === kind && place.policy.metadata.name === nameOf(body)

/** True if an object is denied, and a field of a policy is among the causes. */
export const isDeniedBy = ({review}: Outcome, isCause: (place: PolicyPlace) => boolean): boolean =>
  causesOf(review).some(isCause)

/** The places in policies for which an object is denied. */
export const causesOf = ({steps}: ManifestReview): PolicyPlace[] =>
  steps.flatMap(({rejection}) => rejection?.reasons ?? []).flatMap(({cause}) => cause ?? [])

/** Returns what a test expects of an answer. */
export const expectationOf = ({review: {allowed, status: {code, message}}}: Outcome): JsonObject =>
  allowed ? {allowed: true} : {allowed: false, code, message}
