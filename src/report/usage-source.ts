import type {ResourceQuota} from '../admission/plugins/resource-quota/types.js'
import {oneLine} from '../machinery/printable.js'
import type {UsageSource} from '../simulate/quota-usage.js'
import type {CountedQuota} from '../simulate/quotas.js'

/** Where the usage of a quota is from, in words. */
export const usageSourceText: Readonly<Record<UsageSource, string>> = {
  status: 'believed as its status records it',
  recomputed: 'recomputed from the objects that exist',
  empty: 'begun at zero: its status records none and no objects were given',
}

/** A line for each quota that is shown, which tells where its usage is from. */
export const usageNotes = (quotas: readonly CountedQuota[], shown: readonly ResourceQuota[]): string[] => quotas
  .filter(({quota}) => shown.includes(quota))
  .map(({quota, usageFrom}) => `Usage of ${oneLine(quota.metadata.name ?? '')}: ${usageSourceText[usageFrom]}`)
