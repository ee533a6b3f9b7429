import type {ResourceQuota} from '../../../machinery/api/core-v1.js'
import {compareText} from '../../../machinery/go/text.js'
import {Quantity} from '../../../machinery/quantity/quantity.js'
import {noResources} from '../../../machinery/quantity/resource-list.js'

/** The scopes of a quota as kubectl lists them. */
export const scopesOf = ({spec}: ResourceQuota): string[] => [...spec?.scopes ?? []].sort()

/** kubectl's explanations of scopes. */
export const scopeHelp: ReadonlyMap<string, string> = new Map([
  ['Terminating', 'Matches all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system.'],
  [
    'NotTerminating', 'Matches all pods that do not have an active deadline. '
    + 'These pods usually include long running pods whose container command is not expected to terminate.',
  ],
  ['BestEffort', 'Matches all pods that do not have resource requirements set. These pods have a best effort quality of service.'],
  ['NotBestEffort', 'Matches all pods that have at least one resource requirement set. These pods have a burstable or guaranteed quality of service.'],
])

/** The rows of a quota in kubectl's description of a namespace: resource, used, hard. */
export const quotaRows = (quota: ResourceQuota): string[][] => rowsOf(quota, (used) => used)

/**
 * The rows of a quota in kubectl's description of it. What is used is shown in the format of the bound, as a whole number
 * that is rounded up (spec resourcequota 6.1).
 */
export const convertedQuotaRows = (quota: ResourceQuota): string[][] =>
  rowsOf(quota, (used, {format}) => used.format === format ? used : Quantity.fromInteger(used.int64Value(), format))

function rowsOf({status}: ResourceQuota, convert: (used: Quantity, hard: Quantity) => Quantity): string[][] {
  const {hard = noResources, used = noResources} = status ?? {}
  return Object.entries(hard)
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, bound]) => [name, String(convert(used[name] ?? Quantity.zero, bound)), String(bound)])
}
