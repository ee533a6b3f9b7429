import {allErrors, type FieldError, invalid, type Origin, required, tooLong} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {validateGiven} from '../../machinery/field/text-rules.js'
import {byteLength} from '../../machinery/go/text.js'
import {dns1123Subdomain, regexMessage} from '../../machinery/meta/names.js'

const httpPath = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+"

const httpPathPattern = new RegExp(`^${httpPath}$`)

/** The rule for a path that begins with a domain, such as `example.com/ingress` (apimachinery `IsDomainPrefixedPath`). */
export function validateDomainPath(value: string, path: FieldPath, origin: Origin): FieldError[] {
  if (value === '') return [required(path, '', origin)]
  const slash = value.indexOf('/')
  const [domain, rest] = [value.slice(0, Math.max(slash, 0)), value.slice(slash + 1)]
  if (domain === '' || rest === '') return [invalid(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")', origin)]
  return allErrors(
    dns1123Subdomain(domain).map((error) => invalid(path, domain, error, origin)),
    httpPathPattern.test(rest) ? [] : [invalid(path, rest, regexMessage('Invalid path', httpPath), origin)],
  )
}

const maxDriverName = 63

/** The rules for the name of a driver of volumes or devices, which is converted to lower case (core validation `ValidateCSIDriverName`). */
export const validateDriverName = (driver = '', path: FieldPath, origin: Origin): FieldError[] => allErrors(
  validateGiven(driver, path, origin),
  byteLength(driver) > maxDriverName ? [tooLong(path, maxDriverName, origin)] : [],
  driver === '' ? [] : dns1123Subdomain(driver.toLowerCase()).map((error) => invalid(path, driver, error, origin)),
)
