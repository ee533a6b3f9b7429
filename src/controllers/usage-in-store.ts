import type {Counted, StatusWriter} from '../admission/plugin.js'
import type {Evaluator, Evaluators} from '../admission/plugins/resource-quota/index.js'
import type {KubeObject} from '../kinds/kind.js'
import {distinctSelectorsOf, scopesText} from '../kinds/resource-quota/scope-selector.js'
import type {ResourceQuota} from '../machinery/api/core-v1.js'
import {ForkableMap} from '../machinery/collections/forkable-map.js'
import {Quantity, type QuantityFormat} from '../machinery/quantity/quantity.js'
import {mask, noResources, type ResourceList, resourceListOf, resourceNames, sum, times} from '../machinery/quantity/resource-list.js'

/** The counted usage by the objects of one resource in the scopes of a quota. */
interface Count {
  /** A quota with these scopes. */
  readonly quota: ResourceQuota
  /** The sums, each in any format. An object changes a few of what may be thousands. */
  readonly used: Map<string, Quantity>
  /** Number of nonzero amounts by resource and format. */
  readonly formats: Map<string, Map<QuantityFormat, number>>
  /** The objects that are being deleted, with their numbers, which the sums do not have: such a pod stops counting after some time without a change. */
  readonly beingDeleted: Map<KubeObject, number>
}

/** The counts of the objects of one resource in a namespace, by the scopes of quotas. */
interface Counts {
  /** The usage that may change the counts; others copy them first. */
  readonly owner: object
  readonly byScopes: Map<string, Count>
}

/** Fewer objects are recounted each time, because tracking every change costs more. */
const fewObjects = 100

/** A change of an object: the old object is undefined for a create, the new one for a delete. */
interface ObjectChange {
  readonly namespace: string
  /** Number of equal objects with this change. */
  readonly count: number
  readonly oldObject: KubeObject | undefined
  object(): KubeObject | undefined
}

/** The state of a store at the time of a fork. */
interface Origin {
  readonly usage: UsageInStore
  readonly changes: number
}

/**
 * Calculates the usage of quotas by the objects in the store (apiserver quota/v1 `CalculateUsage`). Updates counts incrementally,
 * so that the cost of a deleted pod does not depend on the number of pods. A fork of the store continues with the counts of
 * its origin.
 */
export class UsageInStore {
  private changes = 0
  /** Identifies this usage since its last fork. */
  private owner = {}
  /** The resources and namespaces whose objects differ from those of the origin. */
  private readonly changed = new Set<string>()

  /** @param counts the stored counts, by namespace and resource */
  private constructor(
    private readonly store: StatusWriter, private readonly evaluators: Evaluators, private counts: ForkableMap<string, Counts>, private origin?: Origin,
  ) {}

  /** The usage of quotas by the objects in a store. */
  static in(store: StatusWriter, evaluators: Evaluators): UsageInStore {
    return new UsageInStore(store, evaluators, ForkableMap.empty())
  }

  /** Returns the usage for a fork of the store, which has the same objects so far. */
  fork(store: StatusWriter, evaluators: Evaluators): UsageInStore {
    this.owner = {}
    return new UsageInStore(store, evaluators, this.counts.fork(), {usage: this, changes: this.changes})
  }

  /** Returns the usage of the tracked keys of a quota by the objects of its namespace. */
  of(quota: ResourceQuota): ResourceList {
    const tracking = this.evaluators.tracking(resourceNames(quota.spec?.hard ?? noResources))
    const used = sum(tracking.flatMap(({evaluator, names}) => [zeros(names), this.usedOf(quota, evaluator)]))
    return mask(used, [...new Set(tracking.flatMap(({names}) => names))])
  }

  /** Discards all counts. */
  forget(): void {
    this.counts = ForkableMap.empty()
    this.origin = undefined
    this.changes++
  }

