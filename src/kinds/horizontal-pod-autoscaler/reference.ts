import type {CrossVersionObjectReference} from '../../machinery/api/autoscaling-v2.js'
import {allErrors, type FieldError, invalid, type Origin, required} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {pathSegmentName} from '../../machinery/meta/names.js'

/** The apiVersions that a reference may have: with a group, any well-formed one, or anything (for stored objects). */
export type ReferenceRule = 'group' | 'any' | 'unchecked'

/** The rules for a reference at a path (autoscaling validation `ValidateCrossVersionObjectReference`; spec kinds 11). */
export function validateReference(reference: CrossVersionObjectReference, path: FieldPath, rule: ReferenceRule, origin: Origin): FieldError[] {
  const {apiVersion = '', kind = '', name = ''} = reference
  const error = versionError(apiVersion, rule)
  return allErrors(
    validateName(kind, path.child('kind'), '', origin),
    validateName(name, path.child('name'), '', origin),
    error === undefined ? [] : [invalid(path.child('apiVersion'), apiVersion, error, origin)],
  )
}

/** Returns the error in the apiVersion of a reference; undefined if there is none. */
export function versionError(apiVersion: string, rule: ReferenceRule): string | undefined {
  const [group = '', version, ...tooMany] = apiVersion.split('/')
  if (rule === 'unchecked') return undefined
  if (tooMany.length > 0) return `unexpected GroupVersion string: ${apiVersion}`
  const isCore = version === undefined || group === ''
  return rule === 'group' && isCore ? 'apiVersion must specify API group' : undefined
}

/** The rules for a name that becomes part of a URL. */
export const validateName = (name: string, path: FieldPath, missing: string, origin: Origin): FieldError[] =>
  name === '' ? [required(path, missing, origin)] : pathSegmentName(name).map((error) => invalid(path, name, error, origin))
