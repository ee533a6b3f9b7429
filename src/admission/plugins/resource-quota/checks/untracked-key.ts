import type {ResourceQuota} from '../../../../machinery/api/core-v1.js'
import {apiResources} from '../../../../machinery/schema/api-tables.js'
import {parseApiVersion} from '../../../../machinery/schema/rest-mapper.js'
import type {PolicyFinding} from '../../../policy-check.js'
import {finding, trackedOf, type Tracking} from './finding.js'

/** Keys that nothing counts: the server takes them, `kubectl describe` shows 0 of them for ever (spec resourcequota 5). */
export function checkUntrackedKey(quota: ResourceQuota, tracking: Tracking): PolicyFinding[] {
  const tracked = new Set(tracking.flatMap(({names}) => names))
  return trackedOf(quota).filter((key) => !tracked.has(key)).map((key) => {
    const hint = hintFor(key)
    const message = `${key} never counts anything: ${reasonFor(key)}`
    return finding(quota, key, {ruleId: 'resource-quota/untracked-key', severity: 'warning', message, ...hint !== undefined && {hint}})
  })
}

const extendedLimit = /^limits\.(.*\/.*)$/

const count = /^count\/([^./]+)(?:\.(.+))?$/

const isIgnored = (key: string): boolean => /^count\/events(?:\.events\.k8s\.io)?$/.test(key)

function reasonFor(key: string): string {
  if (isIgnored(key)) return 'the server leaves events out of all quotas'
  if (count.test(key)) return 'Kubernetes serves no such resource in that group'
  if (extendedLimit.test(key)) return 'for extended resources, quotas count only requests, which equal the limits'
  return key.includes('kubernetes.io/') || !key.includes('/') ? 'no evaluator counts it' : 'extended resources are counted as requests'
}

function hintFor(key: string): string | undefined {
  const [, resource] = extendedLimit.exec(key) ?? []
  if (resource !== undefined) return `write "requests.${resource}"`
  const [, plural, group] = count.exec(key) ?? []
  if (isIgnored(key)) return undefined
  if (plural !== undefined) return countHint(plural, group)
  return key.includes('kubernetes.io/') ? undefined : `write "requests.${key}"`
}

/** The resource with that name or kind name, in any group. */
function countHint(name: string, group: string | undefined): string | undefined {
  const lower = name.toLowerCase()
  const groupOf = (apiVersion: string): string => parseApiVersion(apiVersion)?.group ?? ''
  const served = apiResources().filter(({namespaced, resource, kind}) => namespaced && (resource === lower || kind.toLowerCase() === lower))
  const groups = new Set(served.map(({apiVersion}) => groupOf(apiVersion)))
  const suggested = served.find(({apiVersion}) => groupOf(apiVersion) === group) ?? (groups.size === 1 ? served[0] : undefined)
  if (suggested === undefined) return undefined
  const suffix = groupOf(suggested.apiVersion)
  return `write "count/${suggested.resource}${suffix === '' ? '' : `.${suffix}`}"`
}
