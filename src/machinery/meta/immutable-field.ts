import {semanticEqual} from '../collections/semantic-equal.js'
import {type FieldError, invalid, type Origin} from '../field/error.js'
import type {FieldPath} from '../field/path.js'

/**
 * The rule for a field that keeps its value (core validation `ValidateImmutableField`).
 *
 * @param printed the new value as messages show it
 */
export const validateImmutable = (value: unknown, old: unknown, path: FieldPath, origin: Origin, printed: unknown = value): FieldError[] =>
  semanticEqual(value, old) ? [] : [invalid(path, printed ?? null, 'field is immutable', origin)]
