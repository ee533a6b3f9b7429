import {scopeSelectorsOf} from '../../../kinds/resource-quota/scope-selector.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {Quantity} from '../../../machinery/quantity/quantity.js'
import {noResources} from '../../../machinery/quantity/resource-list.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {type AdmissionPlugin, type Explanation, isRejection, type Phase, type PluginContext, type Rejection} from '../../plugin.js'
import type {PolicyPlace} from '../../explanation.js'
import type {Account} from './account.js'
import {checkRequest, isWrite, type PendingCharge, pendingCharges, type WriteAttributes} from './check-request.js'
import type {LimitedResource, ResourceQuotaConfiguration} from './configuration.js'
import {type Evaluator, trackedNames} from './evaluators/evaluator.js'
import {Evaluators} from './evaluators/index.js'
import {explainQuotas} from './explain.js'
import {type ChargedAccount, Ledger} from './ledger.js'
import {chargedUsage, timesThatFit} from './repeated-charge.js'

/** A request that quotas may count, and the inputs of the decision. */
interface Question {
  readonly ledger: Ledger
  readonly write: WriteAttributes
  readonly evaluator: Evaluator
  readonly limited: readonly LimitedResource[]
}

/** Enforces the quotas of a namespace and charges admitted requests (spec resourcequota 1, spec resourcequota 2, spec resourcequota 3). */
export class ResourceQuotaPlugin implements AdmissionPlugin {
  readonly name = 'ResourceQuota'
  private readonly evaluators: Evaluators
  private readonly configuration: ResourceQuotaConfiguration

  constructor(private readonly context: PluginContext) {
    this.evaluators = new Evaluators(context.store, context.clock)
    this.configuration = context.configuration ?? {}
  }

  handles(operation: Operation): boolean {
    return operation !== 'DELETE'
  }

  validate(attributes: Attributes): Rejection | undefined {
    const question = this.questionOf(attributes, {isExplained: false})
    if (question === undefined) return undefined
    const {ledger, write, evaluator, limited} = question
    const {onDecision} = this.context
    if (onDecision !== undefined) for (const place of exemptions(ledger.accounts, write, evaluator)) onDecision(place)
    const outcome = checkRequest(ledger.accounts, write, evaluator, limited)
    if ('status' in outcome) return outcome
    if (!attributes.dryRun) for (const {account, used} of outcome) ledger.charge(account, used)
    return undefined
  }

  explain(attributes: Attributes, phase: Phase): Explanation | undefined {
    const question = phase === 'validate' ? this.questionOf(attributes, {isExplained: true}) : undefined
    if (question === undefined) return undefined
    const {ledger, write, evaluator} = question
    return {policies: explainQuotas(ledger.accounts, write, evaluator), rejection: this.validate({...attributes, dryRun: true})}
  }

  room(attributes: Attributes): number {
    return timesThatFit(this.dueOf(attributes))
  }

  charge(attributes: Attributes, times: number): void {
    const ledger = Ledger.of(this.context.store, attributes.namespace)
    for (const due of this.dueOf(attributes)) ledger.charge(due.account, chargedUsage(due, times))
  }

  headrooms(namespace: string): ReadonlyMap<string, Quantity> {
    const {accounts} = Ledger.of(this.context.store, namespace)
    return new Map(accounts.flatMap(({quotas, used}) => quotas.flatMap(({metadata: {name = ''}, status: {hard = noResources} = {}}) =>
      Object.entries(hard).map(([resource, bound]) => [`${name} ${resource}`, bound.sub(used[resource] ?? Quantity.zero)] as const))))
  }

  private dueOf(attributes: Attributes): readonly PendingCharge<ChargedAccount>[] {
    const question = this.questionOf(attributes, {isExplained: false})
    const due = question === undefined ? [] : pendingCharges(question.ledger.accounts, question.write, question.evaluator, question.limited)
    return isRejection(due) ? [] : due
  }

  /**
   * Returns the inputs of the decision about a request; undefined if no quota can count it.
   *
   * @param isExplained true to return them even if no quota counts it
   */
  private questionOf(attributes: Attributes, {isExplained}: {readonly isExplained: boolean}): Question | undefined {
    const {namespace, resource} = attributes
    if (namespace === '' || !isWrite(attributes) || isRequestFor(attributes, 'namespaces')) return undefined
    const {context: {store}, configuration: {limitedResources = []}} = this
    if (limitedResources.length === 0 && !Ledger.hasQuotas(store, namespace)) return undefined
    const evaluator = this.evaluators.of(resource)
    if (evaluator?.handles(attributes) !== true) return undefined
    const needsQuotas = isExplained || limitedResources.length > 0 || Ledger.mayCount(store, namespace, evaluator)
    return needsQuotas ? {ledger: Ledger.of(store, namespace), write: attributes, evaluator, limited: limitedResources} : undefined
  }
}

const spec = FieldPath.of('spec')

/** Returns the scopes that keep quotas from counting the object of a request, where it is in all other scopes of the quota. */
function exemptions(accounts: readonly Account[], {object}: WriteAttributes, evaluator: Evaluator): PolicyPlace[] {
  return accounts.filter(({hard}) => trackedNames(evaluator, hard).length > 0).flatMap(({quotas}) => quotas.flatMap((policy) => {
    const outside = scopeSelectorsOf(policy).flatMap((requirement, i) => evaluator.inScope?.(requirement, object) === false ? [i] : [])
    const [only] = outside
    return only === undefined || outside.length > 1 ? [] : [{policy, field: scopeField(only, policy.spec?.scopes?.length ?? 0)}]
  }))
}

/** The field of a condition: the scopes come before the expressions of the selector. */
const scopeField = (position: number, scopes: number): FieldPath =>
  position < scopes ? spec.child('scopes').index(position) : spec.child('scopeSelector', 'matchExpressions').index(position - scopes)
