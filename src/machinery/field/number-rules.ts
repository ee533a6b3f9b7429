import {type FieldError, invalid, type Origin} from './error.js'
import type {FieldPath} from './path.js'

/** The rule for a number that may not be negative; one that is left out is fine (core validation `ValidateNonnegativeField`). */
export const validateNotNegative = (value: number | bigint | undefined, path: FieldPath, origin: Origin): FieldError[] =>
  value === undefined || value >= 0 ? [] : [invalid(path, value, 'must be greater than or equal to 0', origin)]
