import {stoppedClock} from '../../admission/clock.js'
import {chargedUsage, type Evaluator, Evaluators, isInScopes, resourceQuotaPlugin, timesThatFit, trackedNames} from '../../admission/plugins/resource-quota/index.js'
import type {Cluster} from '../../cluster/cluster.js'
import {decodeObject} from '../../cluster/codec.js'
import {identify} from '../../cluster/target.js'
import {controllerUser} from '../../controllers/workload/controller-user.js'
import type {Revision} from '../../controllers/workload/revision.js'
import type {KubeObject} from '../../kinds/kind.js'
import {resourceQuota} from '../../kinds/resource-quota/index.js'
import type {ResourceQuota} from '../../machinery/api/core-v1.js'
import {append} from '../../machinery/collections/append.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {equals, noResources, removeZeros, type ResourceList, withMissing} from '../../machinery/quantity/resource-list.js'
import type {AddedObjects, FittingCounts} from './counting-server.js'
import type {QuotaNeed} from './types.js'

/** The Deployment of a rollout. */
interface CountedDeployment {
  readonly object: JsonObject
  readonly revisions: readonly Revision[]
  /** The request for one of its pods; undefined if scenarios depend on more than its spec and the numbers of pods and ReplicaSets that fit into quotas. */
  readonly podRequest?: JsonObject | undefined
  /** True if the API server would store a new pod as it stored those that the Deployment has. */
  readonly isAdmittedAsBefore?: boolean
}

/** A bound of a quota that a trial raises to the need. */
export type RaisedBound = Pick<QuotaNeed, 'quota' | 'resource' | 'needed'>

/** Objects that are charged to quotas. */
interface ChargedObjects {
  readonly object: KubeObject
  /** The usage of each. */
  readonly usage: ResourceList
  readonly evaluator: Evaluator
  readonly count: number
}

/** A pod that the API server would store for the request of a Deployment, with its usage of quotas. */
interface CountedPod extends Omit<ChargedObjects, 'count'> {
  readonly stored: JsonObject
}

/** The resource that counts ReplicaSets. */
const replicaSets = 'count/replicasets.apps'

/** Counts the pods and ReplicaSets of Deployments that fit into the quotas of a cluster, which must not change meanwhile. */
export class FittingObjects {
  private readonly quotas = new Map<string, readonly ResourceQuota[] | undefined>()
  private readonly pods = new WeakMap<JsonObject, CountedPod | null>()
  private readonly fitting = new WeakMap<CountedPod, FittingCounts>()
  private readonly evaluators: Evaluators

  /** @param unbounded returns a cluster in which the quotas of a namespace have no bounds */
  constructor(private readonly cluster: Cluster, private readonly unbounded: (namespace: string) => Cluster) {
    this.evaluators = new Evaluators(cluster, stoppedClock)
  }

  /**
   * Returns how many further pods and ReplicaSets of a Deployment fit into the quotas.
   *
   * @param raised bounds of quotas to raise first
   * @returns undefined if that does not decide the answers to its controllers
   */
  of(state: CountedDeployment, raised: readonly RaisedBound[] = []): FittingCounts | undefined {
    const namespace = namespaceOf(state.object)
    const pod = this.counted(state)
    const quotas = pod && this.countedQuotas(namespace)
    if (pod === undefined || quotas === undefined) return undefined
    if (raised.length > 0) return this.fittingInto(quotas.map((quota) => withBounds(quota, raised)), pod)
    const known = this.fitting.get(pod) ?? this.fittingInto(quotas, pod)
    this.fitting.set(pod, known)
    return known
  }

  private fittingInto(quotas: readonly ResourceQuota[], pod: CountedPod): FittingCounts {
    return {pods: this.podsThatFit(pod, quotas), replicaSets: minimum(quotas.flatMap(({status}) => timesWithinBound(status, replicaSets, Quantity.one)))}
  }

  /** True if the quotas of a namespace have the usage that a recount would give them. */
  countsAll(namespace: string): boolean {
    return this.countedQuotas(namespace) !== undefined
  }

  /** A pod of a Deployment as the cluster would store it without quotas; undefined if its pods are not alike. */
  podOf(state: CountedDeployment): JsonObject | undefined {
    return this.counted(state)?.stored
  }

  /**
   * Returns the usage of each quota of a namespace with further pods and ReplicaSets of a Deployment, ignoring the bounds.
   *
   * @returns undefined if that is more than any bound
   */
  usageWith(state: CountedDeployment, added: readonly AddedObjects[]): ReadonlyMap<string, ResourceList> | undefined {
    const namespace = namespaceOf(state.object)
    const objects = added.flatMap((one) => this.charged(state, one) ?? [])
    const usages = new Map<string, ResourceList>()
    for (const quota of this.unbounded(namespace).list(resourceQuota, namespace)) {
      const used = usageWith(quota, objects)
      if (used === undefined) return undefined
      usages.set(quota.metadata.name ?? '', used)
    }
    return usages
  }

  private charged(state: CountedDeployment, {request: {object: json}, count}: AddedObjects): ChargedObjects | undefined {
    const measured = json['kind'] === 'Pod' ? this.counted(state) : this.measured(json)
    return measured && {...measured, count}
  }

