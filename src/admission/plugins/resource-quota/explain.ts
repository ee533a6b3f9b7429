import {scopeSelectorsOf} from '../../../kinds/resource-quota/scope-selector.js'
import type {ResourceQuota} from '../../../machinery/api/core-v1.js'
import {compareText} from '../../../machinery/go/text.js'
import {Quantity} from '../../../machinery/quantity/quantity.js'
import {add, exceededNames, isEmpty, mask, noResources, removeZeros, resourceNames} from '../../../machinery/quantity/resource-list.js'
import type {QuotaExplanation, QuotaSum, ScopeMatch} from '../../explanation.js'
import type {Account} from './account.js'
import {boundAmounts, deltaFor, exceededBy, hardPath, previousUsage, type WriteAttributes} from './check-request.js'
import {type Evaluator, trackedNames} from './evaluators/evaluator.js'

/** Explains how each quota of a namespace counts a request, by the names of the quotas. The values are those by which `checkRequest` decides. */
export const explainQuotas = (accounts: readonly Account[], attributes: WriteAttributes, evaluator: Evaluator): QuotaExplanation[] =>
  accounts.flatMap((account) => account.quotas.map((quota) => explainQuota(quota, account, attributes, evaluator)))
    .sort(({policy: a}, {policy: b}) => compareText(a.metadata.name ?? '', b.metadata.name ?? ''))

function explainQuota(policy: ResourceQuota, account: Account, attributes: WriteAttributes, evaluator: Evaluator): QuotaExplanation {
  const scopes = scopeSelectorsOf(policy)
    .map((requirement): ScopeMatch => ({requirement, answer: evaluator.inScope?.(requirement, attributes.object) ?? false}))
  const names = trackedNames(evaluator, account.hard)
  const base = {type: 'quota', policy, scopes, unmet: [], sums: []} as const
  if (names.length === 0) return {...base, ignores: 'other-resources'}
  if (scopes.some(({answer}) => answer !== true)) return {...base, ignores: 'out-of-scope'}
  const unmet = (evaluator.constraints?.(names, attributes.object) ?? [])
    .map(({name, missing}) => ({resource: name, containers: [...new Set(missing.map(({container}) => container))].sort(compareText)}))
  const sums = sumsOf(policy, account, attributes, evaluator)
  return {...base, unmet, sums, ...sums.length === 0 && unmet.length === 0 && {ignores: 'no-change'}}
}

function sumsOf(policy: ResourceQuota, account: Account, attributes: WriteAttributes, evaluator: Evaluator): QuotaSum[] {
  const {object} = attributes
  const {used, hard: names} = account
  const hard = policy.status?.hard ?? noResources
  const usage = evaluator.usage(object)
  const previous = previousUsage(account, attributes, evaluator)
  const requested = boundAmounts(removeZeros(deltaFor(account, attributes, evaluator, usage)), names)
  if (isEmpty(requested)) return []
  const total = add(mask(used, Object.keys(requested)), requested)
  const exceeded = exceededNames(total, hard)
  return resourceNames(requested).map((resource): QuotaSum => {
    const amountIn = (list: typeof used): Quantity => list[resource] ?? Quantity.zero
    const sum = evaluator.sumOf?.(object, resource)
    const over = exceeded.includes(resource) ? exceededBy(resource, requested, used, hard) : undefined
    return {
      cause: {policy, field: hardPath.key(resource)}, resource, used: amountIn(used), usage: amountIn(usage), ...previous && {previous: amountIn(previous)},
      requested: amountIn(requested), total: amountIn(total), hard: amountIn(hard),
      ...over && {excess: over, room: amountIn(usage).sub(over)}, ...sum && {sum},
    }
  })
}
