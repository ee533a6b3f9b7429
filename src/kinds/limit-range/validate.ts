import type {LimitRange, LimitRangeItem} from '../../machinery/api/core-v1.js'
import {allErrors, duplicate, type FieldError, forbidden, invalid, NamedText, required} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {qualifiedName} from '../../machinery/meta/names.js'
import {noResources, type ResourceList, resourceNames} from '../../machinery/quantity/resource-list.js'
import {validateContainerResourceName, validateResourceName} from '../shared/resource-names.js'
import {itemsOf} from './items.js'
import {validateItemAmounts} from './validate-amounts.js'

/** The types of items that the server evaluates; others may be there. */
export const standardTypes: ReadonlySet<string> = new Set(['Pod', 'Container', 'PersistentVolumeClaim'])

/** The rules for a LimitRange besides those of its metadata, after defaulting (core validation `ValidateLimitRange`; spec limitranger 4). */
export function validateLimitRange(object: LimitRange): FieldError[] {
  const types = new Set<string>()
  return itemsOf(object).flatMap((item, i) => {
    const path = FieldPath.of('spec', 'limits').index(i)
    const type = item.type ?? ''
    const repeated = types.has(type) ? [duplicate(path.child('type'), new NamedText(type), 'limit-range/duplicate-type')] : []
    types.add(type)
    return allErrors(validateType(type, path.child('type')), repeated, validateItem(item, path))
  })
}

function validateType(type: string, path: FieldPath): FieldError[] {
  const errors = qualifiedName(type)
  if (errors.length > 0) return errors.map((error) => invalid(path, new NamedText(type), error, 'limit-range/type'))
  if (type.includes('/') || standardTypes.has(type)) return []
  return [invalid(path, new NamedText(type), 'must be a standard limit type or fully qualified', 'limit-range/type')]
}

function validateItem(item: LimitRangeItem, path: FieldPath): FieldError[] {
  const isPod = item.type === 'Pod'
  const names = (list: 'max' | 'min' | 'default' | 'defaultRequest' | 'maxLimitRequestRatio'): FieldError[] =>
    item[list] === undefined ? [] : validateNames(item.type ?? '', item[list], path.child(list))
  return allErrors(
    names('max'),
    names('min'),
    isPod ? validateNoDefaults(item, path) : allErrors(names('default'), names('defaultRequest')),
    validateClaimStorage(item, path),
    names('maxLimitRequestRatio'),
    validateItemAmounts(isPod ? {...item, default: noResources, defaultRequest: noResources} : item, path),
  )
}

function validateNames(type: string, list: ResourceList, path: FieldPath): FieldError[] {
  const rule = type === 'Container' || type === 'Pod' ? validateContainerResourceName : validateResourceName
  return resourceNames(list).flatMap((name) => rule(name, path.key(name), 'limit-range/resource-name'))
}

const validateNoDefaults = (item: LimitRangeItem, path: FieldPath): FieldError[] => (['default', 'defaultRequest'] as const)
  .filter((list) => Object.keys(item[list] ?? noResources).length > 0)
  .map((list) => forbidden(path.child(list), "may not be specified when `type` is 'Pod'", 'limit-range/pod-default'))

function validateClaimStorage({type, min, max}: LimitRangeItem, path: FieldPath): FieldError[] {
  if (type !== 'PersistentVolumeClaim' || min?.['storage'] !== undefined || max?.['storage'] !== undefined) return []
  const detail = 'either minimum or maximum storage value is required, but neither was provided'
  return [required(path.child('limits'), detail, 'limit-range/claim-storage')]
}
