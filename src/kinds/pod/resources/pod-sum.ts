import type {Container, PodSpec} from '../../../machinery/api/core-v1.js'
import {Quantity} from '../../../machinery/quantity/quantity.js'
import {noResources, type ResourceList, resourceNames} from '../../../machinery/quantity/resource-list.js'
import {isSidecar, type ObserveContainer, type ResourceSide} from './aggregate.js'

/** The amount of one container. */
export interface ContainerAmount {
  readonly name: string
  /** The list that has the container, and its position there. */
  readonly list: 'containers' | 'initContainers'
  readonly index: number
  readonly isSidecar: boolean
  readonly amount: Quantity
}

/** The amount of an init container together with the sidecars started before it. */
export interface StartingAmount extends ContainerAmount {
  readonly sidecars: Quantity
  readonly sum: Quantity
}

/** The sum that gives one resource of a pod, with the amounts that the engine has added. */
export interface PodSum {
  readonly side: ResourceSide
  readonly resource: string
  /** The containers and sidecars, which run together. */
  readonly running: readonly ContainerAmount[]
  readonly runningSum: Quantity
  /** The init containers, of which one runs at a time, before the containers. */
  readonly starting: readonly StartingAmount[]
  /** The greatest of these sums. */
  readonly aggregate: Quantity
  /** The amount of the pod as a whole, which replaces that of its containers. */
  readonly podLevel?: Quantity
  readonly overhead?: Quantity
  readonly total: Quantity
}

/** A part of a sum with a new amount. */
export interface ChangedPart {
  /** The container to change; undefined for the amount of the pod as a whole. */
  readonly container?: ContainerAmount
  readonly amount: Quantity
  /** True if other containers could change instead. */
  readonly isOneOfSeveral: boolean
}

/**
 * Changes the part of a sum on which it depends most, so that the sum has another total: the amount of the pod as a whole, else the greatest amount of
 * those that run together.
 *
 * @returns undefined if the part would have to be zero or negative
 */
export function partFor({running, runningSum, starting, aggregate, podLevel, total}: PodSum, wanted: Quantity): ChangedPart | undefined {
  const changed = (amount: Quantity, part: Omit<ChangedPart, 'amount'>): ChangedPart | undefined => {
    const next = amount.add(wanted).sub(total)
    return next.sign() > 0 ? {...part, amount: next} : undefined
  }
  if (podLevel !== undefined) return changed(podLevel, {isOneOfSeveral: false})
  const parts: readonly ContainerAmount[] = runningSum.compare(aggregate) < 0 ? starting.filter(({sum}) => sum.equals(aggregate)) : running
  const [greatest] = parts.toSorted((a, b) => b.amount.compare(a.amount))
  return greatest && changed(greatest.amount, {container: greatest, isOneOfSeveral: parts.length > 1})
}

/** The parts of a pod's resources. */
export interface SumParts {
  readonly spec: PodSpec
  readonly side: ResourceSide
  /** Aggregates the containers and passes each to the observer. */
  readonly aggregated: (observe: ObserveContainer) => ResourceList
  readonly podLevel: ResourceList | undefined
  /** True for the resources that a pod can state as a whole. */
  readonly isPodLevel: (resource: string) => boolean
  readonly overhead?: ResourceList
  /** The results. */
  readonly totals: ResourceList
}

/** Returns the sums from which the totals result, sorted by resource. */
export function sumsOf({spec, side, aggregated, podLevel = noResources, isPodLevel, overhead = noResources, totals}: SumParts): PodSum[] {
  const observed: Observed[] = []
  const aggregates = aggregated((container, own, reached, sidecars) => observed.push({container, own, reached, sidecars}))
  return resourceNames(totals).map((resource) => {
    const [aggregate, total] = [aggregates[resource] ?? Quantity.zero, totals[resource] ?? Quantity.zero]
    const [whole, added] = [isPodLevel(resource) ? podLevel[resource] : undefined, overhead[resource]]
    return {side, resource, ...containerAmounts(spec, observed, resource), aggregate, ...whole && {podLevel: whole}, ...added && {overhead: added}, total}
  })
}

/** A container with its resources, and what the aggregation has reached with it. */
interface Observed {
  readonly container: Container
  readonly own: ResourceList
  readonly reached: ResourceList
  readonly sidecars: ResourceList
}

function containerAmounts({containers = []}: PodSpec, observed: readonly Observed[], resource: string): Pick<PodSum, 'running' | 'runningSum' | 'starting'> {
  const running: ContainerAmount[] = []
  const starting: StartingAmount[] = []
  let runningSum = Quantity.zero
  // The regular containers come first.
  for (const [i, {container, own, reached, sidecars}] of observed.entries()) {
    const isRegular = i < containers.length
    const runs = isRegular || isSidecar(container)
    const [amount, sum = Quantity.zero] = [own[resource], reached[resource]]
    if (runs) runningSum = sum
    if (amount === undefined) continue
    const place = isRegular ? {list: 'containers', index: i} as const : {list: 'initContainers', index: i - containers.length} as const
    const one = {name: container.name ?? '', ...place, isSidecar: !isRegular && runs, amount}
    if (runs) running.push(one)
    else starting.push({...one, sidecars: sidecars[resource] ?? Quantity.zero, sum})
  }
  return {running, runningSum, starting}
}
