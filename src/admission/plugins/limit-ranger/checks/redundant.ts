import type {LimitRange} from '../../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../../machinery/field/path.js'
import type {PolicyFinding} from '../../../policy-check.js'
import {amountKey} from './default-orders.js'
import {ifAnyFeature} from './features.js'
import {relatedTo, type Statement, statementsOf} from './statements.js'

/** LimitRanges that ask for no more than others do: the namespace is the same without them. */
export const checkRedundant = ifAnyFeature(['several'], (policies: readonly LimitRange[]): PolicyFinding[] => {
  const stated = policies.map((policy) => ({policy, statements: statementsOf(policy)}))
  const kept = new Strictest(stated.flatMap(({statements}) => statements))
  return stated.toReversed().flatMap(({policy, statements}) => {
    const others = statements.map((statement) => kept.otherAsStrict(statement))
    if (others.length === 0 || !others.every((other) => other !== undefined)) return []
    kept.remove(policy)
    return [repeats(policy, others)]
  })
})

/** Statements of LimitRanges by their subject. */
class Strictest {
  private readonly byPlace = new Map<string, Statement[]>()
  private readonly removed = new Set<LimitRange>()

  constructor(statements: readonly Statement[]) {
    for (const statement of statements) {
      const key = keyOf(statement)
      const group = this.byPlace.get(key)
      if (group === undefined) this.byPlace.set(key, [statement])
      else group.push(statement)
    }
    for (const group of this.byPlace.values()) group.sort((a, b) => strictness(a, b))
  }

  /** A statement of another LimitRange, of those that are left, that asks for as much. */
  otherAsStrict(statement: Statement): Statement | undefined {
    const found = this.byPlace.get(keyOf(statement))?.find(({policy}) => policy !== statement.policy && !this.removed.has(policy))
    return found !== undefined && strictness(found, statement) <= 0 ? found : undefined
  }

  remove(policy: LimitRange): void {
    this.removed.add(policy)
  }
}

/** Defaults are compared with their amounts: only an equal one replaces them. */
const keyOf = ({type, list, name, amount}: Statement): string =>
  JSON.stringify([type, list, name, ...list === 'default' || list === 'defaultRequest' ? [amountKey(amount)] : []])

const strictness = (a: Statement, b: Statement): number => a.list === 'min' ? b.amount.compare(a.amount) : a.amount.compare(b.amount)

const nameOf = ({metadata: {name = ''}}: LimitRange): string => name

const common = {ruleId: 'limit-range/redundant', severity: 'info'} as const

function repeats(policy: LimitRange, others: readonly Statement[]): PolicyFinding {
  const byPolicy = [...new Map(others.map((other) => [other.policy, other])).values()]
  const names = byPolicy.slice(0, 3).map((other) => nameOf(other.policy)).join(', ')
  const message = `LimitRange ${nameOf(policy)} only repeats what LimitRange ${names} ${byPolicy.length > 1 ? 'say' : 'says'}: it has no effect of its own`
  return {policy, field: FieldPath.of('metadata', 'name'), ...common, message, related: byPolicy.slice(0, 3).map(relatedTo)}
}
