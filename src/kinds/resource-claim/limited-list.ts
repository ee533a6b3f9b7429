import {allErrors, duplicate, type FieldError, type Origin, tooMany} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'

/** The rules for each item of a list; a list that is too long gets that error only (resource validation `validateSlice`). */
export function validateLimited<T>(
  items: readonly T[], maximum: number, validateItem: (item: T, path: FieldPath) => FieldError[], path: FieldPath, origin: Origin,
): FieldError[] {
  return items.length > maximum ? [tooMany(path, items.length, maximum, origin)] : items.flatMap((item, i) => validateItem(item, path.index(i)))
}

/** The same rules for a list whose items have unique keys (`validateSet`). */
export function validateDistinct<T>(
  items: readonly T[], maximum: number, validateItem: (item: T, path: FieldPath) => FieldError[], keyOf: (item: T) => string, path: FieldPath, origin: Origin,
): FieldError[] {
  const errors = validateLimited(items, maximum, validateItem, path, origin)
  if (items.length > maximum) return errors
  const known = new Set<string>()
  return allErrors(errors, items.flatMap((item, i) => {
    const key = keyOf(item)
    const isKnown = known.has(key)
    known.add(key)
    return isKnown ? [duplicate(path.index(i), key, origin)] : []
  }))
}
