import {allErrors, type FieldError, invalid, type Origin, tooLong} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {validateGiven} from '../../machinery/field/text-rules.js'
import {byteLength} from '../../machinery/go/text.js'
import {dns1123Subdomain} from '../../machinery/meta/names.js'

const maxDriverName = 63

/** The rules for the name of a driver of volumes or devices, which is converted to lower case (core validation `ValidateCSIDriverName`). */
export const validateDriverName = (driver = '', path: FieldPath, origin: Origin): FieldError[] => allErrors(
  validateGiven(driver, path, origin),
  byteLength(driver) > maxDriverName ? [tooLong(path, maxDriverName, origin)] : [],
  driver === '' ? [] : dns1123Subdomain(driver.toLowerCase()).map((error) => invalid(path, driver, error, origin)),
)
