import type {PolicyFinding} from '../../../policy-check.js'
import type {DefaultOrder} from './default-orders.js'
import {findingAt, type Statement, type Statements} from './statements.js'
import {tryWithoutResources} from './dry-run.js'

/** No sensible pod needs more containers than this to reach a sum. */
const maxContainers = 20

/**
 * Defaults with which a container without resources is rejected, in any order of the LimitRanges: by the same LimitRange, by
 * another one, or because they make the container invalid.
 */
export function checkRefusedDefault(resource: Statements, orders: readonly DefaultOrder[]): PolicyFinding[] {
  const [order] = orders
  if (order === undefined || !orders.every(({rejected}) => rejected.length > 0)) return []
  const containers = containersNeeded(resource, order)
  const fit = containers > 1 && orders.every(({policies}) => tryWithoutResources(policies, containers).length === 0)
  return [fit ? tooFew(order, containers) : rejection(order)]
}

/** The number of containers with the default request that reach the pod min of the LimitRanges. */
function containersNeeded(resource: Statements, {request: {amount}}: DefaultOrder): number {
  const min = resource.highest('Pod', 'min')?.amount
  if (min === undefined || amount.sign() <= 0 || amount.compare(min) >= 0) return 1
  const count = (min.milliValue() + amount.milliValue() - 1n) / amount.milliValue()
  return count > maxContainers ? 1 : Number(count)
}

function rejection(order: DefaultOrder): PolicyFinding {
  const [first] = order.rejected
  const message = `${withoutResources(order)}, and is rejected: ${first?.message ?? ''}`
  return findingAt(blamed(order), {ruleId: 'limit-range/refused-default', severity: 'warning', message}, causesOf(order))
}

function tooFew(order: DefaultOrder, containers: number): PolicyFinding {
  const [first] = order.rejected
  const message = `${withoutResources(order)}, and a pod of fewer than ${containers} such containers is rejected: ${first?.message ?? ''}`
  return findingAt(order.request, {ruleId: 'limit-range/default-below-pod-min', severity: 'warning', message}, causesOf(order))
}

/** Describes the defaults of a container without requests and limits. */
function withoutResources({request, limit}: DefaultOrder): string {
  const amounts = limit?.amount.equals(request.amount) === true ? `${request.amount} as request and limit`
    : `a request of ${request.amount}${limit === undefined ? '' : ` and a limit of ${limit.amount}`}`
  return `a container that does not set ${request.name} gets ${amounts}`
}

/** The default at error: the limit, unless a bound for requests rejects it. */
const blamed = ({request, limit, rejected: [first]}: DefaultOrder): Statement => first?.by?.list === 'min' ? request : limit ?? request

const causesOf = (order: DefaultOrder): (Statement | undefined)[] => {
  const own = blamed(order)
  return [...order.rejected.map(({by}) => by), ...[order.request, order.limit].filter((each) => each !== own && each?.policy !== own.policy)]
}
