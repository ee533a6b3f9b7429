import {Quantity} from '../../../machinery/quantity.js'
import {add, equals, mask, noResources, type ResourceList, resourceListOf, resourceNames} from '../../../machinery/resource-list.js'
import {semanticEqual} from '../../../machinery/semantic-equal.js'
import type {StatusWriter} from '../../plugin.js'
import type {Evaluator} from './evaluators/evaluator.js'
import type {Evaluators} from './evaluators/index.js'
import {scopeSelectorsOf} from './scope-selector.js'
import type {ResourceQuota} from './types.js'

type QuotaStatus = NonNullable<ResourceQuota['status']>

/** The quota with another status, as it is read back from storage: a quantity keeps nothing there but its text. */
export function withUsage(quota: ResourceQuota, {hard, used}: QuotaStatus): ResourceQuota {
  return {...quota, status: {...hard && {hard: reread(hard)}, ...used && {used: reread(used)}}}
}

const reread = (list: ResourceList): ResourceList => resourceListOf(Object.entries(list).map(([name, amount]) => [name, amount.reread()]))

/**
 * What the quota controller makes of the status of a quota: the bounds of its spec, and what the objects in the store use
 * (`syncResourceQuota`; resourcequota spec 5). A key that nothing tracks keeps the usage that it has.
 *
 * @returns undefined when there is nothing to write
 */
export function recount(quota: ResourceQuota, store: StatusWriter, evaluators: Evaluators): QuotaStatus | undefined {
  const {spec: {hard = noResources} = {}, status = {}} = quota
  const used = mask(override(status.used ?? noResources, usageInStore(quota, store, evaluators)), resourceNames(hard))
  const isDirty = status.hard === undefined || status.used === undefined || !semanticEqual(hard, status.hard) || !equals(used, status.used)
  return isDirty ? {hard, used} : undefined
}

const override = (list: ResourceList, changes: ResourceList): ResourceList => resourceListOf([...Object.entries(list), ...Object.entries(changes)])

/** What the objects of the namespace of a quota use of its keys that are tracked (apiserver quota/v1 `CalculateUsage`). */
export function usageInStore(quota: ResourceQuota, store: StatusWriter, evaluators: Evaluators): ResourceList {
  const tracking = evaluators.tracking(resourceNames(quota.spec?.hard ?? noResources))
  const used = tracking.map(({evaluator, names}) => usageOf(quota, evaluator, names, store)).reduce(add, noResources)
  return mask(used, [...new Set(tracking.flatMap(({names}) => names))])
}

function usageOf(quota: ResourceQuota, evaluator: Evaluator, names: readonly string[], store: StatusWriter): ResourceList {
  const selectors = scopeSelectorsOf(quota)
  let used = resourceListOf(names.map((name) => [name, Quantity.zero]))
  for (const object of store.listResource(evaluator.resource, quota.metadata.namespace ?? '')) {
    const answers = selectors.map((selector) => evaluator.inScope?.(selector, object) ?? false)
    // Upstream stops counting at an object of which it cannot tell.
    if (answers.some((answer) => typeof answer === 'string')) return used
    if (answers.every((answer) => answer === true)) used = add(used, evaluator.usage(object))
  }
  return used
}
