import {Quantity} from './quantity.js'

const milli = Quantity.parse('1m')

/** The step in which amounts of a resource are stated: a thousandth for cpu, else one unit. */
export const stepOf = (resource: string): Quantity => resource === 'cpu' ? milli : Quantity.one

/** Returns an amount of a resource that is one step closer to another amount. */
export function oneStepToward(other: Quantity, amount: Quantity, resource: string): Quantity {
  const step = stepOf(resource)
  return other.compare(amount) > 0 ? amount.add(step) : amount.sub(step)
}

/** Returns the least request of a resource of which a limit is at most a multiple (`maxLimitRequestRatio`). The ratio must be positive. */
export function minRequest(limit: Quantity, ratio: Quantity, resource: string): Quantity {
  const [dividend, divisor] = [limit.times(1000n), stepOf(resource).times(ratio.milliValue())]
  const steps = dividend.quotient(divisor)
  return ofSteps(divisor.times(steps).compare(dividend) < 0 ? steps + 1n : steps, limit, resource)
}

/** Returns the greatest limit of a resource that is at most a multiple of a request (`maxLimitRequestRatio`). */
export const greatestLimit = (request: Quantity, ratio: Quantity, resource: string): Quantity =>
  ofSteps(request.times(ratio.milliValue()).quotient(stepOf(resource).times(1000n)), request, resource)

/** A number of steps of a resource, in the format of another amount of it. */
export const ofSteps = (steps: bigint, {format}: Quantity, resource: string): Quantity =>
  resource === 'cpu' ? milli.times(steps) : Quantity.fromInteger(steps, format)
