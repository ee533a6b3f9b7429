import {itemLists, itemsOf} from '../../../../kinds/limit-range/items.js'
import type {LimitRange} from '../../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../../machinery/field/path.js'
import {compareText} from '../../../../machinery/go/text.js'
import type {Quantity} from '../../../../machinery/quantity/quantity.js'
import type {PolicyFinding, RelatedPlace} from '../../../policy-check.js'

export type ItemList = typeof itemLists[number]

/** One amount that a LimitRange states, such as `max cpu 2` of its Container item. */
export class Statement {
  constructor(
    readonly policy: LimitRange,
    private readonly item: number,
    readonly type: string,
    readonly list: ItemList,
    readonly name: string,
    readonly amount: Quantity,
  ) {}

  /** Its path in the LimitRange. */
  get field(): FieldPath {
    return FieldPath.of('spec', 'limits').index(this.item).child(this.list).key(this.name)
  }
}

/** At most this number of LimitRanges of a namespace is compared. */
const maxPolicies = 200

/** The LimitRanges that are compared with one another. */
export const comparedOf = (policies: readonly LimitRange[]): readonly LimitRange[] => policies.slice(0, maxPolicies)

/** All that a LimitRange states, in the order in which it is enforced. */
export function statementsOf(policy: LimitRange): readonly Statement[] {
  const statements: Statement[] = []
  itemsOf(policy).forEach((item, i) => {
    for (const list of itemLists) {
      const amounts = item[list]
      if (amounts === undefined) continue
      for (const [name, amount] of Object.entries(amounts)) statements.push(new Statement(policy, i, item.type ?? '', list, name, amount))
    }
  })
  return statements
}

const none: readonly Statement[] = []

/** The statements of LimitRanges about one resource. */
export class Statements {
  private readonly byList = new Map<string, Map<ItemList, Statement[]>>()

  constructor(readonly name: string) {}

  private last: LimitRange | undefined

  private policyCount = 0

  /** The number of LimitRanges with a statement about the resource. */
  get policies(): number {
    return this.policyCount
  }

  /** Adds a statement, those of one LimitRange after those of another. */
  add(statement: Statement): void {
    const {policy, type, list} = statement
    if (policy !== this.last) this.policyCount++
    this.last = policy
    let lists = this.byList.get(type)
    if (lists === undefined) this.byList.set(type, lists = new Map<ItemList, Statement[]>())
    const known = lists.get(list)
    if (known === undefined) lists.set(list, [statement])
    else known.push(statement)
  }

  /** The statements for one type of item and one list, in the order of the LimitRanges. */
  of(type: string, list: ItemList): readonly Statement[] {
    return this.byList.get(type)?.get(list) ?? none
  }

  /** The greatest of the amounts that must at least be there. */
  highest(type: string, list: ItemList): Statement | undefined {
    return best(this.of(type, list), (a, b) => a.amount.compare(b.amount) > 0)
  }

  /** The least of the amounts that must not be exceeded. */
  lowest(type: string, list: ItemList): Statement | undefined {
    return best(this.of(type, list), (a, b) => a.amount.compare(b.amount) < 0)
  }

  /** The statement at a field. */
  at(policy: LimitRange | undefined, field: FieldPath): Statement | undefined {
    const path = String(field)
    const all = [...this.byList.values()].flatMap((lists) => [...lists.values()].flat())
    return all.find((statement) => statement.policy === policy && String(statement.field) === path)
  }
}

/** The first of the statements that no other one surpasses. */
const best = (statements: readonly Statement[], surpasses: (a: Statement, b: Statement) => boolean): Statement | undefined =>
  statements.reduce<Statement | undefined>((known, next) => known === undefined || surpasses(next, known) ? next : known, undefined)

/** The statements of the LimitRanges of a namespace, by resource. */
export function byResource(policies: readonly LimitRange[]): Statements[] {
  const byName = new Map<string, Statements>()
  for (const policy of policies) {
    for (const statement of statementsOf(policy)) {
      const {name} = statement
      let statements = byName.get(name)
      if (statements === undefined) byName.set(name, statements = new Statements(name))
      statements.add(statement)
    }
  }
  return [...byName.values()].sort((a, b) => compareText(a.name, b.name))
}

const words: Readonly<Record<ItemList, string>> = {
  min: 'min', max: 'max', default: 'default limit', defaultRequest: 'default request', maxLimitRequestRatio: 'max limit/request ratio',
}

/** A statement in words, with the LimitRange that makes it: `Pod max of LimitRange limits`. */
export const statementText = ({type, list, policy}: Statement): string => `${type} ${words[list]} of LimitRange ${policy.metadata.name ?? ''}`

/** A statement as a place beside a finding. */
export const relatedTo = ({policy, field, name, type, list, amount}: Statement): RelatedPlace =>
  ({policy, field, message: `${type} ${words[list]} ${name} is ${amount} here`})

type FindingText = Pick<PolicyFinding, 'ruleId' | 'severity' | 'message' | 'hint'>

/** A finding at a statement, with others that have to do with it. */
export const findingAt = ({policy, field}: Statement, text: FindingText, others: readonly (Statement | undefined)[] = []): PolicyFinding =>
  ({policy, field, ...text, related: [...new Set(others)].flatMap((other) => other === undefined ? [] : [relatedTo(other)])})
