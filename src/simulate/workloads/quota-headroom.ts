import {stoppedClock} from '../../admission/clock.js'
import {Evaluators, isInScopes, resourceQuotaPlugin} from '../../admission/plugins/resource-quota/index.js'
import type {Cluster} from '../../cluster/cluster.js'
import {decodeObject} from '../../cluster/codec.js'
import {identify} from '../../cluster/target.js'
import type {ControllerAnswer} from '../../controllers/workload/api-server.js'
import {controllerUser} from '../../controllers/workload/controller-user.js'
import {resourceQuota} from '../../kinds/resource-quota/index.js'
import {scopesText} from '../../kinds/resource-quota/scope-selector.js'
import type {ResourceQuota} from '../../machinery/api/core-v1.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {noResources} from '../../machinery/quantity/resource-list.js'
import {fieldOf, withField} from './edit.js'

/** The remaining amount of one resource of a quota. */
export interface Remaining {
  readonly amount: Quantity
}

/** An object that is admitted as long as there is room, and the amounts that each copy uses. */
export interface AdmittedObject {
  readonly answer: ControllerAnswer
  readonly usage: ReadonlyMap<Remaining, Quantity>
}

/** A number of stored objects that differ only in names. */
export interface StoredObjects {
  readonly object: JsonObject
  readonly count: number
}

/** The least remaining amount of each resource in quotas with the same scopes. */
interface ScopedHeadroom {
  /** One of the quotas. */
  readonly quota: ResourceQuota
  readonly left: ReadonlyMap<string, Remaining>
}

/** The headroom in the quotas of a namespace, and the amounts that objects use. The cluster must not change meanwhile. */
export class QuotaHeadroom {
  private readonly quotas: readonly ScopedHeadroom[]
  private readonly evaluators: Evaluators
  /** Results by the JSON of the object. */
  private readonly answers = new Map<string, AdmittedObject | undefined>()
  /** Results by the object itself. */
  private readonly known = new WeakMap<JsonObject, AdmittedObject>()

  constructor(private readonly cluster: Cluster, private readonly namespace: string) {
    this.evaluators = new Evaluators(cluster, stoppedClock)
    const recounted = cluster.fork()
    recounted.resync(namespace)
    const recounts = recounted.list(resourceQuota, namespace)
    const quotas = cluster.hasPlugin(resourceQuotaPlugin.name) ? cluster.list(resourceQuota, namespace) : []
    const pairs = groupBy(quotas.map((quota, i) => [quota, recounts[i] ?? quota] as const), ([quota]) => scopesText(quota))
    this.quotas = [...pairs.values()].flatMap((alike) => alike[0] === undefined ? [] : [{quota: alike[0][0], left: minRemaining(alike.map(remainingOf))}])
  }

  /** Determines the answer to the first such object; undefined if it is rejected. */
  answerTo(object: JsonObject): AdmittedObject | undefined {
    const known = this.known.get(object)
    if (known !== undefined) return known
    const request = withoutReplicas(object)
    const key = JSON.stringify(request)
    if (!this.answers.has(key)) this.answers.set(key, this.admit(request))
    const admitted = this.answers.get(key)
    if (admitted !== undefined) this.known.set(object, admitted)
    return admitted
  }

  /** True if there is room for further objects together, as the cluster stores them. */
  hasRoomFor(objects: readonly StoredObjects[]): boolean {
    return fitTogether(objects.map(({object, count}) => ({usage: this.usageOf(object), count})))
  }

  private admit(object: JsonObject): AdmittedObject | undefined {
    const answer = this.cluster.handle({operation: 'CREATE', ...controllerUser(object), namespace: this.namespace, object, dryRun: true})
    if (answer.object === undefined) return undefined
    const {name} = answer.object['metadata'] as {readonly name: string}
    return {answer: {...answer, storedAs: name}, usage: new Map(this.usageOf(answer.object))}
  }

  private usageOf(json: JsonObject): (readonly [Remaining, Quantity])[] {
    const info = identify(json)
    const evaluator = 'code' in info ? undefined : this.evaluators.of(info.resource)
    if ('code' in info || evaluator === undefined) return []
    const {object} = decodeObject(info, json)
    const usage = Object.entries(evaluator.usage(object)).filter(([name]) => evaluator.tracks(name))
    return this.quotas.filter(({quota}) => isInScopes(quota, object, evaluator)).flatMap(({left}) => usage.flatMap(([name, amount]) => {
      const bound = left.get(name)
      return bound === undefined ? [] : [[bound, amount] as const]
    }))
  }
}

/** True if there is room for a number of objects with each usage, all together. */
export function fitTogether(objects: readonly {readonly usage: Iterable<readonly [Remaining, Quantity]>, readonly count: number}[]): boolean {
  const taken = new Map<Remaining, Quantity>()
  for (const {usage, count} of objects) {
    for (const [left, amount] of usage) taken.set(left, (taken.get(left) ?? Quantity.zero).add(amount.times(BigInt(count))))
  }
  return [...taken].every(([left, amount]) => amount.compare(left.amount) <= 0)
}

/** Policies do not depend on the replicas of a ReplicaSet. */
const withoutReplicas = (object: JsonObject): JsonObject =>
  fieldOf(object, ['spec', 'replicas']) === undefined ? object : withField(object, ['spec', 'replicas'], 0)

/** The least remaining amounts, of the present quota and of the recounted one, as any deletion causes a recount. */
function remainingOf(quotas: readonly [ResourceQuota, ResourceQuota]): Map<string, Quantity> {
  const left = new Map<string, Quantity>()
  for (const {status: {hard = noResources, used = noResources} = {}} of quotas) {
    for (const name of Object.keys(hard)) {
      const bounds = quotas.flatMap(({status}) => status?.hard?.[name] ?? [])
      const uses = [used[name] ?? Quantity.zero, ...quotas.flatMap(({status}) => status?.used?.[name] ?? [])]
      const minimum = bounds.reduce((a, b) => a.compare(b) <= 0 ? a : b)
      left.set(name, minimum.sub(uses.reduce((a, b) => a.compare(b) >= 0 ? a : b)))
    }
  }
  return left
}

/** The least amount of each resource. */
function minRemaining(lists: readonly ReadonlyMap<string, Quantity>[]): Map<string, Remaining> {
  const minimum = new Map<string, Remaining>()
  for (const [name, amount] of lists.flatMap((list) => [...list])) {
    const known = minimum.get(name)
    if (known === undefined || amount.compare(known.amount) < 0) minimum.set(name, {amount})
  }
  return minimum
}
