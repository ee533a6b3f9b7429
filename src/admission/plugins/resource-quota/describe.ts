import {noResources, resourceNames} from '../../../machinery/resource-list.js'
import type {ResourceQuota} from './types.js'

/** The scopes of a quota as kubectl lists them. */
export const scopesOf = ({spec}: ResourceQuota): string[] => [...spec?.scopes ?? []].sort()

/** What kubectl says of the scopes that need a word. */
export const scopeHelp: ReadonlyMap<string, string> = new Map([
  ['Terminating', 'Matches all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system.'],
  [
    'NotTerminating', 'Matches all pods that do not have an active deadline. '
    + 'These pods usually include long running pods whose container command is not expected to terminate.',
  ],
  ['BestEffort', 'Matches all pods that do not have resource requirements set. These pods have a best effort quality of service.'],
  ['NotBestEffort', 'Matches all pods that have at least one resource requirement set. These pods have a burstable or guaranteed quality of service.'],
])

/**
 * The rows of a quota in kubectl's description of a namespace: resource, used, hard. A quota that nobody has counted yet
 * is shown as a settled cluster would show it when there is nothing to count.
 */
export function quotaRows({spec, status}: ResourceQuota): string[][] {
  const hard = status?.hard ?? spec?.hard ?? noResources
  return resourceNames(hard).map((name) => [name, String(status?.used?.[name] ?? 0), String(hard[name])])
}
