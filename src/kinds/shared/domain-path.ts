import {allErrors, type FieldError, invalid, type Origin, required} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
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
