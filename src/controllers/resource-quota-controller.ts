import type {Clock} from '../admission/clock.js'
import type {StatusWriter} from '../admission/plugin.js'
import {type Evaluator, Evaluators, isInScopes, quotaForEachAccount, trackedNames} from '../admission/plugins/resource-quota/index.js'
import type {KubeObject} from '../kinds/kind.js'
import {resourceQuota as kind} from '../kinds/resource-quota/index.js'
import {objectCountName} from '../kinds/resource-quota/resource-names.js'
import {recount, withUsage} from '../kinds/resource-quota/status.js'
import type {ResourceQuota} from '../machinery/api/core-v1.js'
import {ForkableMap} from '../machinery/collections/forkable-map.js'
import {semanticEqual} from '../machinery/collections/semantic-equal.js'
import type {GroupName} from '../machinery/meta/status.js'
import {Quantity} from '../machinery/quantity/quantity.js'
import {mask, noResources, type ResourceList, resourceListOf} from '../machinery/quantity/resource-list.js'
import {isCustomGroup} from '../machinery/schema/rest-mapper.js'
import type {Change, Controller} from './controller.js'
import {type LateChange, LateChanges} from './late-changes.js'
import {UsageInStore} from './usage-in-store.js'
import {type UsageParts, usageParts} from './usage-parts.js'

/**
 * Counts the usage of quotas (pkg/controller/resourcequota; spec resourcequota 5): when a quota is created or its bounds
 * change, and when a counted object is deleted or changed. Admission has already charged new objects.
 *
 * With a resync period it emulates the controller of the design document (admission_control_resource_quota.md): it watches
 * only pods, recounts all quotas of a namespace when a pod is deleted, and counts other deletions and reductions in its next resync.
 */
export class ResourceQuotaController implements Controller {
  private readonly evaluators: Evaluators
  private readonly usage: UsageInStore
  /** The usage of quotas by objects that are not in the store, by namespace and name. */
  private readonly assumed: ForkableMap<string, ResourceList>
  /** Changes deferred to the next resync; undefined for a controller that watches all kinds. */
  private readonly late: LateChanges | undefined

  /** @param period the time between two resyncs in milliseconds; undefined for a controller that watches all kinds */
  constructor(private readonly store: StatusWriter, private readonly clock: Clock, private readonly period?: number, origin?: ResourceQuotaController) {
    this.evaluators = new Evaluators(store, clock)
    this.usage = origin?.usage.fork(store, this.evaluators) ?? UsageInStore.in(store, this.evaluators)
    this.assumed = origin?.assumed.fork() ?? ForkableMap.empty()
    this.late = origin?.late?.fork() ?? (period === undefined ? undefined : new LateChanges(period))
  }

  fork(store: StatusWriter): ResourceQuotaController {
    return new ResourceQuotaController(store, this.clock, this.period, this)
  }

  /** Counts the objects of a custom resource that was unknown before. */
  discover(resource: GroupName, namespace: string): void {
    if (!isCustomGroup(resource.group) || this.evaluators.of(resource) === undefined) return
    const name = objectCountName(resource)
    for (const quota of this.store.list(kind, namespace)) {
      if (quota.spec?.hard?.[name] !== undefined && quota.status?.used?.[name] === undefined) this.sync(quota)
    }
  }

  observe(change: Change): void {
    if (change.namespace === '') return
    const evaluator = this.evaluators.of(change.resource)
    if (evaluator !== undefined) {
      this.usage.change(evaluator, change, () => quotaForEachAccount(this.store, change.namespace).filter((quota) => boundNames(quota, evaluator).length > 0))
    }
    if (isQuota(change)) this.observeQuota(change)
    if (evaluator !== undefined && change.oldObject !== undefined) this.replenish(change, change.oldObject, evaluator)
  }

  loaded(): void {
    this.usage.forget()
  }

