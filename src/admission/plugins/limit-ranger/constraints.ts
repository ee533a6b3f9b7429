import {fixed} from '../../../machinery/go/text.js'
import {Quantity} from '../../../machinery/quantity/quantity.js'
import type {ResourceList} from '../../../machinery/quantity/resource-list.js'

/** The requests and limits of a container, a pod as a whole, or a claim. */
export interface Usage {
  readonly requests: ResourceList
  readonly limits: ResourceList
}

export type Side = keyof Usage

/** A broken constraint: LimitRanger's message, and the side of the usage that breaks it. */
export interface Violation {
  readonly message: string
  readonly side: Side
}

/** Tests a usage against the amount that an item of some type enforces for a resource. */
export type Constraint = (type: string, resource: string, enforced: Quantity, usage: Usage) => Violation | undefined

/** The largest number whose thousandths fit an int64 (`resource.MaxMilliValue`). */
const maxMilliValue = 9223372036854775n

/** Request, limit and enforced amount as integers of one unit: thousandths, or whole units where one of them is too large (`requestLimitEnforcedValues`). */
function comparable(resource: string, enforced: Quantity, {requests, limits}: Usage): {request: bigint, limit: bigint, bound: bigint} {
  const [request, limit] = [requests[resource] ?? Quantity.zero, limits[resource] ?? Quantity.zero]
  const isSmall = fitsMilli(request) && fitsMilli(limit) && fitsMilli(enforced)
  const valueOf = (amount: Quantity): bigint => isSmall ? amount.int64MilliValue() : amount.int64Value()
  return {request: valueOf(request), limit: valueOf(limit), bound: valueOf(enforced)}
}

/** True if the thousandths of an amount fit an int64. */
const fitsMilli = (amount: Quantity): boolean => amount.int64Value() <= maxMilliValue

/** True for an amount that the constraints compare without the server's overflows: a smaller one is then smaller in thousandths and in whole units, or the same. */
export const isExact = (amount: Quantity): boolean => amount.sign() >= 0 && amount.value() <= maxMilliValue
  && amount.int64Value() === amount.value() && amount.int64MilliValue() === amount.milliValue()

/** min <= request (required) <= limit (optional) (`minConstraint`). */
export const minConstraint: Constraint = (type, resource, enforced, usage) => {
  const rule = (): string => `minimum ${resource} usage per ${type} is ${enforced}`
  if (usage.requests[resource] === undefined) return {side: 'requests', message: `${rule()}.  No request is specified`}
  const {request, limit, bound} = comparable(resource, enforced, usage)
  if (request < bound) return {side: 'requests', message: `${rule()}, but request is ${usage.requests[resource]}`}
  if (usage.limits[resource] === undefined || limit >= bound) return undefined
  return {side: 'limits', message: `${rule()}, but limit is ${usage.limits[resource]}`}
}

/** limit (required) <= max, and request (optional) <= max (`maxConstraint`). */
export const maxConstraint: Constraint = (type, resource, enforced, usage) => {
  const rule = (): string => `maximum ${resource} usage per ${type} is ${enforced}`
  if (usage.limits[resource] === undefined) return {side: 'limits', message: `${rule()}.  No limit is specified`}
  const {request, limit, bound} = comparable(resource, enforced, usage)
  if (limit > bound) return {side: 'limits', message: `${rule()}, but limit is ${usage.limits[resource]}`}
  if (usage.requests[resource] === undefined || request <= bound) return undefined
  return {side: 'requests', message: `${rule()}, but request is ${usage.requests[resource]}`}
}

/** request (required) <= max, for claims, whose limits count for nothing (`maxRequestConstraint`). */
export const maxRequestConstraint: Constraint = (type, resource, enforced, usage) => {
  const rule = (): string => `maximum ${resource} usage per ${type} is ${enforced}`
  if (usage.requests[resource] === undefined) return {side: 'requests', message: `${rule()}.  No request is specified`}
  const {request, bound} = comparable(resource, enforced, usage)
  return request > bound ? {side: 'requests', message: `${rule()}, but request is ${usage.requests[resource]}`} : undefined
}

/** limit divided by request <= ratio, both required and not zero (`limitRequestRatioConstraint`). */
export const limitRequestRatioConstraint: Constraint = (type, resource, enforced, usage) => {
  const rule = (): string => `${resource} max limit to request ratio per ${type} is ${enforced}`
  const {request, limit} = comparable(resource, enforced, usage)
  if (usage.requests[resource] === undefined || request === 0n) return {side: 'requests', message: `${rule()}, but no request is specified or request is 0`}
  if (usage.limits[resource] === undefined || limit === 0n) return {side: 'limits', message: `${rule()}, but no limit is specified or limit is 0`}
  const ratio = quotient(limit, request)
  return isRatioAbove(ratio, enforced) ? {side: 'limits', message: `${rule()}, but provided ratio is ${fixed(ratio)}`} : undefined
}

/** Returns the limit of a usage divided by its request, as `limitRequestRatioConstraint` compares it; undefined without both. */
export function ratioOf(resource: string, enforced: Quantity, usage: Usage): number | undefined {
  const {request, limit} = comparable(resource, enforced, usage)
  return usage.requests[resource] === undefined || usage.limits[resource] === undefined || request === 0n ? undefined : quotient(limit, request)
}

const quotient = (limit: bigint, request: bigint): number => Number(limit) / Number(request)

/** Compares in floating point, in thousandths where they fit, exactly as upstream does: 2.007 is so found to be above 2007m. */
function isRatioAbove(ratio: number, enforced: Quantity): boolean {
  const whole = enforced.int64Value()
  return whole <= maxMilliValue ? ratio * 1000 > Number(enforced.int64MilliValue()) : ratio > Number(whole)
}
