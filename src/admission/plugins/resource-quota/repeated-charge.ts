import {Quantity} from '../../../machinery/quantity.js'
import {mask, noResources, type ResourceList, resourceListOf} from '../../../machinery/resource-list.js'
import type {Due} from './check-request.js'

/**
 * How many requests like one fit into the quotas that count it: the headroom of each resource divided by what one request adds.
 *
 * @param due what one request adds to each quota
 * @returns Infinity where nothing bounds them
 */
export function roomFor(due: readonly Due[]): number {
  let room = Infinity
  for (const {quota: {status: {hard = noResources, used = noResources} = {}}, delta} of due) {
    for (const [name, amount] of Object.entries(mask(delta, Object.keys(hard)))) {
      const left = hard[name]?.sub(used[name] ?? Quantity.zero)
      if (left !== undefined && amount.sign() > 0) room = Math.min(room, left.sign() < 0 ? 0 : Number(left.quotient(amount)))
    }
  }
  return room
}

/** The usage of a quota after so many requests, each of which adds the same. */
export function chargedUsage({quota: {status: {hard = noResources, used = noResources} = {}}, delta}: Due, times: number): ResourceList {
  const added = Object.entries(mask(delta, Object.keys(hard)))
  return resourceListOf([...Object.entries(used), ...added.map(([name, amount]) => [name, chargedAmount(used[name], amount, times)] as const)])
}

/**
 * So many steps the format of a usage may take to settle. Usage is stored as text after each request, and `1024Mi` is `1Gi` but 1025 bytes are
 * `1025`, from which on it stays without a suffix. A sum of amounts in thousandths shows within 1,000 steps whether it ever is such a number.
 */
const mostSteps = 2048

/** A sum, stored as text after each addition: which format it has depends on all of them. */
function chargedAmount(used: Quantity | undefined, amount: Quantity, times: number): Quantity {
  let sum = used
  let left = times
  for (let step = 0; left > 0 && (step < 2 || (sum?.format === 'DecimalExponent' && step < mostSteps)); step++, left--) {
    sum = (sum === undefined ? amount : sum.add(amount)).reread()
  }
  if (sum === undefined) return Quantity.zero
  return left === 0 ? sum : sum.add(amount.times(BigInt(left))).reread()
}
