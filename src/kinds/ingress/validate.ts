import type {HTTPIngressPath, Ingress, IngressRule, IngressSpec, IngressTLS} from '../../machinery/api/networking-v1.js'
import {allErrors, type FieldError, invalid, notSupported, required} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {validateOptional, validateText} from '../../machinery/field/text-rules.js'
import {ipFamily} from '../../machinery/go/ip.js'
import {defaultVersion, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {dns1123Subdomain, wildcardSubdomain} from '../../machinery/meta/names.js'
import {validateBackend} from './validate-backend.js'

const path = FieldPath.of('spec')

/** The annotation that `ingressClassName` replaces. */
export const classAnnotation = 'kubernetes.io/ingress.class'

/** The rules for an Ingress besides those of its metadata (networking validation `ValidateIngressSpec`; spec kinds 13). */
export function validateIngress({spec = {}}: Ingress, old?: Ingress, version = defaultVersion): FieldError[] {
  const {defaultBackend, rules = [], tls = [], ingressClassName} = spec
  const exempt = exemptions(old?.spec, version)
  return allErrors(
    rules.length > 0 || defaultBackend !== undefined ? []
      : [invalid(path, spec.rules ?? null, 'either `defaultBackend` or `rules` must be specified', 'ingress/rules')],
    defaultBackend === undefined ? [] : validateBackend(defaultBackend, path.child('defaultBackend'), version),
    rules.flatMap((rule, i) => validateRule(rule, path.child('rules').index(i), exempt, version)),
    tls.flatMap((entry, i) => validateTls(entry, path.child('tls').index(i), exempt)),
    ingressClassName === undefined ? [] : validateText(ingressClassName, dns1123Subdomain, path.child('ingressClassName'), 'ingress/class-name'),
  )
}

/** Rules that do not apply to an Ingress whose stored version violates them. */
interface Exemptions {
  readonly wildcardRules: boolean
  readonly secretNames: boolean
}

const exemptions = ({rules = [], tls = []}: IngressSpec = {}, version: KubernetesVersion): Exemptions => ({
  wildcardRules: rules.some((rule) => rule.host?.includes('*') === true && validatePaths(rule, path, version).length > 0),
  secretNames: tls.some((entry) => validateSecretName(entry, path).length > 0),
})

/** The rules for a create only (`ValidateIngressCreate`); upstream omits `metadata` from the path. */
export function validateIngressCreate({metadata: {annotations = {}}, spec = {}}: Ingress): FieldError[] {
  const {[classAnnotation]: old} = annotations
  if (old === undefined || spec.ingressClassName === undefined || old === spec.ingressClassName) return []
  return [invalid(FieldPath.of('annotations', classAnnotation), old, 'must match `ingressClassName` when both are specified', 'ingress/class-name')]
}

function validateRule(rule: IngressRule, place: FieldPath, {wildcardRules}: Exemptions, version: KubernetesVersion): FieldError[] {
  const {host = ''} = rule
  const isExempt = wildcardRules && host.includes('*')
  return allErrors(host === '' ? [] : validateHost(host, place.child('host')), isExempt ? [] : validatePaths(rule, place, version))
}

const hostName = (host: string): readonly string[] => host.includes('*') ? wildcardSubdomain(host) : dns1123Subdomain(host)

const validateHost = (host: string, place: FieldPath): FieldError[] => allErrors(
  ipFamily(host) === undefined ? [] : [invalid(place, host, 'must be a DNS name, not an IP address', 'ingress/host')],
  validateText(host, hostName, place, 'ingress/host'),
)

function validatePaths({http}: IngressRule, place: FieldPath, version: KubernetesVersion): FieldError[] {
  if (http === undefined) return []
  const {paths = []} = http
  const pathsPlace = place.child('http', 'paths')
  if (paths.length === 0) return [required(pathsPlace, '', 'ingress/path')]
  return paths.flatMap((entry, i) => validatePath(entry, pathsPlace.index(i), version))
}

function validatePath({path: text = '', pathType, backend = {}}: HTTPIngressPath, place: FieldPath, version: KubernetesVersion): FieldError[] {
  if (pathType === undefined) return [required(place.child('pathType'), 'pathType must be specified', 'ingress/path')]
  return allErrors(validatePathOfType(text, pathType, place), validateBackend(backend, place.child('backend'), version))
}

function validatePathOfType(text: string, pathType: string, place: FieldPath): FieldError[] {
  switch (pathType) {
    case 'Exact':
    case 'Prefix': return validateText(text, pathErrors, place.child('path'), 'ingress/path')
    case 'ImplementationSpecific': return validateOptional(text, absoluteErrors, place.child('path'), 'ingress/path')
    default: return [notSupported(place.child('pathType'), pathType, ['Exact', 'ImplementationSpecific', 'Prefix'], 'ingress/path')]
  }
}

const absoluteErrors = (text: string): string[] => text.startsWith('/') ? [] : ['must be an absolute path']

const illegalSequences = ['//', '/./', '/../', '%2f', '%2F']

const illegalEnds = ['/..', '/.']

const pathErrors = (text: string): string[] => [
  ...absoluteErrors(text),
  ...illegalSequences.filter((sequence) => text.includes(sequence)).map((sequence) => `must not contain '${sequence}'`),
  ...illegalEnds.filter((end) => text.endsWith(end)).map((end) => `cannot end with '${end}'`),
]

const validateTls = (entry: IngressTLS, place: FieldPath, {secretNames}: Exemptions): FieldError[] => allErrors(
  (entry.hosts ?? []).flatMap((host, i) => validateText(host, hostName, place.child('hosts').index(i), 'ingress/tls')),
  secretNames ? [] : validateSecretName(entry, place),
)

const validateSecretName = ({secretName}: IngressTLS, place: FieldPath): FieldError[] =>
  validateOptional(secretName, dns1123Subdomain, place.child('secretName'), 'ingress/tls')
