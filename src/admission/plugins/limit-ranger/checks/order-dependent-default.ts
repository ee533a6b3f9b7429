import type {PolicyFinding} from '../../../policy-check.js'
import {amountKey, type DefaultOrder} from './default-orders.js'
import {findingAt, type Statement, type Statements} from './statements.js'

const sides = [{list: 'default', what: 'limit'}, {list: 'defaultRequest', what: 'request'}] as const

/** LimitRanges that give different defaults for one resource: the one that the server happens to list first wins (spec limitranger 1.2). */
export function checkOrderDependentDefault(resource: Statements, orders: readonly DefaultOrder[]): PolicyFinding[] {
  const different = sides.map(({list, what}) => ({what, statements: distinct(resource.of('Container', list))})).filter(({statements}) => statements.length > 1)
  const [side] = different
  const [first, ...others] = side?.statements ?? []
  if (side === undefined || first === undefined) return []
  const amounts = side.statements.map(({amount, policy}) => `${amount} (LimitRange ${policy.metadata.name ?? ''})`).join(' or ')
  const message = `a container that does not set ${resource.name} gets a ${side.what} of ${amounts}: the server lists LimitRanges in no fixed order, `
    + `and the first one wins${sometimesRejected(orders)}`
  const hint = `set defaults in only one LimitRange for ${resource.name}; where another one has a max, that one must state the same default`
  return [findingAt(first, {ruleId: 'limit-range/order-dependent-default', severity: 'warning', message, hint}, others)]
}

function distinct(statements: readonly Statement[]): Statement[] {
  const byAmount = new Map<string, Statement>()
  for (const statement of statements) {
    const key = amountKey(statement.amount)
    if (!byAmount.has(key)) byAmount.set(key, statement)
  }
  return [...byAmount.values()]
}

/** The end of the message if containers are rejected in one order and admitted in another. */
function sometimesRejected(orders: readonly DefaultOrder[]): string {
  const rejecting = orders.find(({rejected}) => rejected.length > 0)
  if (rejecting === undefined || orders.every(({rejected}) => rejected.length > 0)) return ''
  return `; with LimitRange ${rejecting.request.policy.metadata.name ?? ''} first it is rejected: ${rejecting.rejected[0]?.message ?? ''}`
}
