import {hugePageSize, isHugePageResourceName, isOvercommitAllowed} from '../../../../kinds/shared/resource-names.js'
import {podLevelResources} from '../enforce.js'
import type {Statement, Statements} from './statements.js'

// The amounts of one resource that satisfy all LimitRanges, as exact intervals of thousandths (spec limitranger 3, spec limitranger 5). A limit equal
// to the request breaks no bound that another limit would keep, so one number represents both.

/** An end of an interval, and the statement that sets it; without one, it is a natural bound. */
export interface IntervalEnd {
  readonly amount: bigint
  readonly by?: Statement
}

/** The amounts of a resource that a container, a pod or a claim may have. */
export interface Interval {
  readonly minimum: IntervalEnd
  readonly maximum: IntervalEnd | undefined
}

/** The allowed amounts of one resource for each container of a pod, and for the pod as a whole. */
export interface AllowedAmounts {
  readonly name: string
  readonly container: Interval
  readonly pod: Interval
  /** The number of containers that a pod may have. */
  readonly containers: {readonly fewest: bigint, readonly maximum: bigint | undefined}
}

/** Statements that cannot be met at once, and why in words. */
export interface BoundConflict {
  readonly statements: readonly Statement[]
  readonly reason: string
}

/** The largest amount whose thousandths the server computes with without overflow. */
const maxExact = 9223372036854775n

/** The smallest amount of a resource, in thousandths; undefined for a resource without valid amounts. */
function unitOf(name: string): bigint | undefined {
  if (!isHugePageResourceName(name)) return isOvercommitAllowed(name) ? 1n : 1000n
  const size = hugePageSize(name)
  return size !== undefined && size.sign() > 0 && size.isInteger() ? size.milliValue() : undefined
}

const isExact = ({amount}: Statement): boolean => amount.value() < maxExact && amount.value() > -maxExact

/** The amounts that statements of a type leave, in multiples of a unit. */
function intervalOf(resource: Statements, type: string, unit: bigint): Interval {
  const [min, max, ratio] = [resource.highest(type, 'min'), resource.lowest(type, 'max'), resource.lowest(type, 'maxLimitRequestRatio')]
  const minimum = min === undefined ? 0n : roundUp(min.amount.milliValue(), unit)
  const maximum = max && {amount: roundDown(max.amount.milliValue(), unit), by: max}
  // With a ratio, neither the request nor the limit may be zero.
  if (minimum <= 0n && ratio !== undefined) return {minimum: {amount: unit, by: ratio}, maximum}
  return {minimum: minimum > 0n && min !== undefined ? {amount: minimum, by: min} : {amount: 0n}, maximum}
}

const roundUp = (amount: bigint, unit: bigint): bigint => -roundDown(-amount, unit)

const roundDown = (amount: bigint, unit: bigint): bigint => amount - (amount % unit + unit) % unit

/** The amounts of a resource that the LimitRanges of a namespace allow to pods; undefined if there are no bounds, or the server miscounts. */
export function allowedAmounts(resource: Statements): AllowedAmounts | BoundConflict | undefined {
  if (!known.has(resource)) known.set(resource, findAllowedAmounts(resource))
  return known.get(resource)
}

const known = new WeakMap<Statements, AllowedAmounts | BoundConflict | undefined>()

function findAllowedAmounts(resource: Statements): AllowedAmounts | BoundConflict | undefined {
  const bounds = (['Container', 'Pod'] as const).flatMap((type) => (['min', 'max', 'maxLimitRequestRatio'] as const).flatMap((list) => resource.of(type, list)))
  if (bounds.length === 0 || !bounds.every(isExact)) return undefined
  const unit = unitOf(resource.name)
  if (unit === undefined) return {statements: bounds.slice(0, 1), reason: `no amount of ${resource.name} is valid, because its name states no page size`}
  const [container, pod] = [intervalOf(resource, 'Container', unit), intervalOf(resource, 'Pod', unit)]
  return emptiness(resource.name, 'container', container) ?? emptiness(resource.name, 'pod', pod) ?? together(resource.name, container, pod)
}

/** The amounts of a resource that the LimitRanges of a namespace allow to claims. */
export function allowedClaimAmounts(resource: Statements): Interval | BoundConflict | undefined {
  const bounds = [...resource.of('PersistentVolumeClaim', 'min'), ...resource.of('PersistentVolumeClaim', 'max')]
  if (bounds.length === 0 || !bounds.every(isExact)) return undefined
  const [min, max] = [resource.highest('PersistentVolumeClaim', 'min'), resource.lowest('PersistentVolumeClaim', 'max')]
  const interval: Interval = {
    minimum: min === undefined ? {amount: 0n} : {amount: min.amount.milliValue(), by: min},
    maximum: max && {amount: max.amount.milliValue(), by: max},
  }
  return emptiness(resource.name, 'claim', interval) ?? interval
}

