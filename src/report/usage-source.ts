import type {ResourceQuota} from '../machinery/api/core-v1.js'
import {oneLine} from '../machinery/output/printable.js'
import type {UsageSource} from '../simulate/quota-usage.js'
import type {CountedQuota} from '../simulate/quotas.js'
import type {StaleHard} from '../simulate/recorded-status.js'

/** The source of a quota's usage, in words. */
export const usageSourceText: Readonly<Record<UsageSource, string>> = {
  status: 'taken from its status',
  recomputed: 'recomputed from the existing objects',
  empty: 'counted without existing objects: none were given, and its status records no usage',
}

/** A line with the source of usage for each quota shown, and a hint if its `status.hard` is stale. */
export const usageNotes = (quotas: readonly CountedQuota[], shown: readonly ResourceQuota[]): string[] => quotas
  .filter(({quota}) => shown.includes(quota))
  .flatMap((counted) => [`Usage of ${oneLine(counted.quota.metadata.name ?? '')}: ${usageSourceText[counted.usageFrom]}`, ...staleHints([counted])])

/** A hint for each quota whose recorded `status.hard` differs from `spec.hard`. */
export const staleHints = (quotas: readonly CountedQuota[]): string[] => quotas.flatMap((counted) => {
  const {metadata: {name = '', namespace = ''}} = counted.quota
  return staleLines(counted).map((line) => `Hint: quota ${oneLine(name)} in ${oneLine(namespace)}: ${line}`)
})

/** The stale `status.hard` of a quota, and which bounds admission compares with. */
export const staleLines = ({stale, usageFrom}: Pick<CountedQuota, 'stale' | 'usageFrom'>): string[] => stale === undefined ? [] : [
  `status.hard is stale: ${differences(stale)}. ${usageFrom === 'status'
    ? 'Admission compares with status.hard until the quota controller updates it.'
    : 'Here the quota controller has run: admission compares with spec.hard.'}`,
]

/** The keys under which `status.hard` differs from `spec.hard`, with both amounts. */
export const differences = ({names, recorded, wanted}: StaleHard): string => names
  .map((name) => `${oneLine(name)} is ${recorded[name] ?? 'missing'}, and ${wanted[name] ?? 'missing'} in spec.hard`).join('; ')

/** The differences as JSON: an entry for each key, with null for a missing amount. */
export const staleJson = ({names, recorded, wanted}: StaleHard): object[] =>
  names.map((resource) => ({resource, status: recorded[resource] ?? null, spec: wanted[resource] ?? null}))
