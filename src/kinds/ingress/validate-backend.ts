import type {IngressBackend} from '../../machinery/api/networking-v1.js'
import {allErrors, type FieldError, invalid, required} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {portErrors, portNameErrors} from '../../machinery/field/port.js'
import {validateName, validateText} from '../../machinery/field/text-rules.js'
import {hasFeature, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {dns1035Label, dns1123Label, dns1123Subdomain, pathSegmentName} from '../../machinery/meta/names.js'

const origin = 'ingress/backend'

/** The rules for backends (networking validation `validateIngressBackend`; spec kinds 13). */
export function validateBackend({service, resource}: IngressBackend, path: FieldPath, version: KubernetesVersion): FieldError[] {
  if (service !== undefined && resource !== undefined) return [invalid(path, '', 'cannot set both resource and service backends', origin)]
  if (resource !== undefined) return validateReference(resource, path.child('resource'))
  if (service === undefined) return [invalid(path, '', 'resource or service backend is required', origin)]
  const serviceName = hasFeature(version, 'relaxedServiceNameValidation') ? dns1123Label : dns1035Label
  return allErrors(validateName(service.name, serviceName, path.child('service', 'name'), origin), validatePort(service.port ?? {}, path))
}

type Resource = NonNullable<IngressBackend['resource']>

const validateReference = ({apiGroup, kind, name}: Resource, path: FieldPath): FieldError[] => allErrors(
  apiGroup === undefined ? [] : validateText(apiGroup, dns1123Subdomain, path.child('apiGroup'), origin),
  validateName(kind, pathSegmentName, path.child('kind'), origin),
  validateName(name, pathSegmentName, path.child('name'), origin),
)

type Port = NonNullable<NonNullable<IngressBackend['service']>['port']>

function validatePort({name = '', number = 0}: Port, path: FieldPath): FieldError[] {
  const place = path.child('service', 'port')
  if (name !== '' && number !== 0) return [invalid(path, '', 'cannot set both port name & port number', origin)]
  if (name !== '') return validateText(name, portNameErrors, place.child('name'), origin)
  if (number === 0) return [required(path, 'port name or number is required', origin)]
  return portErrors(number).map((error) => invalid(place.child('number'), number, error, origin))
}
