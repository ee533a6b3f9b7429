import type {KubeObject} from '../../../../kinds/kind.js'
import type {LimitRange} from '../../../../machinery/api/core-v1.js'
import type {Quantity} from '../../../../machinery/quantity/quantity.js'
import type {Statement, Statements} from './statements.js'
import {restrictTo, tryWithoutResources} from './dry-run.js'

/** Why the server rejects a container, and the statement that forbids it; without one, the container is not valid by itself. */
interface Denial {
  readonly message: string
  readonly by: Statement | undefined
}

/** An order in which the server may list LimitRanges, reduced to the defaults that win. */
export interface DefaultOrder {
  /** The default request and the default limit that win. */
  readonly request: Statement
  readonly limit: Statement | undefined
  /** The LimitRanges in that order, reduced to the resource. */
  readonly policies: readonly LimitRange[]
  /** The reasons to reject a container without resources then. */
  readonly rejected: readonly Denial[]
}

/** At most this number of orders is tried. */
const maxOrders = 40

/** True if the order in which LimitRanges are listed makes no difference to the resource. */
export const isOrderIrrelevant = (resource: Statements): boolean => distinct(resource.of('Container', 'defaultRequest'), resource.of('Container', 'default')).length <= 1

/**
 * Evaluates a container without the resource in each order that makes a difference: the server lists LimitRanges in any order
 * (spec limitranger 1.2).
 */
export function ordersOf(resource: Statements, policies: readonly LimitRange[]): DefaultOrder[] {
  const sources = distinct(resource.of('Container', 'defaultRequest'), resource.of('Container', 'default'))
  const concerned = policies.map((policy) => restrictTo(policy, resource.name))
  const origins = new Map(policies.map((policy, i) => [concerned[i] as KubeObject, policy]))
  const inOrder = (request: Statement, limit: Statement | undefined): DefaultOrder => {
    const first = [...new Set([request.policy, ...limit === undefined ? [] : [limit.policy]])].map((policy) => policies.indexOf(policy))
    const order = [...new Set([...first, ...policies.keys()])].flatMap((i) => concerned[i] ?? [])
    const rejected = tryWithoutResources(order).map(({message, cause}) => ({message, by: cause && resource.at(origins.get(cause.policy), cause.field)}))
    return {request, limit, policies: order, rejected}
  }
  const withLimit = sources.filter(({limit}) => limit !== undefined)
  // If a LimitRange gives no limit, the next one with a limit gives it.
  const winners = sources.flatMap((source) =>
    source.limit !== undefined || withLimit.length === 0 ? [source] : withLimit.map(({limit}) => ({...source, limit})))
  return winners.slice(0, maxOrders).map(({request, limit}) => inOrder(request, limit))
}

interface DefaultSource {
  readonly request: Statement
  readonly limit: Statement | undefined
}

/** The LimitRanges with defaults, without those that repeat another. A default limit implies a default request. */
function distinct(requests: readonly Statement[], limits: readonly Statement[]): DefaultSource[] {
  const sources = new Map<string, DefaultSource>()
  for (const request of requests) {
    const limit = limits.find(({policy}) => policy === request.policy)
    const key = `${amountKey(request.amount)} ${limit === undefined ? '' : amountKey(limit.amount)}`
    if (!sources.has(key)) sources.set(key, {request, limit})
  }
  return [...sources.values()]
}

/** The same text for equal amounts, however they are written. */
export const amountKey = (amount: Quantity): string => String(amount.milliValue())
