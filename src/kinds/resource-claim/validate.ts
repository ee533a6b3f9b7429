import type {DeviceClaim, DeviceClaimConfiguration, DeviceConstraint, ResourceClaimSpec} from '../../machinery/api/resource-v1.js'
import {allErrors, type FieldError, forbidden, invalid, NamedText, type Origin, required, tooLong} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {validateText} from '../../machinery/field/text-rules.js'
import {isObject} from '../../machinery/go/json-value.js'
import {byteLength, goJson} from '../../machinery/go/text.js'
import {cIdentifier, dns1123Label} from '../../machinery/meta/names.js'
import {defaultVersion, hasFeature, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {validateDriverName} from '../shared/name-rules.js'
import {nameOf, validateDistinct, validateLimited, validateRequest} from './validate-request.js'

/** The maximum length of lists of a claim. */
const maxItems = 32

/** The largest size of a driver's parameters, as JSON. */
const maxParameters = 10240

/** The rules for the spec of a claim, at a path (resource validation `validateDeviceClaim`; spec kinds 13). */
export function validateClaim({devices = {}}: ResourceClaimSpec, path: FieldPath, version = defaultVersion): FieldError[] {
  const {requests = [], constraints = [], config} = devices
  const place = path.child('devices')
  const names = requestNames(devices)
  return allErrors(
    validateDistinct(requests, maxItems, validateRequest, nameOf, place.child('requests'), 'resource-claim/request-name'),
    validateLimited(constraints, maxItems, (item, at) => validateConstraint(item, at, names, version), place.child('constraints'), 'resource-claim/constraint'),
    validateConfigurations(config, place.child('config'), names),
  )
}

/** Returns the names of all requests, and `request/alternative` for alternatives. The last request with a name counts. */
function requestNames({requests = []}: DeviceClaim): ReadonlySet<string> {
  const byName = new Map(requests.map((request) => [nameOf(request), request]))
  return new Set([...byName].flatMap(([name, {firstAvailable = []}]) => [name, ...firstAvailable.map((alternative) => `${name}/${nameOf(alternative)}`)]))
}

function validateReferences(references: readonly string[] = [], path: FieldPath, names: ReadonlySet<string>): FieldError[] {
  const origin = 'resource-claim/request-reference'
  return validateDistinct(references, maxItems, (name, at) => {
    const parts = name.split('/')
    const unknown = invalid(at, name, "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'", origin)
    if (parts.length > 2) return [unknown]
    return allErrors(parts.flatMap((part) => validateText(part, dns1123Label, at, origin)), names.has(name) ? [] : [unknown])
  }, (name) => name, path, origin)
}

function validateConstraint(
  {requests, matchAttribute, distinctAttribute}: DeviceConstraint, path: FieldPath, names: ReadonlySet<string>, version: KubernetesVersion,
): FieldError[] {
  const errors = validateReferences(requests, path.child('requests'), names)
  if (matchAttribute !== undefined) return allErrors(errors, validateAttributeName(matchAttribute, path.child('matchAttribute')))
  if (distinctAttribute !== undefined) return allErrors(errors, validateAttributeName(distinctAttribute, path.child('distinctAttribute')))
  if (!hasFeature(version, 'draConsumableCapacity')) return [...errors, required(path.child('matchAttribute'), '', 'resource-claim/constraint')]
  const detail = 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set'
  return [...errors, required(path, detail, 'resource-claim/constraint')]
}

/**
 * The rules for the configuration of drivers, in claims and in classes (resource validation `validateDeviceConfiguration`).
 *
 * @param names of the requests that they may refer to; those of classes apply to all requests
 */
export const validateConfigurations = (list: readonly DeviceClaimConfiguration[] = [], path: FieldPath, names: ReadonlySet<string> = new Set()): FieldError[] =>
  validateLimited(list, maxItems, (item, at) => validateConfiguration(item, at, names), path, 'resource-claim/config')

function validateConfiguration({requests, opaque}: DeviceClaimConfiguration, path: FieldPath, names: ReadonlySet<string>): FieldError[] {
  const place = path.child('opaque')
  return allErrors(
    validateReferences(requests, path.child('requests'), names),
    opaque === undefined ? [required(place, '', 'resource-claim/config')] : allErrors(
      validateDriverName(opaque.driver, place.child('driver'), 'resource-claim/config'),
      validateParameters(opaque.parameters, place.child('parameters')),
    ),
  )
}

function validateParameters(parameters: unknown, path: FieldPath): FieldError[] {
  const origin = 'resource-claim/config'
  if (parameters === undefined || parameters === null) return [required(path, '', origin)]
  if (byteLength(goJson(parameters)) > maxParameters) return [tooLong(path, maxParameters, origin)]
  return isObject(parameters) ? [] : [invalid(path, '<value omitted>', 'must be a valid JSON object', origin)]
}

const constraintOrigin = 'resource-claim/constraint'

/** Maximum length of the identifier in the name of an attribute. */
const maxIdentifier = 32

/** The rules for the name of an attribute with its domain (resource validation `validateFullyQualifiedName`). */
const validateAttributeName = (name: string, path: FieldPath): FieldError[] => allErrors(
  validateQualifiedName(name, path, constraintOrigin),
  name.includes('/') ? [] : [invalid(path, new NamedText(name), 'a fully qualified name must be a domain and a name separated by a slash', constraintOrigin)],
)

/** The rules for the name of an attribute, with or without its domain (resource validation `validateQualifiedName`, which lets more than one slash pass). */
export function validateQualifiedName(name: string, path: FieldPath, origin: Origin): FieldError[] {
  const [domain = '', identifier, ...more] = name.split('/')
  if (more.length > 0) return []
  if (identifier === undefined) return validateIdentifier(domain, path, origin)
  return allErrors(
    domain === '' ? [invalid(path, '', 'the domain must not be empty', origin)] : validateDriverName(domain, path, origin),
    identifier === '' ? [invalid(path, '', 'the name must not be empty', origin)] : validateIdentifier(identifier, path, origin),
  )
}

const validateIdentifier = (text: string, path: FieldPath, origin: Origin): FieldError[] => allErrors(
  byteLength(text) > maxIdentifier ? [tooLong(path, maxIdentifier, origin)] : [],
  validateText(text, cIdentifier, path, origin),
)

/** The label of a namespace that allows claims with admin access. */
export const adminAccessLabel = 'resource.kubernetes.io/admin-access'

/** The rule for admin access to devices (resource `AuthorizedForAdmin`), whose path does not exist. */
export function validateAdminAccess(spec: ResourceClaimSpec | undefined, labels: Readonly<Record<string, string>>): FieldError[] {
  const first = (spec?.devices?.requests ?? []).findIndex(({exactly}) => exactly?.adminAccess === true)
  if (first === -1 || labels[adminAccessLabel] === 'true') return []
  const path = FieldPath.of('spec', 'devices', 'requests').index(first).child('adminAccess')
  return [forbidden(path, `admin access to devices requires the \`${adminAccessLabel}: true\` label on the containing namespace`, 'cluster/admin-access')]
}
