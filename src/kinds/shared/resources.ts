import type {ResourceRequirements} from '../../machinery/api/core-v1.js'
import {append} from '../../machinery/collections/append.js'
import {allErrors, type FieldError, forbidden, invalid, required} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {quote} from '../../machinery/go/text.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {ceilMilli, noResources, type ResourceList, resourceNames} from '../../machinery/quantity/resource-list.js'
import {hugePageSize, isExtendedResourceName, isHugePageResourceName, isOvercommitAllowed, type ResourceNameRule} from './resource-names.js'

/** Rounds all quantities up to milli units, like API defaulting. */
export function ceilResources<T extends ResourceRequirements>(resources: T): T {
  const limits = resources.limits && ceilMilli(resources.limits)
  const requests = resources.requests && ceilMilli(resources.requests)
  if (limits === resources.limits && requests === resources.requests) return resources
  return {...resources, ...limits && {limits}, ...requests && {requests}}
}

const integerResources: ReadonlySet<string> = new Set([
  'pods', 'resourcequotas', 'services', 'replicationcontrollers', 'secrets', 'configmaps', 'persistentvolumeclaims',
  'services.nodeports', 'services.loadbalancers',
])

/** Validates a quantity: not negative, and an integer for countable resources (`ValidateResourceQuantityValue`). */
export function validateResourceQuantity(name: string, value: Quantity, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  if (value.sign() < 0) errors.push(invalid(path, String(value), 'must be greater than or equal to 0', 'resources/quantity'))
  if ((integerResources.has(name) || isExtendedResourceName(name)) && !value.isInteger()) {
    errors.push(invalid(path, value, 'must be an integer', 'resources/quantity'))
  }
  return errors
}

/**
 * Validates the requests and limits of a container or a pod, after defaulting (`validateResourceRequirements`).
 *
 * @param nameRule the rule for names of resources
 * @param path the path of the requirements: `spec.containers[0].resources`
 */
export function validateResourceRequirements(resources: ResourceRequirements, nameRule: ResourceNameRule, path: FieldPath): FieldError[] {
  const {limits = noResources, requests = noResources} = resources
  const limitNames = resourceNames(limits)
  const requestNames = resourceNames(requests)
  const errors: FieldError[] = []
  const limitsPath = path.child('limits')
  const requestsPath = path.child('requests')
  for (const name of limitNames) {
    append(errors, validateAmount(name, limits, nameRule, limitsPath), validatePageSize(name, limits, limitsPath))
  }
  for (const name of requestNames) {
    append(
      errors,
      validateAmount(name, requests, nameRule, requestsPath),
      validateRequestAgainstLimit(name, requests, limits, path),
      validatePageSize(name, requests, requestsPath),
    )
  }
  const names = [...limitNames, ...requestNames]
  if (names.some(isHugePageResourceName) && !names.some((name) => name === 'cpu' || name === 'memory')) {
    errors.push(forbidden(path, 'HugePages require cpu or memory', 'resources/huge-pages'))
  }
  return errors
}

function validateAmount(name: string, list: ResourceList, nameRule: ResourceNameRule, path: FieldPath): FieldError[] {
  const place = path.key(name)
  return allErrors(nameRule(name, place, 'resources/name'), validateResourceQuantity(name, list[name] ?? Quantity.zero, place))
}

function validatePageSize(name: string, list: ResourceList, path: FieldPath): FieldError[] {
  const value = list[name] ?? Quantity.zero
  if (!isHugePageResourceName(name) || isMultipleOfPageSize(name, value)) return []
  return [invalid(path.key(name), String(value), `${value} is not positive integer multiple of ${name}`, 'resources/huge-pages')]
}

function validateRequestAgainstLimit(name: string, requests: ResourceList, limits: ResourceList, path: FieldPath): FieldError[] {
  const request = requests[name] ?? Quantity.zero
  const limit = limits[name]
  if (limit === undefined) {
    return isOvercommitAllowed(name) ? [] : [required(path.child('limits'), 'Limit must be set for non overcommitable resources', 'resources/limit-required')]
  }
  const order = request.compare(limit)
  const error = order !== 0 && !isOvercommitAllowed(name) ? 'equal to' : order > 0 ? 'less than or equal to' : undefined
  if (error === undefined) return []
  return [invalid(path.child('requests'), String(request), `must be ${error} ${name} limit of ${limit}`, 'resources/request-not-above-limit')]
}

function isMultipleOfPageSize(name: string, value: Quantity): boolean {
  const size = hugePageSize(name)
  return size !== undefined && size.sign() > 0 && size.isInteger() && value.int64Value() % size.int64Value() === 0n
}

/** Returns the warning about a fractional number of bytes; the path is that of the list. */
export function fractionalBytesWarning(name: string, list: ResourceList | undefined, path: FieldPath): string[] {
  const value = list?.[name]
  if (value === undefined || value.isInteger()) return []
  return [`${path.key(name)}: fractional byte value ${quote(String(value))} is invalid, must be an integer`]
}