/** The least that LimitRanges allow to each pod of a resource; undefined without bounds, or if no pod meets them. */
export function minPodAmount(resource: Statements): IntervalEnd | undefined {
  const room = allowedAmounts(resource)
  if (room === undefined || isConflict(room)) return undefined
  const {container: {minimum}, pod} = room
  return minimum.amount > pod.minimum.amount ? minimum : pod.minimum
}

/** The least that LimitRanges allow to each claim of a resource; undefined without bounds, or if no claim meets them. */
export function minClaimAmount(resource: Statements): IntervalEnd | undefined {
  const room = allowedClaimAmounts(resource)
  return room === undefined || isConflict(room) ? undefined : room.minimum
}

export const isConflict = (room: object): room is BoundConflict => 'reason' in room

const statementsIn = (...ends: readonly (IntervalEnd | undefined)[]): Statement[] => [...new Set(ends.flatMap((end) => end?.by ?? []))]

/** Why an interval has nothing in it; undefined when it has. */
function emptiness(name: string, what: string, {minimum, maximum}: Interval): BoundConflict | undefined {
  if (maximum?.by === undefined || minimum.amount <= maximum.amount) return undefined
  const statements = statementsIn(minimum, maximum)
  const high = maximum.by.amount
  if (minimum.by === undefined) return {statements, reason: `a ${what} has at most ${name} ${high}, which is below zero`}
  if (minimum.by.list === 'min' && minimum.by.amount.compare(high) <= 0) {
    return {statements, reason: `a ${what} has ${name} from ${minimum.by.amount} to ${high}, and no whole number of units is between them`}
  }
  return {statements, reason: `a ${what} has ${name} ${lowText(minimum)}, and at most ${high}`}
}

/** The amounts allowed to both containers and the pod, or the reason that containers never add up to an allowed pod. */
function together(name: string, container: Interval, pod: Interval): AllowedAmounts | BoundConflict {
  if (pod.maximum !== undefined && container.minimum.amount > pod.maximum.amount) {
    const reason = `a container has ${name} ${lowText(container.minimum)}, and a whole pod at most ${endText(pod.maximum)}`
    return {statements: statementsIn(container.minimum, pod.maximum), reason}
  }
  const maximum = pod.maximum === undefined || container.minimum.amount === 0n ? undefined : pod.maximum.amount / container.minimum.amount
  const fewest = fewestContainers(name, container, pod)
  if (fewest === undefined || (maximum !== undefined && fewest > maximum)) return neverAddUp(name, container, pod)
  return {name, container, pod, containers: {fewest, maximum}}
}

/** A pod can state cpu and memory as a whole, however little its containers take; undefined where no number is enough. */
function fewestContainers(name: string, container: Interval, pod: Interval): bigint | undefined {
  return podLevelResources.includes(name) ? 1n : containersToReachMin(container, pod)
}

/** The number of containers that together reach the pod's least amount, if nothing is stated for the pod as a whole. */
export function containersToReachMin({maximum}: Interval, {minimum}: Interval): bigint | undefined {
  if (maximum === undefined || minimum.amount <= maximum.amount) return 1n
  return maximum.amount === 0n ? undefined : (minimum.amount + maximum.amount - 1n) / maximum.amount
}

function neverAddUp(name: string, container: Interval, pod: Interval): BoundConflict {
  const bounds = ({minimum, maximum}: Interval): string => maximum === undefined ? lowText(minimum) : `${lowText(minimum)} and at most ${endText(maximum)}`
  const reason = `containers have ${name} ${bounds(container)} each, and no number of containers adds up to what a pod may have: ${bounds(pod)}`
  return {statements: statementsIn(container.minimum, container.maximum, pod.minimum, pod.maximum), reason}
}

/** The end of an interval as it is stated. */
const endText = ({by}: IntervalEnd): string => String(by?.amount ?? 0)

const lowText = (end: IntervalEnd): string => end.by?.list === 'maxLimitRequestRatio' ? 'more than 0' : `at least ${endText(end)}`

/** Why no number of containers suits the resources of a pod all at once; undefined when one does. */
export function countConflict(rooms: readonly AllowedAmounts[]): BoundConflict | undefined {
  const [first, ...rest] = rooms
  if (first === undefined) return undefined
  const low = rest.reduce((best, next) => next.containers.fewest > best.containers.fewest ? next : best, first)
  const high = rest.reduce((best, next) => isFewer(next.containers.maximum, best.containers.maximum) ? next : best, first)
  const {containers: {fewest}} = low
  const {containers: {maximum}} = high
  if (maximum === undefined || fewest <= maximum) return undefined
  const reason = `of ${low.name} a pod reaches ${endText(low.pod.minimum)} with ${fewest} containers or more, and of ${high.name} it may have ${maximum} at most`
  return {statements: statementsIn(low.pod.minimum, low.container.maximum, high.container.minimum, high.pod.maximum), reason}
}

const isFewer = (a: bigint | undefined, b: bigint | undefined): boolean => a !== undefined && (b === undefined || a < b)
