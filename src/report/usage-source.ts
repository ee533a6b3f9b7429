import type {UsageSource} from '../simulate/quota-usage.js'
import type {CountedQuota} from '../simulate/quotas.js'
import {oneLine} from './printable.js'

/** Where the usage of a quota is from, in words. */
export const usageSourceText: Readonly<Record<UsageSource, string>> = {
  status: 'believed as its status records it',
  recomputed: 'recomputed from the objects that exist',
  empty: 'begun at zero: its status records none and no objects were given',
}

/** A line for each quota of a namespace that tells where its usage is from. */
export const usageNotes = (quotas: readonly CountedQuota[], namespace: string): string[] => quotas
  .filter(({quota}) => quota.metadata.namespace === namespace)
  .map(({quota, usageFrom}) => `Usage of ${oneLine(quota.metadata.name ?? '')}: ${usageSourceText[usageFrom]}`)