  /**
   * Updates the counts after a change of an object.
   *
   * @param quotasOf returns a quota of the namespace for each set of scopes in which quotas count the object
   */
  change(evaluator: Evaluator, change: ObjectChange, quotasOf: () => readonly ResourceQuota[]): void {
    const place = placeOf(change.namespace, evaluator)
    if (this.isAsOrigin(place)) for (const quota of quotasOf()) this.known(quota, evaluator)
    const counts = this.ownCounts(place)?.byScopes
    for (const [scopes, count] of counts ?? []) {
      const [old, now] = [change.oldObject, change.object()]
      const isFollowed = (old === undefined || follow(count, evaluator, old, -change.count))
        && (now === undefined || follow(count, evaluator, now, change.count))
      if (!isFollowed) counts?.delete(scopes)
    }
    if (this.origin !== undefined) this.changed.add(place)
    this.changes++
  }

  private usedOf(quota: ResourceQuota, evaluator: Evaluator): ResourceList {
    const count = this.known(quota, evaluator) ?? this.count(quota, evaluator)
    if (count === undefined) return countAll(quota, evaluator, this.objectsOf(quota, evaluator))
    return this.inFormatOfFirst(withBeingDeleted(count, evaluator), quota, evaluator)
  }

  /** Returns the sums in the format that recounting gives them: that of the first nonzero amount. */
  private inFormatOfFirst({used, formats}: Count, quota: ResourceQuota, evaluator: Evaluator): ResourceList {
    const open = new Map([...used].filter(([name, {format}]) => isFormatOpen(formats.get(name), format)))
    const found: [string, Quantity][] = []
    for (const {object} of open.size === 0 ? [] : this.store.inOrder(evaluator.resource, quota.metadata.namespace ?? '')) {
      const usage = scopeAnswer(quota, evaluator, object) === true ? evaluator.usage(object) : noResources
      for (const [name, amount] of open) {
        const first = usage[name] ?? Quantity.zero
        if (first.isZero()) continue
        found.push([name, first.add(amount.sub(first))])
        open.delete(name)
      }
      if (open.size === 0) break
    }
    return resourceListOf([...used, ...found])
  }

  private objectsOf({metadata: {namespace = ''}}: ResourceQuota, {resource}: Evaluator): readonly Counted[] {
    return this.store.listCounted(resource, namespace)
  }

  /** Returns the stored count, or that of the origin as long as both have the same objects. */
  private known(quota: ResourceQuota, evaluator: Evaluator): Count | undefined {
    const place = placeOf(quota.metadata.namespace ?? '', evaluator)
    return this.counts.get(place)?.byScopes.get(scopesText(quota)) ?? (this.isAsOrigin(place) ? this.inherit(quota, evaluator) : undefined)
  }

  private isAsOrigin(place: string): boolean {
    const {origin} = this
    return origin !== undefined && origin.usage.changes === origin.changes && !this.changed.has(place)
  }

  private inherit(quota: ResourceQuota, evaluator: Evaluator): Count | undefined {
    const count = this.origin?.usage.countFor(quota, evaluator)
    return count && this.keep(quota, evaluator, copyOf(count))
  }

  /** Returns the count for a fork, which has its own evaluators. */
  private countFor(quota: ResourceQuota, {resource}: Evaluator): Count | undefined {
    const evaluator = this.evaluators.of(resource)
    return evaluator && (this.known(quota, evaluator) ?? this.count(quota, evaluator))
  }

  /** Counts the objects if there are enough to store the count, and if it can be updated incrementally. */
  private count(quota: ResourceQuota, evaluator: Evaluator): Count | undefined {
    const objects = this.objectsOf(quota, evaluator)
    const count: Count = {quota, used: new Map(), formats: new Map(), beingDeleted: new Map()}
    const isKept = objects.length >= fewObjects && objects.every((counted) => follow(count, evaluator, counted.object, counted.count))
    return isKept ? this.keep(quota, evaluator, count) : undefined
  }

  private keep(quota: ResourceQuota, evaluator: Evaluator, count: Count): Count {
    const place = placeOf(quota.metadata.namespace ?? '', evaluator)
    const counts = this.ownCounts(place) ?? {owner: this.owner, byScopes: new Map<string, Count>()}
    counts.byScopes.set(scopesText(quota), count)
    this.counts.set(place, counts)
    return count
  }

