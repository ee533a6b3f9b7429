import {stoppedClock} from '../../admission/clock.js'
import {type Evaluator, Evaluators, isInScopes} from '../../admission/plugins/resource-quota/index.js'
import {decodeObject} from '../../cluster/codec.js'
import {identify} from '../../cluster/target.js'
import type {KubeObject} from '../../kinds/kind.js'
import type {ResourceQuota} from '../../machinery/api/core-v1.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {type ResourceList, sum, times} from '../../machinery/quantity/resource-list.js'
import type {ManifestReview} from '../manifest-review.js'
import type {Simulation, WorkloadOutcome} from '../simulate.js'
import {type ObjectNeeds, perPhase, type PerPhase, type Phase, phases} from './types.js'

/** A number of identical objects. */
interface Item {
  readonly object: KubeObject
  readonly evaluator: Evaluator
  readonly usage: ResourceList
  readonly count: Count
}

/** The number of objects in each phase, and the number that the simulation created, which is smaller if it is incomplete. */
type Count = PerPhase<number> & {readonly created: number}

/** The usage of an object in each phase, and at the end of the simulation. */
export interface Usage {
  readonly lists: PerPhase<ResourceList>
  readonly created: ResourceList
}

/** An object that was sent, with all objects created for it. */
export class Need {
  private total: Usage | undefined

  constructor(readonly review: ManifestReview, private readonly items: readonly Item[], private readonly usages: Usages) {}

  get identity(): Pick<ObjectNeeds, 'kind' | 'namespace' | 'name'> {
    const {kind = '', metadata: {namespace = '', name = ''} = {}} = (this.review.object ?? {}) as Partial<KubeObject>
    return {kind, namespace, name}
  }

  /** Its usage: in total, or as counted by a quota. */
  usage(quota?: ResourceQuota): Usage {
    const items = quota === undefined ? this.items : this.items.filter(({object, evaluator}) => isInScopes(quota, object, evaluator))
    return items.length === this.items.length ? this.total ??= this.usages.of(items) : this.usages.of(items)
  }
}

/** The usages of groups of objects. Like groups share one. */
class Usages {
  private readonly known = new Map<string, Usage>()
  /** Numbers that identify the usages of one object each. */
  private readonly numbers = new Map<ResourceList, number>()

  of(items: readonly Item[]): Usage {
    const key = items.map(({usage, count}) => `${this.numberOf(usage)} ${phases.map((phase) => count[phase]).join()} ${count.created}`).join(';')
    const known = this.known.get(key)
    if (known !== undefined) return known
    const inPhase = (phase: Phase | 'created'): ResourceList => sum(items.map(({usage, count}) => times(usage, count[phase])))
    const usage = {lists: perPhase(inPhase), created: inPhase('created')}
    this.known.set(key, usage)
    return usage
  }

  private numberOf(usage: ResourceList): number {
    const number = this.numbers.get(usage) ?? this.numbers.size
    this.numbers.set(usage, number)
    return number
  }
}

/** The needs of each admitted object of a simulation. */
export function needsOf({reviews, workloads, cluster}: Pick<Simulation, 'reviews' | 'workloads' | 'cluster'>): readonly Need[] {
  const evaluators = new Evaluators(cluster, stoppedClock)
  const usages = new Usages()
  const byReview = new Map(workloads.map((workload) => [workload.review, workload]))
  return reviews.filter(({allowed}) => allowed).map((review) => {
    const workload = byReview.get(review)
    const own = itemOf(review, once)
    const made = workload?.owned.filter(({allowed}) => allowed).flatMap((owned) => itemOf(owned, countsOf(owned, workload))) ?? []
    return new Need(review, [...own, ...made], usages)
  })

  function itemOf({object}: ManifestReview, count: Count): Item[] {
    const decoded = object && decode(object)
    const evaluator = decoded && evaluators.of(decoded.resource)
    return decoded === undefined || evaluator === undefined ? [] : [{object: decoded.object, evaluator, usage: evaluator.usage(decoded.object), count}]
  }
}

function decode(json: JsonObject): {readonly object: KubeObject, readonly resource: Evaluator['resource']} | undefined {
  const info = identify(json)
  return 'code' in info ? undefined : {object: decodeObject(info, json).object, resource: info.resource}
}

const same = (count: number): PerPhase<number> => perPhase(() => count)

const once: Count = {created: 1, ...same(1)}

/** The number of an object's copies in each phase: it varies for pods and claims, and is constant for all else. */
function countsOf({object, count: sent = 1}: ManifestReview, workload: WorkloadOutcome): Count {
  const {wanted, created, claims, rollout, autoscaler, incomplete} = workload
  const maximum = autoscaler?.levels.find(({level}) => level === 'max')
  if (object?.['kind'] === 'PersistentVolumeClaim') {
    const count = incomplete !== undefined && hasOnlyNewClaims(workload) ? wanted : sent
    const more = maximum === undefined || wanted === 0 ? count : Math.round(count * Math.max(maximum.replicas, wanted) / wanted)
    const [steady, made] = claims.created === 0 ? [0, 0] : [count, sent]
    return {created: made, ...same(steady), max: more, maxWorst: more}
  }
  if (object?.['kind'] !== 'Pod') return sent === 1 ? once : {created: sent, ...same(sent)}
  const [peak, worst] = [Math.max(wanted, rollout?.peak ?? 0), Math.max(wanted, rollout?.peakWithTerminating ?? 0)]
  const max = Math.max(wanted, maximum?.replicas ?? 0)
  const maxWorst = Math.max(max, worst, maximum?.rollout?.peakWithTerminating ?? 0)
  return {steady: wanted, peak, worst, max, maxWorst, created: incomplete === undefined ? wanted : created}
}

/** True if the simulation created every existing claim of a workload: then all missing claims are still to be created. */
const hasOnlyNewClaims = ({claims, owned}: WorkloadOutcome): boolean => claims.created === owned
  .reduce((sum, {object, allowed, count = 1}) => allowed && object?.['kind'] === 'PersistentVolumeClaim' ? sum + count : sum, 0)

/** The sums of several usages. Like objects share their usage, so there are few different ones. */
export function totalOf(usages: readonly Usage[]): Usage {
  const numbers = new Map<Usage, number>()
  for (const usage of usages) numbers.set(usage, (numbers.get(usage) ?? 0) + 1)
  const total = (listOf: (usage: Usage) => ResourceList): ResourceList => sum([...numbers].map(([usage, number]) => times(listOf(usage), number)))
  return {lists: perPhase((phase) => total(({lists}) => lists[phase])), created: total(({created}) => created)}
}

/** The amount of a resource, by default zero. */
export const amountOf = (list: ResourceList, resource: string): Quantity => list[resource] ?? Quantity.zero
