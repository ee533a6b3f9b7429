import {requirementText, scopeSelectorsOf} from '../../../../kinds/resource-quota/scope-selector.js'
import {keysOf} from '../../../../kinds/resource-quota/resource-names.js'
import type {ResourceQuota} from '../../../../machinery/api/core-v1.js'
import type {Quantity} from '../../../../machinery/quantity/quantity.js'
import type {PolicyFinding} from '../../../policy-check.js'
import {finding, hardPath, nameOf} from './finding.js'

/** A bound of a quota. */
interface Bound {
  readonly quota: ResourceQuota
  readonly key: string
  readonly amount: Quantity
  readonly scopes: ReadonlySet<string>
}

/** Bounds that are never reached, as another one is reached before: it counts the same objects or more, and allows no more. */
export function checkNeverBites(quotas: readonly ResourceQuota[]): PolicyFinding[] {
  const bounds = quotas.flatMap(boundsOf)
  const byCount = new Map<string, Bound[]>()
  for (const bound of bounds) {
    const [name = ''] = countedAs(bound.key)
    byCount.set(name, [...byCount.get(name) ?? [], bound])
  }
  const idle = new Set<Bound>()
  return bounds.reverse().flatMap((bound) => {
    const earlier = countedAs(bound.key).flatMap((name) => byCount.get(name) ?? []).find((other) => !idle.has(other) && isReachedFirst(other, bound))
    if (earlier === undefined) return []
    idle.add(bound)
    return [neverReached(bound, earlier)]
  })
}

const boundsOf = (quota: ResourceQuota): Bound[] => keysOf(quota).flatMap((key) => {
  const amount = quota.spec?.hard?.[key]
  return amount === undefined ? [] : [{quota, key, amount, scopes: new Set(scopeSelectorsOf(quota).map(requirementText))}]
})

/** True if another bound covers at least the same objects and is no higher. */
const isReachedFirst = (other: Bound, bound: Bound): boolean =>
  other !== bound && other.amount.compare(bound.amount) <= 0 && [...other.scopes].every((scope) => bound.scopes.has(scope))

const classKey = /^[^/]+\.storageclass\.storage\.k8s\.io\/(persistentvolumeclaims|requests\.storage)$/

/** The one name of what a key counts, however it is spelled, then the names of what counts as much or more (spec resourcequota 1.6). */
function countedAs(key: string): string[] {
  const [, ofClass] = classKey.exec(key) ?? []
  if (ofClass !== undefined) return [key, ofClass === 'persistentvolumeclaims' ? 'count/persistentvolumeclaims' : ofClass]
  if (/^(?:cpu|memory|ephemeral-storage|hugepages-.*)$/.test(key)) return [`requests.${key}`]
  // Pods that have ended count as objects, and not as pods.
  if (key === 'pods') return ['pods', 'count/pods']
  if (key === 'services.loadbalancers') return [key, 'count/services']
  return [counts.has(key) ? `count/${key}` : key]
}

const counts: ReadonlySet<string> = new Set(['services', 'persistentvolumeclaims', 'configmaps', 'secrets', 'replicationcontrollers', 'resourcequotas'])

function neverReached({quota, key, amount}: Bound, earlier: Bound): PolicyFinding {
  const where = earlier.quota === quota ? '' : ` of ${nameOf(earlier.quota)}`
  const message = `${key} ${amount} is never reached: ${earlier.key} ${earlier.amount}${where} counts ${earlier.key === key ? 'the same' : 'as much'} and stops it before`
  return finding(quota, key, {ruleId: 'resource-quota/never-bites', severity: 'info', message}, [
    {policy: earlier.quota, field: hardPath.key(earlier.key), message: `${earlier.key} is ${earlier.amount} here`},
  ])
}
