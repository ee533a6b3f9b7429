import {conflictingScopes, matchesNames, requirementText, scopeSelectorsOf} from '../../../../kinds/resource-quota/scope-selector.js'
import type {ResourceQuota, ScopedResourceSelectorRequirement} from '../../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../../machinery/field/path.js'
import {compareText} from '../../../../machinery/go/text.js'
import type {PolicyFinding} from '../../../policy-check.js'
import {finding, type Tracking} from './finding.js'

type Scopes = readonly ScopedResourceSelectorRequirement[]

/** Quotas that can count nothing, or nothing of some of their keys, since no object is in all of their scopes (spec resourcequota 1.5). */
export function checkNeverMatches(quota: ResourceQuota, tracking: Tracking): PolicyFinding[] {
  const scopes = scopeSelectorsOf(quota)
  if (scopes.length === 0) return []
  const common = {ruleId: 'resource-quota/never-matches', severity: 'warning'} as const
  const conflict = conflictIn(scopes)
  if (conflict !== undefined) return [finding(quota, scopePath(quota), {...common, message: `this quota never counts anything: ${conflict}`})]
  const subjects = isOfClaims(scopes) ? 'persistentvolumeclaims' : 'pods'
  const counted = new Set(tracking.filter(({evaluator}) => evaluator.resource.name === subjects).flatMap(({names}) => names))
  const lost = [...new Set(tracking.flatMap(({names}) => names))].filter((key) => !counted.has(key)).sort(compareText)
  const reason = `only ${isOfClaims(scopes) ? 'claims' : 'pods'} can be in the scopes of this quota`
  if (counted.size === 0 && lost.length > 0) {
    return [finding(quota, scopePath(quota), {...common, message: `this quota never counts anything: ${reason}, and it bounds nothing that they use`})]
  }
  return lost.map((key) => finding(quota, key, {...common, message: `${key} never counts anything: ${reason}`, hint: 'move the key into a quota without scopes'}))
}

const volumeScope = 'VolumeAttributesClass'

const isOfClaims = (scopes: Scopes): boolean => scopes.some(({scopeName}) => scopeName === volumeScope)

/** Why no object is in all of these scopes; undefined when one can be. */
function conflictIn(scopes: Scopes): string | undefined {
  const names = new Set(scopes.map(({scopeName = ''}) => scopeName))
  const pair = conflictingScopes.find((both) => both.every((scope) => names.has(scope)))
  if (pair !== undefined) return `no pod is in the scope ${pair[0]} and in ${pair[1]}`
  const other = [...names].find((name) => name !== volumeScope)
  if (names.has(volumeScope) && other !== undefined) return `only claims are in the scope ${volumeScope}, and only pods in ${other}`
  return ['PriorityClass', volumeScope].map((scope) => classConflict(scope, scopes)).find((text) => text !== undefined)
}

/** At most this number of conditions and values is compared. */
const maxConditions = 200

/** Conditions on the name of a class that no name meets, and the lack of one neither. */
function classConflict(scope: string, scopes: Scopes): string | undefined {
  const requirements = scopes.filter(({scopeName}) => scopeName === scope)
  const known = [...new Set(requirements.flatMap(({values = []}) => values))]
  if (known.length + requirements.length > maxConditions) return undefined
  const names = [...known, `${known.join('-')}-other`]
  // A claim can have two names at a time, while its class is changed.
  const possible = [[], ...names.map((name) => [name]), ...scope === volumeScope ? names.map((name, i) => [name, names[i - 1] ?? 'other']) : []]
  const isMet = possible.some((names) => requirements.every((requirement) => matchesNames(requirement, names) !== false))
  return isMet ? undefined : `nothing meets ${requirements.map(requirementText).join(' and ')}`
}

const scopePath = ({spec}: ResourceQuota): FieldPath => FieldPath.of('spec', (spec?.scopes ?? []).length > 0 ? 'scopes' : 'scopeSelector')
