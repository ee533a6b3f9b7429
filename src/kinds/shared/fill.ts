// Defaults for single fields, which depend on the Go type of the field.

import {merge} from '../../machinery/collections/immutable.js'

/** The object with these defaults for absent values: fields that are pointers in Go, where an empty value counts as given. */
export const withAbsentFilled = <T extends object>(object: T, defaults: Readonly<Record<string, unknown>>): T => fill(object, defaults, isAbsent)

/** The object with these defaults for absent and empty values: in some fields Go cannot distinguish the two. */
export const withZeroFilled = <T extends object>(object: T, defaults: Readonly<Record<string, unknown>>): T =>
  fill(object, defaults, (value) => isAbsent(value) || value === '' || value === 0)

const isAbsent = (value: unknown): boolean => value === undefined

function fill<T extends object>(object: T, defaults: Readonly<Record<string, unknown>>, isMissing: (value: unknown) => boolean): T {
  const fields: Readonly<Record<string, unknown>> = object as Readonly<Record<string, unknown>>
  let missing: Record<string, unknown> | undefined
  for (const field in defaults) {
    if (isMissing(fields[field])) (missing ??= {})[field] = defaults[field]
  }
  return missing === undefined ? object : merge(object, missing)
}