  private podsThatFit({object, usage, evaluator}: CountedPod, quotas: readonly ResourceQuota[]): number {
    const used = Object.entries(usage).filter(([name, amount]) => amount.sign() > 0 && evaluator.tracks(name))
    const counts: number[] = []
    for (const quota of quotas) {
      if (isInScopes(quota, object, evaluator)) append(counts, used.flatMap(([name, amount]) => timesWithinBound(quota.status, name, amount)))
    }
    return minimum(counts)
  }

  private counted(state: CountedDeployment): CountedPod | undefined {
    const {podRequest} = state
    if (podRequest === undefined) return undefined
    let pod = this.pods.get(podRequest)
    if (pod === undefined) this.pods.set(podRequest, pod = this.count(podRequest, state) ?? null)
    return pod ?? undefined
  }

  /** The pod that the API server stores for a request, if the existing pods use the same, and stop using it when they are deleted. */
  private count(request: JsonObject, {object, revisions, isAdmittedAsBefore = false}: CountedDeployment): CountedPod | undefined {
    const namespace = namespaceOf(object)
    const keys = new Set(revisions.flatMap(({pods}) => pods.map(({storedAs}) => storedAs)))
    const existing = [...keys].flatMap((name) => {
      const json = this.cluster.get({apiVersion: 'v1', kind: 'Pod', namespace, name})
      return json === undefined ? [] : this.measured(json) ?? []
    })
    const pod = (isAdmittedAsBefore ? existing[0] : undefined) ?? this.dryRun(request, namespace)
    if (pod === undefined || (pod.object.metadata.finalizers ?? []).length > 0) return undefined
    return existing.every(({usage}) => isEqual(usage, pod.usage)) ? pod : undefined
  }

  /** The pod that the API server would store for a request. */
  private dryRun(request: JsonObject, namespace: string): CountedPod | undefined {
    const {object: stored} = this.unbounded(namespace).handle({operation: 'CREATE', ...controllerUser(request), namespace, object: request, dryRun: true})
    return stored && this.measured(stored)
  }

  private measured(stored: JsonObject): CountedPod | undefined {
    const info = identify(stored)
    if ('code' in info) return undefined
    const {object} = decodeObject(info, stored)
    const evaluator = this.evaluators.of(info.resource)
    return evaluator && {stored, object, usage: evaluator.usage(object), evaluator}
  }

  /** The quotas of a namespace; undefined if a recount would change them, so that a deletion may free more or less than one pod. */
  private countedQuotas(namespace: string): readonly ResourceQuota[] | undefined {
    if (!this.quotas.has(namespace)) this.quotas.set(namespace, this.recounted(namespace))
    return this.quotas.get(namespace)
  }

  private recounted(namespace: string): readonly ResourceQuota[] | undefined {
    if (!this.cluster.hasPlugin(resourceQuotaPlugin.name)) return []
    const quotas = this.cluster.list(resourceQuota, namespace)
    const cluster = this.cluster.fork()
    cluster.resync(namespace)
    const isSame = cluster.list(resourceQuota, namespace).every(({status}, i) =>
      isEqual(status?.used, quotas[i]?.status?.used) && isEqual(status?.hard, quotas[i]?.status?.hard) && isEqual(status?.hard, quotas[i]?.spec?.hard))
    return isSame && this.cluster.untilResync === undefined ? quotas : undefined
  }
}

function namespaceOf(object: JsonObject): string {
  const {namespace = 'default'} = object['metadata'] as {readonly namespace?: string}
  return namespace
}

const minimum = (counts: readonly number[]): number => counts.reduce((a, b) => Math.min(a, b), Infinity)

/** The number of times that an amount of a resource still fits into a quota, less than 0 if too much is used; empty if the quota does not bound it. */
function timesWithinBound({hard = noResources, used = noResources}: ResourceQuota['status'] = {}, name: string, amount: Quantity): number[] {
  const bound = hard[name]
  if (bound === undefined) return []
  const left = bound.sub(used[name] ?? Quantity.zero)
  const times = left.quotient(amount)
  // The quotient is rounded towards zero.
  return [Number(left.sign() < 0 && left.compare(amount.times(times)) < 0 ? times - 1n : times)]
}

const isEqual = (one: ResourceList = noResources, other: ResourceList = noResources): boolean => equals(one, other)

/** A quota whose status has the raised bounds. */
function withBounds(quota: ResourceQuota, raised: readonly RaisedBound[]): ResourceQuota {
  const own = raised.filter((bound) => bound.quota === quota.metadata.name)
  if (own.length === 0) return quota
  const hard = {...quota.status?.hard, ...Object.fromEntries(own.map(({resource, needed}) => [resource, needed]))}
  return {...quota, status: {...quota.status, hard}}
}

/** Returns the usage of a quota after further objects are created; undefined if they do not fit. */
function usageWith(quota: ResourceQuota, objects: readonly ChargedObjects[]): ResourceList | undefined {
  const {hard = noResources, used: before = noResources} = quota.status ?? {}
  let used = before
  for (const {object, usage, evaluator, count} of objects) {
    if (trackedNames(evaluator, hard).length === 0 || !isInScopes(quota, object, evaluator)) continue
    const due = {account: {quotas: [quota], hard, leastOf: [hard], used}, delta: removeZeros(usage)} as const
    if (timesThatFit([due]) < count) return undefined
    used = withMissing(chargedUsage(due, count), used)
  }
  return used
}
