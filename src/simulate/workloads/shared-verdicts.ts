import {stoppedClock} from '../../admission/clock.js'
import {type Evaluator, Evaluators, headroom, resourceQuotaPlugin} from '../../admission/plugins/resource-quota/index.js'
import type {Cluster} from '../../cluster/cluster.js'
import {decodeObject} from '../../cluster/codec.js'
import {identify} from '../../cluster/target.js'
import type {Kubelet} from '../../controllers/workload/kubelet.js'
import type {RequestBudget} from '../../controllers/workload/request-budget.js'
import {keyOf} from '../../controllers/workload/workload-record.js'
import type {KubeObject} from '../../kinds/kind.js'
import {resourceQuota} from '../../kinds/resource-quota/index.js'
import type {ResourceQuota} from '../../machinery/api/core-v1.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {noResources, type ResourceList} from '../../machinery/quantity/resource-list.js'
import {rolloutKey, type RunningSituation} from './result-key.js'
import type {QuotaNeed, Verdict} from './types.js'

/** The Deployment of a rollout. */
interface Shareable extends RunningSituation {
  readonly machines: {readonly kubelet: Kubelet, readonly budget?: RequestBudget}
  /** The request for one of its pods; undefined if verdicts depend on more than {@link rolloutKey} and the room in quotas. */
  readonly madePod?: JsonObject
}

/** A bound of a quota that a trial raises to the need. */
type Raised = Pick<QuotaNeed, 'quota' | 'resource' | 'needed'>

/** The resource that counts ReplicaSets. */
const replicaSets = 'count/replicasets.apps'

/**
 * The verdicts on rollouts that start from one cluster. All pods of a Deployment have the same requests. So a verdict depends on the
 * requests only by the number of pods that still fit into the quotas. Deployments with the same number and the same rest of the spec
 * share one simulation.
 */
export class SharedVerdicts {
  private readonly known = new Map<string, Verdict>()
  private readonly quotas = new Map<string, readonly ResourceQuota[] | undefined>()
  private readonly pods = new WeakMap<JsonObject, KubeObject>()
  private readonly evaluator: Evaluator | undefined

  /**
   * @param cluster never modified
   * @param unbounded returns a cluster in which the quotas of a namespace have no bounds
   */
  constructor(private readonly cluster: Cluster, private readonly unbounded: (namespace: string) => Cluster) {
    this.evaluator = new Evaluators(cluster, stoppedClock).of({group: '', name: 'pods'})
  }

  /**
   * Returns the verdict on the rollout of a Deployment, from a like Deployment if one is known.
   *
   * @param raised the bounds of quotas that the simulation raises
   * @param simulate simulates the rollout
   */
  of(standing: Shareable, object: JsonObject, raised: readonly Raised[], simulate: () => Verdict): Verdict {
    const key = this.keyFor(standing, object, raised)
    const known = key === undefined ? undefined : this.known.get(key)
    if (known !== undefined) return known
    const verdict = simulate()
    if (key !== undefined && standing.machines.budget?.hasEnded(keyOf(object)) !== true) this.known.set(key, verdict)
    return verdict
  }

  /** The same text for rollouts with the same verdict; undefined if that is not known. */
  private keyFor(standing: Shareable, object: JsonObject, raised: readonly Raised[]): string | undefined {
    if (standing.madePod === undefined) return undefined
    const {namespace = 'default'} = object['metadata'] as {readonly namespace?: string}
    const quotas = this.countedQuotas(namespace)?.map((quota) => withBounds(quota, raised))
    const pod = quotas && this.podOf(standing.madePod, namespace)
    if (quotas === undefined || pod === undefined || quotas.some(isOverfull)) return undefined
    return JSON.stringify([rolloutKey(standing, object), this.roomFor(pod, quotas), quotas.map(roomForReplicaSets)])
  }

  /** The number of further pods like one that fit into all quotas; null if none bounds them. */
  private roomFor(pod: KubeObject, quotas: readonly ResourceQuota[]): string | null {
    const {evaluator} = this
    const counts = evaluator === undefined ? [] : quotas.flatMap((quota) => headroom(quota, pod, evaluator)?.count ?? [])
    return counts.length === 0 ? null : String(counts.reduce((a, b) => a < b ? a : b))
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

  /** The pod that the API server stores for a request, whatever the bounds of quotas. */
  private podOf(made: JsonObject, namespace: string): KubeObject | undefined {
    const known = this.pods.get(made)
    if (known !== undefined) return known
    const {object} = this.unbounded(namespace).handle({operation: 'CREATE', namespace, object: made, dryRun: true})
    const info = object && identify(object)
    if (info === undefined || 'code' in info) return undefined
    const pod = decodeObject(info, object ?? {}).object
    this.pods.set(made, pod)
    return pod
  }
}

function isEqual(one: ResourceList = noResources, other: ResourceList = noResources): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => other[name] !== undefined && one[name]?.compare(other[name]) === 0)
}

/** A quota whose status has the raised bounds. */
function withBounds(quota: ResourceQuota, raised: readonly Raised[]): ResourceQuota {
  const own = raised.filter((bound) => bound.quota === quota.metadata.name)
  if (own.length === 0) return quota
  const hard = {...quota.status?.hard, ...Object.fromEntries(own.map(({resource, needed}) => [resource, needed]))}
  return {...quota, status: {...quota.status, hard}}
}

/** True if more is used than a bound allows: then a deletion may free less than the room for a pod. */
const isOverfull = ({status: {hard = noResources, used = noResources} = {}}: ResourceQuota): boolean =>
  Object.entries(hard).some(([name, bound]) => (used[name] ?? Quantity.zero).compare(bound) > 0)

/** The number of further ReplicaSets that fit into a quota; null if it does not count them. */
function roomForReplicaSets({status: {hard = noResources, used = noResources} = {}}: ResourceQuota): string | null {
  const bound = hard[replicaSets]
  return bound === undefined ? null : String(bound.sub(used[replicaSets] ?? Quantity.zero))
}
