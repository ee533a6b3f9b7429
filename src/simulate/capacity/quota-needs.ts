import {scopesText} from '../../kinds/resource-quota/scope-selector.js'
import type {ResourceQuota} from '../../machinery/api/core-v1.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {noResources, resourceNames} from '../../machinery/quantity/resource-list.js'
import {boundsOf, type QuotaChange} from '../quotas.js'
import {amountOf, type Need, totalOf, type Usage} from './needs.js'
import {type Addition, type ObjectNeeds, perPhase, type PerPhase, type Phase, phases, type QuotaNeeds} from './types.js'

/** The usage of one resource by all objects together. */
interface Sums {
  /** The usage of objects that are not part of the input. */
  readonly others: Quantity
  readonly needed: PerPhase<Quantity>
}

/** An object with its usage as a quota counts it. */
interface CountedNeed {
  readonly need: Need
  readonly usage: Usage
}

type NamedObject = Pick<ObjectNeeds, 'kind' | 'name'>

/** The amount of a resource that an object needs. */
interface Amount {
  readonly object: NamedObject
  readonly amount: Quantity
}

/** The needs of all objects of a namespace, as quotas with the same scopes count them. */
class CountedNeeds {
  private readonly counted: readonly CountedNeed[]
  /** The objects that need each resource, in order: of thousands of resources, each object needs a few. */
  private readonly byResource = new Map<string, CountedNeed[]>()
  /** The sums of the usage of all objects. */
  private readonly total: Usage
  private readonly amounts = new Map<string, readonly Amount[]>()
  private readonly additions = new Map<string, readonly Addition[]>()

  constructor(needs: readonly Need[], quota: ResourceQuota) {
    this.counted = needs.map((need) => ({need, usage: need.usage(quota)}))
    this.total = totalOf(this.counted.map(({usage}) => usage))
    for (const each of this.counted) {
      for (const resource of new Set(phases.flatMap((phase) => Object.keys(each.usage.lists[phase])))) {
        const known = this.byResource.get(resource)
        if (known === undefined) this.byResource.set(resource, [each])
        else known.push(each)
      }
    }
  }

  private needing(resource: string): readonly CountedNeed[] {
    return this.byResource.get(resource) ?? []
  }

  /** @param used the usage of the resource at the end of the simulation */
  sumsOf(resource: string, used: Quantity): Sums {
    if (this.counted.length === 0) return {others: used, needed: perPhase(() => used)}
    const others = used.sub(amountOf(this.total.created, resource))
    return {others, needed: perPhase((phase) => others.add(amountOf(this.total.lists[phase], resource)))}
  }

  /** The first phase that needs more than the bound, the object that exceeds it when needs are added in order, and what each object adds. */
  breakOf(resource: string, bound: Quantity, {others, needed: all}: Sums): Pick<QuotaNeeds, 'breaks' | 'unfitIn'> {
    const phase = phases.find((candidate) => all[candidate].compare(bound) > 0)
    if (phase === undefined) return {}
    let needed = others
    // If the others exceed the bound already, the first object is the one that exceeds it.
    const beyond = others.compare(bound) > 0 ? this.counted[0] : this.needing(resource).find(({usage: {lists}}) => {
      needed = needed.add(amountOf(lists[phase], resource))
      return needed.compare(bound) > 0
    })
    if (beyond === undefined) return {}
    const {kind, name} = beyond.need.identity
    // No object needs less in a phase than in the first one: with the same total, each needs the same.
    const unfit = new Map<Phase, readonly NamedObject[]>()
    const unfitIn: QuotaNeeds['unfitIn'] = (request) => {
      const like = all[request].equals(all.steady) ? 'steady' : request
      const known = unfit.get(like) ?? this.unfitIn(like, resource, bound.sub(others))
      unfit.set(like, known)
      return known
    }
    return {breaks: {phase, object: {kind, name}, objects: this.additionsIn(phase, resource)}, unfitIn}
  }

  /** The objects for which there is no room after those before them. */
  private unfitIn(phase: Phase, resource: string, room: Quantity): NamedObject[] {
    let left = room
    return this.amountsIn(phase, resource).filter(({amount}) => {
      if (left.compare(amount) < 0) return true
      left = left.sub(amount)
      return false
    }).map(({object}) => object)
  }

  /** The amounts of a resource that objects need, in order, without those that need none. */
  private amountsIn(phase: Phase, resource: string): readonly Amount[] {
    const key = `${phase} ${resource}`
    const known = this.amounts.get(key)
    if (known !== undefined) return known
    const amounts = this.needing(resource)
      .map(({need: {identity: {kind, name}}, usage: {lists}}): Amount => ({object: {kind, name}, amount: amountOf(lists[phase], resource)}))
      .filter(({amount}) => !amount.isZero())
    this.amounts.set(key, amounts)
    return amounts
  }

  /** The additions of objects to their steady needs, the largest first. */
  private additionsIn(phase: Phase, resource: string): readonly Addition[] {
    const key = `${phase} ${resource}`
    const known = this.additions.get(key)
    if (known !== undefined) return known
    const additions = this.needing(resource).map(({need: {identity: {kind, name}}, usage: {lists}}): Addition => {
      const before = phase === 'steady' ? Quantity.zero : amountOf(lists.steady, resource)
      return {kind, name, adds: amountOf(lists[phase], resource).sub(before)}
    }).filter(({adds}) => adds.sign() > 0).sort((a, b) => b.adds.compare(a.adds))
    this.additions.set(key, additions)
    return additions
  }
}

/**
 * Computes what all objects of a namespace together need of each resource of its quotas.
 *
 * @param free the quotas after an unbounded run
 * @param realOf returns a quota after a run with its bounds
 */
export function quotaNeeds(free: readonly QuotaChange[], realOf: (change: QuotaChange) => QuotaChange | undefined, needs: readonly Need[]): QuotaNeeds[] {
  return perScopes(free, ({quota}) => new CountedNeeds(needs, quota), (counted, change) => {
    const {quota, usedBefore} = change
    const real = realOf(change)
    const hard = real === undefined ? noResources : boundsOf(real)
    return resourceNames(hard).map((resource) => {
      const bound = amountOf(hard, resource)
      const sums = counted.sumsOf(resource, amountOf(quota.status?.used ?? noResources, resource))
      return {
        quota: quota.metadata.name ?? '', resource, hard: bound, used: amountOf(usedBefore, resource), needed: sums.needed,
        ...counted.breakOf(resource, bound, sums),
      }
    })
  }).flat()
}

/** True if the usage of all quotas is that of these objects. */
export const isAllUsage = (quotas: readonly QuotaChange[], needs: readonly Need[]): boolean =>
  perScopes(quotas, ({quota}) => totalOf(needs.map((need) => need.usage(quota))), ({created}, {quota}) =>
    Object.entries(quota.status?.used ?? noResources).every(([resource, amount]) => amount.equals(amountOf(created, resource)))).every(Boolean)

/** Computes a value for each quota from one that quotas with the same scopes share: they count the same objects. */
export function perScopes<C extends Pick<QuotaChange, 'quota'>, S, T>(quotas: readonly C[], share: (first: C) => S, compute: (shared: S, quota: C) => T): T[] {
  const shared = new Map<string, S>()
  return quotas.map((change) => {
    const scopes = scopesText(change.quota)
    const known = shared.get(scopes) ?? share(change)
    shared.set(scopes, known)
    return compute(known, change)
  })
}
