import type {ResourceQuota, ResourceQuotaSpec, ScopedResourceSelectorRequirement} from '../../machinery/api/core-v1.js'
import {allErrors, type FieldError, invalid, NamedText, required} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {noResources, type ResourceList, resourceNames} from '../../machinery/quantity/resource-list.js'
import {validateResourceQuantity} from '../shared/resources.js'
import {validateQuotaResourceName} from './resource-names.js'
import {conflictingScopes, isScopeValidFor, isStandardScope} from './scope-selector.js'

const spec = FieldPath.of('spec')

const expressions = spec.child('scopeSelector', 'matchExpressions')

/** The rules for a ResourceQuota besides those of its metadata (core validation `ValidateResourceQuotaSpec`; spec resourcequota 4). */
export function validateResourceQuota({spec: quota = {}}: ResourceQuota): FieldError[] {
  return allErrors(validateAmounts(quota.hard ?? noResources, spec.child('hard')), validateScopes(quota), validateScopeSelector(quota))
}

/** The rules for an amount of each resource. */
export const validateAmounts = (list: ResourceList, path: FieldPath): FieldError[] => resourceNames(list).flatMap((name) => allErrors(
  validateQuotaResourceName(name, path.key(name)), validateResourceQuantity(name, list[name] ?? Quantity.zero, path.key(name)),
))

function validateScopes({scopes = [], hard = noResources}: ResourceQuotaSpec): FieldError[] {
  const [unsupported, misfit, conflicting] = ['unsupported scope', misfitText, 'conflicting scopes']
    .map((detail) => invalid(spec.child('scopes'), scopes, detail, 'resource-quota/scopes')) as [FieldError, FieldError, FieldError]
  const validate = scopeValidator(hard, () => unsupported, () => misfit)
  return allErrors(scopes.flatMap(validate), conflicts(scopes).map(() => conflicting))
}

const misfitText = 'unsupported scope applied to resource'

/**
 * Returns a function that checks a scope. Each error has the whole list of scopes in its text: equal ones are the same object, and equal scopes are compared once
 * with the resources.
 */
function scopeValidator(hard: ResourceList, unsupported: (scope: string) => FieldError, misfit: () => FieldError): (scope: string) => readonly FieldError[] {
  const [known, resources] = [new Map<string, readonly FieldError[]>(), resourceNames(hard)]
  return (scope) => {
    let errors = known.get(scope)
    if (errors === undefined) {
      errors = isStandardScope(scope) ? resources.flatMap((name) => isScopeValidFor(scope, name) ? [] : [misfit()]) : [unsupported(scope)]
      known.set(scope, errors)
    }
    return errors
  }
}

const conflicts = (scopes: readonly string[]): unknown[] => conflictingScopes.filter((pair) => pair.every((scope) => scopes.includes(scope)))

function validateScopeSelector({scopes, scopeSelector, hard = noResources}: ResourceQuotaSpec): FieldError[] {
  const requirements = scopeSelector?.matchExpressions ?? []
  const names = requirements.map(({scopeName = ''}) => scopeName)
  let misfit: FieldError | undefined
  const validateScope = scopeValidator(
    hard, (scope) => invalid(expressions.child('scopeName'), new NamedText(scope), 'unsupported scope', selectorOrigin),
    () => misfit ??= invalid(expressions, internalForm(requirements), misfitText, selectorOrigin),
  )
  return allErrors(
    requirements.flatMap((requirement) => allErrors(validateScope(requirement.scopeName ?? ''), validateRequirement(requirement))),
    // Upstream shows the other list of scopes here.
    conflicts(names).map(() => invalid(expressions, scopes ?? null, 'conflicting scopes', selectorOrigin)),
  )
}

const podScopes: ReadonlySet<string> = new Set(['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort', 'CrossNamespacePodAffinity'])

const selectorOrigin = 'resource-quota/scope-selector'

type Requirement = ScopedResourceSelectorRequirement

function validateRequirement(requirement: Requirement): FieldError[] {
  const {scopeName = '', operator = ''} = requirement
  return allErrors(
    podScopes.has(scopeName) && operator !== 'Exists' ? [invalid(expressions.child('operator'), new NamedText(operator), mustExist, selectorOrigin)] : [],
    validateValues(requirement),
  )
}

const mustExist = "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, "
  + 'ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity'

function validateValues({operator = '', values = []}: Requirement): FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length > 0) return []
      return [required(expressions.child('values'), "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector", selectorOrigin)]
    case 'Exists':
    case 'DoesNotExist':
      if (values.length === 0) return []
      return [invalid(expressions.child('values'), values, "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector", selectorOrigin)]
    default:
      return [invalid(expressions.child('operator'), new NamedText(operator), 'not a valid selector operator', selectorOrigin)]
  }
}

/** A scope selector as the server prints it: with the names of its internal Go fields. */
const internalForm = (requirements: readonly Requirement[]): object => ({
  MatchExpressions: requirements.map(({scopeName = '', operator = '', values}) => ({ScopeName: scopeName, Operator: operator, Values: values ?? null})),
})

/** An update may change everything but the set of scopes. */
export function validateResourceQuotaUpdate({spec: quota}: ResourceQuota, old: ResourceQuota): FieldError[] {
  const before = new Set(old.spec?.scopes)
  const after = new Set(quota?.scopes)
  if (before.size === after.size && [...before].every((scope) => after.has(scope))) return []
  return [invalid(spec.child('scopes'), quota?.scopes ?? null, 'field is immutable', 'resource-quota/scopes')]
}
