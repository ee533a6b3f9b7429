import {scopeSelectorsOf} from '../../../kinds/resource-quota/scope-selector.js'
import {FieldPath} from '../../../machinery/field/path.js'
import type {PolicyPlace} from '../../policy-place.js'
import type {Account} from './account.js'
import type {WriteAttributes} from './check-request.js'
import {type Evaluator, trackedNames} from './evaluators/evaluator.js'

const spec = FieldPath.of('spec')

/** Returns the scopes that keep quotas from counting the object of a request, where it is in all other scopes of the quota. */
export function exemptions(accounts: readonly Account[], {object}: WriteAttributes, evaluator: Evaluator): PolicyPlace[] {
  return accounts.filter(({hard}) => trackedNames(evaluator, hard).length > 0).flatMap(({quotas}) => quotas.flatMap((policy) => {
    const outside = scopeSelectorsOf(policy).flatMap((requirement, i) => evaluator.inScope?.(requirement, object) === false ? [i] : [])
    const [only] = outside
    return only === undefined || outside.length > 1 ? [] : [{policy, field: scopeField(only, policy.spec?.scopes?.length ?? 0)}]
  }))
}

/** The field of a condition: the scopes come before the expressions of the selector. */
const scopeField = (position: number, scopes: number): FieldPath =>
  position < scopes ? spec.child('scopes').index(position) : spec.child('scopeSelector', 'matchExpressions').index(position - scopes)
