import {Quantity} from '../../../machinery/quantity/quantity.js'
import {type ResourceList, resourceListOf} from '../../../machinery/quantity/resource-list.js'
import {boundAmounts, type PendingCharge} from './check-request.js'

/**
 * Returns how many equal requests fit into the quotas: the headroom of each resource divided by the amount that one request adds.
 *
 * @param due the amounts that one request adds to each account
 * @returns Infinity if no quota bounds them
 */
export function timesThatFit(due: readonly PendingCharge[]): number {
  let room = Infinity
  for (const {account: {hard, used}, delta} of due) {
    for (const [name, amount] of Object.entries(boundAmounts(delta, hard))) {
      const left = hard[name]?.sub(used[name] ?? Quantity.zero)
      if (left !== undefined && amount.sign() > 0) room = Math.min(room, left.sign() < 0 ? 0 : Number(left.quotient(amount)))
    }
  }
  return room
}

/** Returns the usage of an account after a number of equal requests, of the resources that they add to. */
export const chargedUsage = ({account: {hard, used}, delta}: PendingCharge, times: number): ResourceList =>
  resourceListOf(Object.entries(boundAmounts(delta, hard)).map(([name, amount]) => [name, chargedAmount(used[name], amount, times)]))

/**
 * Limit on the steps after which the format of a usage is stable. Usage is stored as text after each request: `1024Mi` is `1Gi`, but
 * 1025 bytes are `1025`, which never gets a suffix again. Sums of thousandths reach such a number within 1,000 steps, or never.
 */
const maxSteps = 2048

/** Returns a sum that is stored as text after each addition, so that its format depends on all additions. */
function chargedAmount(used: Quantity | undefined, amount: Quantity, times: number): Quantity {
  let sum = used
  let left = times
  for (let step = 0; left > 0 && (step < 2 || (sum?.format === 'DecimalExponent' && step < maxSteps)); step++, left--) {
    sum = (sum === undefined ? amount : sum.add(amount)).reread()
  }
  if (sum === undefined) return Quantity.zero
  return left === 0 ? sum : sum.add(amount.times(BigInt(left))).reread()
}
