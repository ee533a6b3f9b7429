import type {BoundCheck} from '../../admission/explanation.js'
import type {ResourceSide} from '../../kinds/pod/resources/aggregate.js'
import {partFor, type PodSum} from '../../kinds/pod/resources/pod-sum.js'
import {isOvercommitAllowed} from '../../kinds/shared/resource-names.js'
import type {Container, ResourceRequirements} from '../../machinery/api/core-v1.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import {resourceNames} from '../../machinery/quantity/resource-list.js'
import {valueAt} from '../object-fields.js'

/** An amount that a container, a claim or a pod as a whole should state. */
export interface AmountTarget {
  /** The path of the resources: `spec.containers[0].resources`. */
  readonly path: FieldPath
  readonly side: ResourceSide
  readonly resource: string
  readonly amount: Quantity
  /** True if other containers could change instead. */
  readonly isOneOfSeveral: boolean
}

/** The other side of an amount. */
export const otherSide = (side: ResourceSide): ResourceSide => side === 'limits' ? 'requests' : 'limits'

const spec = FieldPath.of('spec')

const resourcesOf = (list: 'containers' | 'initContainers', index: number): FieldPath => spec.child(list).index(index).child('resources')

/** The path of the resources at the place of a check: those of a container, or of the object. */
export function resourcesAt(path: FieldPath): FieldPath {
  const [, list, index] = path.steps()
  return (list === 'containers' || list === 'initContainers') && typeof index === 'number' ? resourcesOf(list, index) : spec.child('resources')
}

/** The paths of the resources of all containers of a pod, or of those with a name. */
export const containerPaths = (pod: unknown, isSelected: (name: string) => boolean = () => true): FieldPath[] => (['containers', 'initContainers'] as const).flatMap((list) => {
  const containers = (valueAt(pod, ['spec', list]) ?? []) as readonly Container[]
  return containers.flatMap(({name = ''}, index) => isSelected(name) ? [resourcesOf(list, index)] : [])
})

/** The resources at a path in a decoded object. */
export const resourcesIn = (object: unknown, path: FieldPath): ResourceRequirements => (valueAt(object, path.steps()) ?? {})

/** Returns the amount with which a broken bound of a LimitRange holds; undefined if the engine knows none. */
export function targetOf({type, path, resource, satisfiedBy, sums}: BoundCheck): AmountTarget | undefined {
  if (satisfiedBy === undefined) return undefined
  if (type !== 'Pod') return {path: resourcesAt(path), resource, ...satisfiedBy, isOneOfSeveral: false}
  return shiftedPart(sums.find(({side}) => side === satisfiedBy.side), satisfiedBy.amount)
}

/** Returns the amount with which a sum of a pod has another total: that of the part on which it depends most. */
export function shiftedPart(sum: PodSum | undefined, total: Quantity): AmountTarget | undefined {
  const part = sum && partFor(sum, total)
  if (sum === undefined || part === undefined) return undefined
  const {container, amount, isOneOfSeveral} = part
  const path = container === undefined ? spec.child('resources') : resourcesOf(container.list, container.index)
  return {path, side: sum.side, resource: sum.resource, amount, isOneOfSeveral}
}

/**
 * Returns the first of several amounts for a resource of one container: it can make the others wrong or needless, which shows when the
 * object is sent with it.
 */
export function firstOfEachResource<T extends Pick<AmountTarget, 'path' | 'resource'>>(targets: readonly T[]): T[] {
  const byResource = new Map<string, T>()
  for (const target of targets) {
    const key = `${String(target.path)} ${target.resource}`
    if (!byResource.has(key)) byResource.set(key, target)
  }
  return [...byResource.values()]
}

/** Adds the other side of an amount, if the request would exceed the limit. */
export function withOtherSide(target: AmountTarget, resources: ResourceRequirements): AmountTarget[] {
  const side = otherSide(target.side)
  const counterpart = resources[side]?.[target.resource]
  const isCrossed = counterpart !== undefined && (side === 'requests' ? counterpart.compare(target.amount) > 0 : counterpart.compare(target.amount) < 0)
  return isCrossed ? [target, {...target, side, isOneOfSeveral: false}] : [target]
}

/**
 * Returns the amounts with which no request at a path exceeds its limit, and devices have equal ones: requests are lowered to stated
 * limits, and limits that a default has set are raised.
 */
export function uncrossed({requests = {}, limits = {}}: ResourceRequirements, path: FieldPath, isStated: (resource: string) => boolean): AmountTarget[] {
  return resourceNames(requests).flatMap((resource): AmountTarget[] => {
    const [request, limit] = [requests[resource], limits[resource]]
    if (request === undefined || limit === undefined) return []
    if (isOvercommitAllowed(resource) ? request.compare(limit) <= 0 : request.equals(limit)) return []
    return [{path, resource, isOneOfSeveral: false, ...isStated(resource) ? {side: 'requests', amount: limit} : {side: 'limits', amount: request}}]
  })
}