  /** Returns the stored counts of objects, which this usage may change. */
  private ownCounts(place: string): Counts | undefined {
    const counts = this.counts.get(place)
    if (counts === undefined || counts.owner === this.owner) return counts
    const own = {owner: this.owner, byScopes: new Map([...counts.byScopes].map(([scopes, count]) => [scopes, copyOf(count)]))}
    this.counts.set(place, own)
    return own
  }
}

const placeOf = (namespace: string, {resource: {group, name}}: Evaluator): string => `${namespace} ${name}.${group}`

const zeros = (names: readonly string[]): ResourceList => resourceListOf(names.map((name) => [name, Quantity.zero]))

/** Sums the usage of objects in order. Like upstream, stops at an object for which the scope cannot be determined. */
function countAll(quota: ResourceQuota, evaluator: Evaluator, objects: readonly Counted[]): ResourceList {
  const usages: ResourceList[] = []
  for (const {object, count} of objects) {
    const isInScope = scopeAnswer(quota, evaluator, object)
    if (isInScope === undefined) break
    if (isInScope) usages.push(times(evaluator.usage(object), count))
  }
  return sum(usages)
}

/** Returns whether a quota counts an object; undefined if that cannot be determined. */
function scopeAnswer(quota: ResourceQuota, evaluator: Evaluator, object: KubeObject): boolean | undefined {
  const answers = distinctSelectorsOf(quota).map((selector) => evaluator.inScope?.(selector, object) ?? false)
  return answers.some((answer) => typeof answer === 'string') ? undefined : answers.every((answer) => answer === true)
}

/**
 * Adds a number of equal objects to a count; a negative number removes them.
 *
 * @returns false if the result may differ from recounting, which is then necessary
 */
function follow(count: Count, evaluator: Evaluator, object: KubeObject, number: number): boolean {
  const isInScope = scopeAnswer(count.quota, evaluator, object)
  if (isInScope === undefined || evaluator.isVolatile === true) return false
  if (!isInScope) return true
  if (object.metadata.deletionTimestamp !== undefined) return addBeingDeleted(count, object, number)
  addUsage(count, evaluator, object, number)
  return true
}

function addUsage(count: Count, evaluator: Evaluator, object: KubeObject, number: number): void {
  const {used} = count
  for (const [name, change] of Object.entries(times(evaluator.usage(object), Math.abs(number)))) {
    if (!change.isZero()) countFormat(count, name, change.format, number)
    const before = used.get(name)
    if (number > 0) used.set(name, before === undefined ? change : before.add(change))
    else if (before !== undefined) used.set(name, before.sub(change))
  }
}

function addBeingDeleted({beingDeleted}: Count, object: KubeObject, number: number): boolean {
  const left = (beingDeleted.get(object) ?? 0) + number
  if (left === 0) beingDeleted.delete(object)
  else beingDeleted.set(object, left)
  return left >= 0
}

const copyOf = ({quota, used, formats, beingDeleted}: Count): Count =>
  ({quota, used: new Map(used), formats: new Map([...formats].map(([name, counts]) => [name, new Map(counts)])), beingDeleted: new Map(beingDeleted)})

/** Returns the count with the present usage of the objects that are being deleted. */
function withBeingDeleted(count: Count, evaluator: Evaluator): Count {
  if (count.beingDeleted.size === 0) return count
  const whole = copyOf(count)
  for (const [object, number] of count.beingDeleted) addUsage(whole, evaluator, object, number)
  return whole
}

/** Returns true if recounting may give a sum another format. */
const isFormatOpen = (formats: ReadonlyMap<QuantityFormat, number> | undefined, format: QuantityFormat): boolean =>
  formats !== undefined && (formats.size > 1 || !formats.has(format))

function countFormat({formats}: Count, name: string, format: QuantityFormat, number: number): void {
  const counts = formats.get(name) ?? new Map<QuantityFormat, number>()
  const left = (counts.get(format) ?? 0) + number
  if (left === 0) counts.delete(format)
  else counts.set(format, left)
  if (counts.size === 0) formats.delete(name)
  else formats.set(name, counts)
}
