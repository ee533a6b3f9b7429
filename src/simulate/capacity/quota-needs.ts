import {Quantity} from '../../machinery/quantity/quantity.js'
import {add, noResources, type ResourceList, resourceNames} from '../../machinery/quantity/resource-list.js'
import {boundsOf, type QuotaChange} from '../quotas.js'
import {amountOf, type Need, perPhase} from './needs.js'
import {type Addition, type PerPhase, phases, type QuotaNeeds} from './types.js'

/** The usage of a quota's resources by an object. */
interface Counted {
  readonly need: Need
  readonly lists: PerPhase<ResourceList>
  /** Its usage at the end of the simulation. */
  readonly created: ResourceList
}

/**
 * Computes what all objects of a namespace together need of each resource of a quota.
 *
 * @param free the quota after an unbounded run
 * @param real the quota after a run with its bounds
 */
export function quotaNeeds({quota, usedBefore}: QuotaChange, real: QuotaChange | undefined, needs: readonly Need[]): QuotaNeeds[] {
  const hard = real === undefined ? noResources : boundsOf(real)
  const counted = needs.map((need): Counted => ({need, lists: perPhase((phase) => need.in(phase, quota)), created: need.in('created', quota)}))
  return resourceNames(hard).map((resource) => {
    const bound = amountOf(hard, resource)
    const used = amountOf(quota.status?.used ?? noResources, resource)
    // The usage of objects that are not part of the input.
    const others = counted.reduce((rest, {created}) => rest.sub(amountOf(created, resource)), used)
    const needed = perPhase((phase) => counted.reduce((sum, {lists}) => sum.add(amountOf(lists[phase], resource)), others))
    return {
      quota: quota.metadata.name ?? '', resource, hard: bound, used: amountOf(usedBefore, resource), needed,
      ...breakOf({resource, bound, others, needed}, counted),
    }
  })
}

/** True if the usage of all quotas is that of these objects. */
export const isAllUsage = (quotas: readonly QuotaChange[], needs: readonly Need[]): boolean => quotas.every(({quota}) => {
  const created = needs.map((need) => need.in('created', quota)).reduce(add, noResources)
  return Object.entries(quota.status?.used ?? noResources).every(([resource, amount]) => amount.equals(amountOf(created, resource)))
})

interface Bounded {
  readonly resource: string
  readonly bound: Quantity
  readonly others: Quantity
  readonly needed: PerPhase<Quantity>
}

/** The first phase that needs more than the bound, the object that exceeds it when needs are added in order, and what each object adds. */
function breakOf({resource, bound, others, needed}: Bounded, counted: readonly Counted[]): Pick<QuotaNeeds, 'breaks'> {
  const phase = phases.find((candidate) => needed[candidate].compare(bound) > 0)
  if (phase === undefined) return {}
  let sum = others
  const beyond = counted.find(({lists}) => {
    sum = sum.add(amountOf(lists[phase], resource))
    return sum.compare(bound) > 0
  })
  if (beyond === undefined) return {}
  const additions = counted.map(({need: {identity: {kind, name}}, lists}): Addition => {
    const before = phase === 'steady' ? Quantity.zero : amountOf(lists.steady, resource)
    return {kind, name, adds: amountOf(lists[phase], resource).sub(before)}
  })
  const {kind, name} = beyond.need.identity
  const objects = additions.filter(({adds}) => adds.sign() > 0).sort((a, b) => b.adds.compare(a.adds))
  return {breaks: {phase, object: {kind, name}, objects}}
}
