import {allErrors, type FieldError, invalid, type Origin} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'

// Rules for relative paths: of keys that become files, and of folders in volumes (spec pod 4.3).

/** The rule that a path does not contain ".." (core validation `validatePathNoBacksteps`). */
export const validateNoBacksteps = (value: string, path: FieldPath, origin: Origin): FieldError[] =>
  value.split('/').includes('..') ? [invalid(path, value, "must not contain '..'", origin)] : []

/** The rules for a relative path without ".." (`validateLocalDescendingPath`). */
export const validateRelativePath = (value: string, path: FieldPath, origin: Origin): FieldError[] => allErrors(
  value.startsWith('/') ? [invalid(path, value, 'must be a relative path', origin)] : [],
  validateNoBacksteps(value, path, origin),
)

/** The rules for the path of a file in a volume whose own files begin with two dots (`ValidateLocalNonReservedPath`). */
export const validateLocalPath = (value: string, path: FieldPath, origin: Origin): FieldError[] => allErrors(
  validateRelativePath(value, path, origin),
  value.startsWith('..') && !value.startsWith('../') ? [invalid(path, value, "must not start with '..'", origin)] : [],
)

/** The rule for the permissions of a file. */
export const validateMode = (mode: number | undefined, path: FieldPath, origin: Origin): FieldError[] =>
  mode === undefined || (mode >= 0 && mode <= 0o777) ? [] : [invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive', origin)]
