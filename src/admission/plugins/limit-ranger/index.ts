import {limitRange} from '../../../kinds/limit-range/index.js'
import {itemLists, itemsOf} from '../../../kinds/limit-range/items.js'
import type {LimitRange, LimitRangeItem} from '../../../machinery/api/core-v1.js'
import {compareText} from '../../../machinery/go/text.js'
import type {PluginDefinition} from '../../plugin.js'
import {LimitRanger} from './admission.js'
import {limitRangerChecks} from './checks/index.js'

export {type IntervalEnd, minClaimAmount, minPodAmount} from './checks/allowed-amounts.js'
export {byResource, comparedOf, relatedTo, type Statement, type Statements, statementText} from './checks/statements.js'
export {podWithoutResources, tryPod, tryWithoutResources, withDefaults} from './checks/dry-run.js'
export {ratioOf} from './constraints.js'
export {checksOfClaim, checksOfPod, firstBrokenByPod, podUsage} from './enforce.js'

/** LimitRanger with everything that belongs to it. */
export const limitRanger: PluginDefinition = {
  name: 'LimitRanger',
  summary: 'Sets the default requests and limits of a namespace, and enforces its bounds on pods and claims.',
  kinds: [limitRange],
  checks: limitRangerChecks,
  create: ({store}) => new LimitRanger(store),
}

/** The head of kubectl's table of limits. */
export const limitColumns = ['Type', 'Resource', 'Min', 'Max', 'Default Request', 'Default Limit', 'Max Limit/Request Ratio']

/** The rows of kubectl's table for a LimitRange: items in order, their resources sorted by name (spec limitranger 6.1). */
export const limitRows = (limitRange: LimitRange): string[][] => itemsOf(limitRange).flatMap(itemRows)

function itemRows(item: LimitRangeItem): string[][] {
  const names = [...new Set(itemLists.flatMap((list) => Object.keys(item[list] ?? {})))].sort(compareText)
  return names.map((name) => [item.type ?? '', name, ...itemLists.map((list) => String(item[list]?.[name] ?? '-'))])
}