  assumeUsage(namespace: string): void {
    for (const quota of this.store.list(kind, namespace)) {
      const counted = this.usage.of(quota)
      const used = mask(quota.status?.used ?? noResources, Object.keys(counted))
      this.assumed.set(keyOf(quota), resourceListOf(Object.entries(used).map(([name, amount]) => [name, amount.sub(counted[name] ?? Quantity.zero)])))
    }
  }

  resync(namespace: string): void {
    for (const quota of this.store.list(kind, namespace)) this.sync(quota)
  }

  get untilResync(): number | undefined {
    return this.late?.untilResync
  }

  pass(milliseconds: number): boolean {
    const namespaces = this.late?.pass(milliseconds) ?? new Set<string>()
    for (const namespace of namespaces) this.resync(namespace)
    return namespaces.size > 0
  }

  lateChanges(quota: Pick<KubeObject, 'metadata'>): readonly LateChange[] {
    return this.late?.of(quota) ?? []
  }

  usageParts(quota: ResourceQuota): UsageParts {
    return usageParts(quota, this.store, this.evaluators)
  }

  private observeQuota(change: Change): void {
    const quota = change.object() as ResourceQuota | undefined
    const old = change.oldObject as ResourceQuota | undefined
    if (quota === undefined && old !== undefined) {
      this.assumed.delete(keyOf(old))
      this.late?.counted(old)
    }
    if (quota !== undefined && (old === undefined || !semanticEqual(quota.spec?.hard ?? null, old.spec?.hard ?? null))) this.sync(quota)
  }

  private replenish(change: Change, old: KubeObject, evaluator: Evaluator): void {
    const object = change.object()
    if (object !== undefined && evaluator.needsRecount?.(object, old) !== true) return
    const {late} = this
    const isRemoved = object === undefined
    for (const quota of this.store.list(kind, change.namespace)) {
      if (late === undefined || isOfPod(change)) {
        if ((late !== undefined && isRemoved) || boundNames(quota, evaluator).length > 0) this.sync(quota)
      } else if (usesLess(quota, evaluator, old, object)) late.add(quota, old, {isDeleted: isRemoved, count: change.count})
    }
  }

  private sync(quota: ResourceQuota): void {
    this.late?.counted(quota)
    const status = recount(quota, this.usageOf(quota))
    if (status !== undefined) this.store.updateStatus(withUsage(quota, status), quota)
  }

  /** The usage by stored objects and by assumed ones. */
  private usageOf(quota: ResourceQuota): ResourceList {
    const counted = this.usage.of(quota)
    const assumed = this.assumed.get(keyOf(quota))
    if (assumed === undefined) return counted
    return resourceListOf(Object.entries(counted).map(([name, amount]) => [name, sumOf(assumed[name], amount)]))
  }
}

const keyOf = ({metadata: {namespace = '', name = ''}}: ResourceQuota): string => `${namespace}/${name}`

/** The assumed and the counted usage, in the format of the assumed usage; at least zero. */
function sumOf(assumed: Quantity | undefined, counted: Quantity): Quantity {
  const sum = assumed?.add(counted) ?? counted
  return sum.sign() < 0 ? Quantity.zero : sum
}

/** The resources that a quota bounds and an evaluator tracks. */
const boundNames = ({status}: ResourceQuota, evaluator: Evaluator): readonly string[] => trackedNames(evaluator, status?.hard ?? noResources)

/** True if a change or deletion lowers the usage of a quota; admission charges increases. */
function usesLess(quota: ResourceQuota, evaluator: Evaluator, old: KubeObject, object: KubeObject | undefined): boolean {
  const usageOf = (one: KubeObject | undefined): ResourceList => one !== undefined && isInScopes(quota, one, evaluator) ? evaluator.usage(one) : noResources
  const [before, after] = [usageOf(old), usageOf(object)]
  return boundNames(quota, evaluator).some((name) => (before[name] ?? Quantity.zero).compare(after[name] ?? Quantity.zero) > 0)
}

const isOfPod = ({resource}: Change): boolean => resource.group === '' && resource.name === 'pods'

const isQuota = ({resource}: Change): boolean => resource.group === '' && resource.name === 'resourcequotas'
