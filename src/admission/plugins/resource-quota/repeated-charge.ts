import type {Quantity} from '../../../machinery/quantity.js'
import {mask, noResources, type ResourceList, resourceListOf} from '../../../machinery/resource-list.js'
import type {Due} from './check-request.js'

/**
 * How many requests like one fit into the quotas that count it: the headroom of each resource divided by what one request adds.
 *
 * @param due what one request adds to each quota
 * @returns Infinity where nothing bounds them
 */
export function roomFor(due: readonly Due[]): number {
  const counts = due.flatMap(({quota: {status: {hard = noResources, used = noResources} = {}}, delta}) =>
    Object.entries(mask(delta, Object.keys(hard))).flatMap(([name, amount]) => {
      const bound = hard[name]
      const left = bound?.sub(used[name] ?? amount.times(0n))
      return left === undefined || amount.sign() <= 0 ? [] : [left.sign() < 0 ? 0 : Number(left.quotient(amount))]
    }))
  return Math.min(Infinity, ...counts)
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
  if (sum === undefined) return amount.times(0n)
  return left === 0 ? sum : sum.add(amount.times(BigInt(left))).reread()
}
