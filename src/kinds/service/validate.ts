import type {Service, ServiceSpec} from '../../machinery/api/core-v1.js'
import {allErrors, type FieldError, forbidden, invalid, NamedText, notSupported, type Origin, required} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {portErrors} from '../../machinery/field/port.js'
import {unsupportedText} from '../../machinery/field/text-rules.js'
import {cidrErrors, ipErrors, unreachableIpErrors} from '../../machinery/go/ip.js'
import {trimSpace} from '../../machinery/go/text.js'
import {defaultVersion, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {validateLabels} from '../../machinery/meta/label-selector.js'
import {dns1123Subdomain, qualifiedName} from '../../machinery/meta/names.js'
import {validateAddresses} from './addresses.js'
import {isExternallyAccessible, isHeadless, mayHaveNodePorts, needsHealthCheck} from './traits.js'
import {validatePortNumbers, validatePorts} from './validate-ports.js'

const path = FieldPath.of('spec')

const annotation = (name: string): FieldPath => FieldPath.of('metadata', 'annotations').key(name)

/** The annotation that `service.kubernetes.io/topology-mode` replaces. */
export const topologyHints = 'service.kubernetes.io/topology-aware-hints'

const topologyMode = 'service.kubernetes.io/topology-mode'

const sourceRanges = 'service.beta.kubernetes.io/load-balancer-source-ranges'

/** The rules for a service besides those of its metadata (core validation `validateService`; spec kinds 2.2). */
export function validateService(service: Service, old?: Service, version = defaultVersion): FieldError[] {
  const {spec = {}} = service
  return allErrors(
    validateTopology(service),
    (spec.ports ?? []).length > 0 || isHeadless(spec) || spec.type === 'ExternalName' ? [] : [required(path.child('ports'), '', 'service/ports')],
    validateForType(spec),
    validatePorts(spec),
    validateLabels(spec.selector, path.child('selector'), 'service/selector'),
    validateAffinity(spec),
    validateAddresses(spec, version, old?.spec?.clusterIPs),
    (spec.externalIPs ?? []).flatMap((address, i) => validateExternalAddress(address, old?.spec?.externalIPs, path.child('externalIPs').index(i), version)),
    oneOf('type', spec.type, types, 'service/type'),
    validatePortNumbers(spec, old === undefined),
    validateSourceRanges(service, old, version),
    spec.allocateLoadBalancerNodePorts === undefined ? [] : onlyForLoadBalancer(spec, path.child('allocateLoadBalancerNodePorts')),
    validateLoadBalancerClass(spec),
    validateExternalTraffic(spec),
    validateHealthCheckPort(spec),
    oneOf('internalTrafficPolicy', spec.internalTrafficPolicy, trafficPolicies, 'service/traffic-policy'),
    validateDistribution(spec.trafficDistribution),
  )
}

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']

const trafficPolicies = ['Cluster', 'Local']

const distributions = ['PreferClose', 'PreferSameZone', 'PreferSameNode']

/** The rule for an optional field with one of several values. */
const oneOf = (field: string, value: string | undefined, supported: readonly string[], origin: Origin): FieldError[] =>
  value === undefined || supported.includes(value) ? [] : [notSupported(path.child(field), value, supported, origin)]

/** Validates `trafficDistribution`, whose Go type is a string and not an enumeration. */
const validateDistribution = (distribution: string | undefined): FieldError[] => distribution === undefined || distributions.includes(distribution) ? []
  : [unsupportedText(path.child('trafficDistribution'), distribution, distributions, 'service/traffic-distribution')]

/** The rule for a field that only load balancers can have. */
const onlyForLoadBalancer = ({type}: ServiceSpec, place: FieldPath): FieldError[] =>
  type === 'LoadBalancer' ? [] : [forbidden(place, "may only be used when `type` is 'LoadBalancer'", 'service/load-balancer')]

function validateTopology({metadata: {annotations = {}}}: Service): FieldError[] {
  const {[topologyHints]: hints, [topologyMode]: mode} = annotations
  if (hints === undefined || mode === undefined || hints === mode) return []
  return [invalid(annotation(topologyMode), mode, `must match annotations[${topologyHints}] when both are specified`, 'service/topology')]
}

/** The rules for addresses and names that a type requires or forbids. */
function validateForType(spec: ServiceSpec): FieldError[] {
  if (spec.type === 'ExternalName') return validateExternalName(spec)
  if (!mayHaveNodePorts(spec) || !isHeadless(spec)) return []
  return [invalid(path.child('clusterIPs').index(0), 'None', `may not be set to 'None' for ${String(spec.type)} services`, 'service/cluster-ips')]
}

function validateExternalName(spec: ServiceSpec): FieldError[] {
  const {clusterIPs = [], ipFamilies = [], ipFamilyPolicy, externalName = ''} = spec
  const given = {clusterIPs: clusterIPs.length > 0, ipFamilies: ipFamilies.length > 0, ipFamilyPolicy: ipFamilyPolicy !== undefined}
  const name = externalName.replace(/\.$/, '')
  const place = path.child('externalName')
  return allErrors(
    Object.entries(given).filter(([, isGiven]) => isGiven)
      .map(([field]) => forbidden(path.child(field), 'may not be set for ExternalName services', 'service/external-name')),
    name === '' ? [required(place, '', 'service/external-name')]
      : dns1123Subdomain(name).map((error) => invalid(place, name, error, 'service/external-name')),
  )
}

/** The maximum timeout of session affinity in seconds. */
const longestAffinity = 86400

function validateAffinity({sessionAffinity, sessionAffinityConfig}: ServiceSpec): FieldError[] {
  const seconds = sessionAffinityConfig?.clientIP?.timeoutSeconds
  const place = path.child('sessionAffinityConfig', 'clientIP', 'timeoutSeconds')
  return allErrors(
    oneOf('sessionAffinity', sessionAffinity, ['ClientIP', 'None'], 'service/session-affinity'),
    sessionAffinity !== 'ClientIP' || seconds === undefined || (seconds > 0 && seconds <= longestAffinity) ? []
      : [invalid(place, seconds, `must be greater than 0 and less than ${longestAffinity}`, 'service/session-affinity')],
  )
}

function validateExternalAddress(address: string, known: readonly string[] = [], place: FieldPath, version: KubernetesVersion): FieldError[] {
  const errors = known.includes(address) ? [] : ipErrors(address, version)
  return (errors.length > 0 ? errors : unreachableIpErrors(address)).map((error) => invalid(place, address, error, 'service/external-ips'))
}

/** Validates the ranges of the field, or of the deprecated annotation if there is no field. Stored values are not validated again. */
function validateSourceRanges(service: Service, old: Service | undefined, version: KubernetesVersion): FieldError[] {
  const {spec = {}, metadata} = service
  const {loadBalancerSourceRanges: ranges = []} = spec
  const list = metadata.annotations?.[sourceRanges]
  // Upstream writes the field with a capital letter here.
  if (ranges.length > 0) return validateRangeField(spec, ranges, old?.spec?.loadBalancerSourceRanges ?? [], path.child('LoadBalancerSourceRanges'), version)
  if (list === undefined) return []
  const place = annotation(sourceRanges)
  const isNew = list !== old?.metadata.annotations?.[sourceRanges] && trimSpace(list) !== ''
  return allErrors(onlyForLoadBalancer(spec, place), isNew ? list.split(',').flatMap((range) => validateRange(range, place, version)) : [])
}

function validateRangeField(spec: ServiceSpec, ranges: readonly string[], old: readonly string[], place: FieldPath, version: KubernetesVersion): FieldError[] {
  const known = new Set(old.map(trimSpace))
  return allErrors(
    onlyForLoadBalancer(spec, place),
    ranges.flatMap((range, i) => known.has(trimSpace(range)) ? [] : validateRange(range, place.index(i), version)),
  )
}

const validateRange = (range: string, place: FieldPath, version: KubernetesVersion): FieldError[] =>
  cidrErrors(trimSpace(range), version).map((error) => invalid(place, trimSpace(range), error, 'service/source-ranges'))

/** The rules for the class of a load balancer (core validation `validateLoadBalancerClassField`). */
export function validateLoadBalancerClass(spec: ServiceSpec): FieldError[] {
  const {loadBalancerClass: name} = spec
  const place = path.child('loadBalancerClass')
  if (name === undefined) return []
  if (spec.type !== 'LoadBalancer') return onlyForLoadBalancer(spec, place)
  return qualifiedName(name).map((error) => invalid(place, name, error, 'service/load-balancer'))
}

function validateExternalTraffic(spec: ServiceSpec): FieldError[] {
  const {externalTrafficPolicy: policy = ''} = spec
  if (policy === '' || isExternallyAccessible(spec)) return oneOf('externalTrafficPolicy', policy || undefined, trafficPolicies, 'service/traffic-policy')
  const message = 'may only be set for externally-accessible services'
  return [invalid(path.child('externalTrafficPolicy'), new NamedText(policy), message, 'service/traffic-policy')]
}

function validateHealthCheckPort(spec: ServiceSpec): FieldError[] {
  const {healthCheckNodePort: port = 0} = spec
  if (port === 0) return []
  const errors = needsHealthCheck(spec) ? portErrors(port) : ["may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"]
  return errors.map((error) => invalid(path.child('healthCheckNodePort'), port, error, 'service/health-check-node-port'))
}
