import type {Service, ServicePort, ServiceSpec, ServiceStatus} from '../../machinery/api/core-v1.js'
import {assign, mapItems} from '../../machinery/collections/immutable.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {allErrors, type FieldError, forbidden, invalid} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {withChosenAddress} from './carry-over.js'
import {isExternallyAccessible, isHeadless, mayHaveNodePorts, needsClusterIP, needsHealthCheck, nodePortsOf, specOf} from './traits.js'
import {validateLoadBalancerClass} from './validate.js'

const path = FieldPath.of('spec')

const origin = 'service/immutable'

type Field = keyof ServiceSpec

/**
 * Returns the service to store: keeps the status, and drops fields that the new type cannot have if the manifest only repeats
 * them (service strategy `PrepareForUpdate`; spec kinds 2.4).
 */
export function prepareServiceUpdate(service: Service, old: Service): Service {
  const status: ServiceStatus = old.status ?? {}
  const isBalanced = service.spec?.type === 'LoadBalancer' || status.loadBalancer?.ingress === undefined
  return assign<Service>(service, {
    spec: withoutFieldsOfOldType(specOf(service), specOf(old)),
    status: isBalanced ? status : {...status, loadBalancer: {}},
  })
}

function withoutFieldsOfOldType(spec: ServiceSpec, old: ServiceSpec): ServiceSpec {
  const lost = new Set(lostFields(spec, old))
  const kept = Object.fromEntries(Object.entries(spec).filter(([field]) => !lost.has(field as Field))) as ServiceSpec
  const rest = lost.size === 0 ? spec : kept
  const isClosed = mayHaveNodePorts(old) && !mayHaveNodePorts(spec) && nodePortsOf(spec).every((port) => nodePortsOf(old).includes(port))
  return isClosed && spec.ports !== undefined ? assign<ServiceSpec>(rest, {ports: mapItems(spec.ports, withoutNodePort)}) : rest
}

function withoutNodePort(port: ServicePort): ServicePort {
  const {nodePort, ...rest} = port
  return nodePort === undefined ? port : rest
}

/** Returns the unchanged fields of the old type to drop. Keeps changed ones, which validation rejects. */
function lostFields(spec: ServiceSpec, old: ServiceSpec): readonly Field[] {
  const isSame = (fields: readonly Field[]): boolean => fields.every((field) => semanticEqual(spec[field], old[field]))
  const lost = (had: boolean, has: boolean, ...fields: Field[]): readonly Field[] =>
    had && !has && isSame(fields) ? fields.filter((field) => spec[field] !== undefined) : []
  const wasAddressed = needsClusterIP(old)
  const isAddressed = needsClusterIP(spec)
  const wasBalanced = old.type === 'LoadBalancer'
  const isBalanced = spec.type === 'LoadBalancer'
  return [
    ...lost(wasAddressed, isAddressed, 'clusterIP', 'clusterIPs'),
    ...lost(wasAddressed, isAddressed, 'ipFamilies'),
    ...lost(wasAddressed, isAddressed, 'ipFamilyPolicy'),
    ...lost(needsHealthCheck(old), needsHealthCheck(spec), 'healthCheckNodePort'),
    ...lost(wasBalanced, isBalanced, 'allocateLoadBalancerNodePorts'),
    ...lost(wasBalanced, isBalanced, 'loadBalancerClass'),
    ...lost(isExternallyAccessible(old), isExternallyAccessible(spec), 'externalTrafficPolicy'),
  ]
}

/** Validates the change, before the validation of the service itself (core validation `ValidateServiceUpdate`). */
export const validateServiceChange = ({spec = {}}: Service, {spec: old = {}}: Service): FieldError[] => allErrors(
  validateAddressChange(withChosenAddress(spec), withChosenAddress(old)),
  validateClassChange(spec, old),
  needsHealthCheck(old) && needsHealthCheck(spec) && (spec.healthCheckNodePort ?? 0) !== (old.healthCheckNodePort ?? 0)
    ? [forbidden(path.child('healthCheckNodePort'), 'field is immutable', origin)] : [],
)

function validateAddressChange(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  if (!needsClusterIP(spec) || !needsClusterIP(old) || (isHeadless(spec) && isHeadless(old))) return []
  const {clusterIPs: addresses = []} = spec
  const {clusterIPs: oldAddresses = []} = old
  const compared = addresses.length === oldAddresses.length ? oldAddresses : oldAddresses.slice(0, 1)
  return compared.flatMap((address, i) => address === addresses[i] ? []
    : [invalid(path.child('clusterIPs').index(i), addresses, 'may not change once set', origin)])
}

function validateClassChange(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  if (spec.type !== 'LoadBalancer' || old.type !== 'LoadBalancer' || spec.loadBalancerClass === old.loadBalancerClass) return validateLoadBalancerClass(spec)
  return allErrors([invalid(path.child('loadBalancerClass'), spec.loadBalancerClass ?? null, 'may not change once set', origin)], validateLoadBalancerClass(spec))
}
