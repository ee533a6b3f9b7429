import {allErrors, type FieldError, invalid, type Origin, required, tooLong} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {validateName} from '../../machinery/field/text-rules.js'
import {byteLength, compareText} from '../../machinery/go/text.js'
import {qualifiedName} from '../../machinery/meta/names.js'

// Common to the classes of storage: a driver, and parameters for it.

/** The parameters of a driver, by name. */
export type Parameters = Readonly<Record<string, string>>

const maxParameters = 512

/** The largest sum of the sizes of all names and values, in bytes. */
const maxParametersSize = 262144

/** The rule for the name of a driver, which is converted to lower case (storage validation `validateProvisioner`). */
export const validateDriver = (name = '', path: FieldPath, origin: Origin): FieldError[] => validateName(name.toLowerCase(), qualifiedName, path, origin)

/** The rules for the parameters of a class (storage validation `validateParameters`); for too many parameters, upstream's message mentions bytes. */
export function validateParameters(parameters: Parameters = {}, path: FieldPath, origin: Origin): FieldError[] {
  const names = Object.keys(parameters).sort(compareText)
  const size = names.reduce((sum, name) => sum + byteLength(name) + byteLength(parameters[name] ?? ''), 0)
  return allErrors(
    names.length > maxParameters ? [tooLong(path, maxParameters, origin)] : [],
    names.includes('') ? [invalid(path, '', 'field can not be empty.', origin)] : [],
    size > maxParametersSize ? [tooLong(path, maxParametersSize, origin)] : [],
  )
}

/** The same rules for a class that must have parameters. */
export const validateGivenParameters = (parameters: Parameters = {}, path: FieldPath, origin: Origin): FieldError[] => allErrors(
  validateParameters(parameters, path, origin),
  Object.keys(parameters).length === 0 ? [required(path, 'must contain at least one key/value pair', origin)] : [],
)
