import type {ResourceQuota, ScopedResourceSelectorRequirement} from '../../machinery/api/core-v1.js'
import {remember} from '../../machinery/collections/remember.js'
import {aggregate, type FieldError, invalid} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {quote} from '../../machinery/go/text.js'
import {labelValue} from '../../machinery/meta/names.js'
import {isStandardQuotaResourceName} from './resource-names.js'

/** True if an object is in a scope; a text gives the reason if that cannot be decided. */
export type ScopeAnswer = boolean | string

type QuotaSpec = NonNullable<ResourceQuota['spec']>

const none: QuotaSpec = {}

/** All conditions that an object must meet to be counted: the scopes of a quota, then its scope selector. */
export const scopeSelectorsOf = ({spec = none}: ResourceQuota): ScopedResourceSelectorRequirement[] => selectorsIn(spec)

const selectorsIn = (spec: QuotaSpec): ScopedResourceSelectorRequirement[] => [
  ...(spec.scopes ?? []).map((scopeName) => ({scopeName, operator: 'Exists'})),
  ...spec.scopeSelector?.matchExpressions ?? [],
]

/** The conditions that an object must meet to be counted, each once: the server accepts lists that repeat one. */
export const distinctSelectorsOf = ({spec = none}: ResourceQuota): readonly ScopedResourceSelectorRequirement[] => distinctIn(spec)

/** The same for a spec: each object is compared with the same conditions. */
const distinctIn = remember((spec: QuotaSpec): readonly ScopedResourceSelectorRequirement[] =>
  [...new Map(selectorsIn(spec).map((requirement) => [JSON.stringify(requirement), requirement])).values()])

/** Returns a text that is equal for quotas with the same conditions. */
export const scopesText = ({spec = none}: ResourceQuota): string => textOf(spec)

const textOf = remember((spec: QuotaSpec): string => JSON.stringify(selectorsIn(spec)))

/**
 * True if one of an object's names for something, such as its priority class, meets a condition (spec resourcequota 1.5).
 */
export function matchesNames(requirement: ScopedResourceSelectorRequirement, names: readonly string[]): ScopeAnswer {
  const {operator = ''} = requirement
  if (operator === 'Exists') return names.length > 0
  const {error, values} = conditionOf(requirement)
  if (error !== undefined) return `failed to parse and convert selector: ${error}`
  switch (operator) {
    case 'In': return names.some((name) => values.has(name))
    case 'NotIn': return names.length === 0 || names.some((name) => !values.has(name))
    default: return names.length === 0
  }
}

/** The values of a condition, and its error. */
interface Condition {
  readonly error: string | undefined
  readonly values: ReadonlySet<string>
}

/** Reads a condition: each object is compared with the same ones, which may have thousands of values. */
const conditionOf = remember((requirement: ScopedResourceSelectorRequirement): Condition =>
  ({error: selectorError(requirement), values: new Set(requirement.values)}))

/** The error that keeps a condition from being a label selector (`ScopedResourceSelectorRequirementsAsSelector`). */
function selectorError({scopeName = '', operator = '', values = []}: ScopedResourceSelectorRequirement): string | undefined {
  const path = FieldPath.of('values')
  const error = (place: FieldPath, value: unknown, detail: string): FieldError => invalid(place, value, detail, 'resource-quota/scope-selector')
  const errors: FieldError[] = []
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) errors.push(error(path, values, "for 'in', 'notin' operators, values set can't be empty"))
  } else if (operator !== 'DoesNotExist') {
    return `${quote(operator)} is not a valid scope selector operator`
  } else if (values.length > 0) {
    errors.push(error(path, values, 'values set must be empty for exists and does not exist'))
  }
  for (const [i, value] of values.entries()) {
    const details = labelValue(value)
    if (details.length > 0) errors.push(error(path.index(i).key(scopeName), value, details.join('; ')))
  }
  return errors.length === 0 ? undefined : aggregate(errors.map(String))
}

/** A condition as Go prints it: `{PriorityClass In [a b]}`. */
export const requirementText = ({scopeName = '', operator = '', values = []}: ScopedResourceSelectorRequirement): string =>
  `{${scopeName} ${operator} [${values.join(' ')}]}`

// The scopes, and the resources that a quota with them may count (pkg/apis/core/helper; spec resourcequota 4).

const podResources = ['pods', 'cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory']

/** The standard resources to which each scope applies. */
const resourcesOfScopes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['Terminating', new Set(podResources)],
  ['NotTerminating', new Set(podResources)],
  ['BestEffort', new Set(['pods'])],
  ['NotBestEffort', new Set(podResources)],
  ['PriorityClass', new Set(podResources)],
  ['CrossNamespacePodAffinity', new Set(podResources)],
  ['VolumeAttributesClass', new Set(['persistentvolumeclaims', 'requests.storage'])],
])

export const isStandardScope = (scope: string): boolean => resourcesOfScopes.has(scope)

/** False for a standard resource to which the scope does not apply. */
export const isScopeValidFor = (scope: string, resource: string): boolean =>
  !isStandardQuotaResourceName(resource) || (resourcesOfScopes.get(scope)?.has(resource) ?? true)

/** Scopes that no object can match together. */
export const conflictingScopes: readonly (readonly [string, string])[] = [['BestEffort', 'NotBestEffort'], ['Terminating', 'NotTerminating']]
