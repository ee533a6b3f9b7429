import type {ClusterTrustBundleProjection, PodCertificateProjection} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, invalid, required, tooLong} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {unsupportedText, validateText} from '../../../machinery/field/text-rules.js'
import {byteLength, compareText, quote} from '../../../machinery/go/text.js'
import type {KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import {validateLabelSelector} from '../../../machinery/meta/label-selector.js'
import {dns1123Label, dns1123Subdomain, lowerCase, qualifiedName} from '../../../machinery/meta/names.js'
import {annotationsLimit} from '../../../machinery/meta/object-meta.js'
import {internalForm} from '../../shared/internal-form.js'
import {validateLocalPath} from './file-paths.js'

const origin = 'pod/projected-volume'

/** The rules for a projected ClusterTrustBundle, except those about conflicts with other files (core validation `validateProjectionSources`). */
export const validateTrustBundle = (bundle: ClusterTrustBundleProjection, path: FieldPath, version: KubernetesVersion): FieldError[] => allErrors(
  validateBundleReference(bundle, path, version),
  bundle.path ? [] : [required(path.child('path'), '', origin)],
  validateLocalPath(bundle.path ?? '', path.child('path'), origin),
)

function validateBundleReference(bundle: ClusterTrustBundleProjection, path: FieldPath, version: KubernetesVersion): FieldError[] {
  const {name, signerName, labelSelector} = bundle
  if (name === undefined) {
    return signerName === undefined ? [required(path, 'either name or signerName must be specified', origin)] : allErrors(
      signerName === '' ? [required(path.child('signerName'), 'must be a valid signer name', origin)] : [],
      validateSignerName(signerName, path.child('signerName')),
      labelSelector === undefined ? [] : validateLabelSelector(labelSelector, path.child('labelSelector'), origin),
    )
  }
  if (signerName !== undefined) {
    return [invalid(path, internalForm('ClusterTrustBundleProjection', bundle, version), 'only one of name and signerName may be used', origin)]
  }
  const selectorPath = path.child('labelSelector')
  return allErrors(
    name === '' ? [required(path.child('name'), 'must be a valid object name', origin)] : [],
    bundleNameErrors(name).map((error) => invalid(path.child('name'), name, `not a valid clustertrustbundlename: ${error}`, origin)),
    labelSelector === undefined ? []
      : [invalid(selectorPath, internalForm('selector', labelSelector), 'labelSelector must be unset if name is specified', origin)],
  )
}

/** The errors of the name of a bundle, which begins with the signer if it has one: `example.com:signer:bundle` (`ValidateClusterTrustBundleName`). */
function bundleNameErrors(name: string): readonly string[] {
  const end = name.lastIndexOf(':')
  if (end < 0) return dns1123Subdomain(name)
  if (end === 0) return ['ClusterTrustBundle without signer name must not have ":" in its name']
  const signer = name.slice(0, end).replaceAll(':', '/')
  const prefix = `${signer.replaceAll('/', ':')}:`
  return name.startsWith(prefix) ? dns1123Subdomain(name.slice(prefix.length)) : [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`]
}

const longestDomain = 253

const longestSigner = longestDomain + 1 + longestDomain + 63 + 1

/** The rules for the name of a signer, `example.com/signer` (core validation `ValidateSignerName`). */
function validateSignerName(name: string, path: FieldPath): FieldError[] {
  const [domain = '', last = '', ...others] = name.split('/')
  if (name === '') return [required(path, '', origin)]
  if (!name.includes('/') || others.length > 0) return [invalid(path, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'", origin)]
  return allErrors(
    byteLength(domain) > longestDomain ? [tooLong(path, longestDomain, origin)] : [],
    validateParts(domain, dns1123Label, path),
    domain.includes('.') ? [] : [invalid(path, domain, 'should be a domain with at least two segments separated by dots', origin)],
    validateParts(last, dns1123Subdomain, path),
    byteLength(name) > longestSigner ? [tooLong(path, longestSigner, origin)] : [],
  )
}

/** Reports only the first wrong part between dots. */
function validateParts(text: string, check: (part: string) => readonly string[], path: FieldPath): FieldError[] {
  const wrong = text.split('.').find((part) => check(part).length > 0)
  return wrong === undefined ? [] : check(wrong).map((error) => invalid(path, text, `validating label ${quote(wrong)}: ${error}`, origin))
}

const keyTypes = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519']

/** The rules for a projected certificate, except those about its files (core validation `validateProjectionSources`). */
export const validatePodCertificate = (certificate: PodCertificateProjection, path: FieldPath): FieldError[] => allErrors(
  validateSignerName(certificate.signerName ?? '', path.child('signerName')),
  validateUserAnnotations(certificate.userAnnotations ?? {}, path.child('userAnnotations')),
  keyTypes.includes(certificate.keyType ?? '') ? [] : [unsupportedText(path.child('keyType'), certificate.keyType ?? '', keyTypes, origin)],
  validateExpiration(certificate, path.child('maxExpirationSeconds')),
)

/** The rules for annotations that are sent to the signer (core validation `ValidateUserAnnotations`). */
function validateUserAnnotations(annotations: Readonly<Record<string, string>>, path: FieldPath): FieldError[] {
  const entries = Object.entries(annotations)
  const size = entries.reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0)
  return allErrors(
    entries.map(([key]) => lowerCase(key)).sort(compareText).flatMap((key) => validateDomainKey(key, path)),
    size > annotationsLimit ? [tooLong(path, annotationsLimit, origin)] : [],
  )
}

/** The rules for a key with a domain (apimachinery `IsDomainPrefixedKey`). */
function validateDomainKey(key: string, path: FieldPath): FieldError[] {
  if (key === '') return [required(path, '', origin)]
  const errors = validateText(key, qualifiedName, path, origin)
  return errors.length > 0 || key.includes('/') ? errors : [invalid(path, key, 'must be a domain-prefixed key (such as "acme.io/foo")', origin)]
}

const day = 24 * 60 * 60

const shortestExpiration = 60 * 60

function validateExpiration({maxExpirationSeconds: seconds, signerName = ''}: PodCertificateProjection, path: FieldPath): FieldError[] {
  if (seconds === undefined) return []
  const [host = ''] = signerName.split('/')
  const longest = host === 'kubernetes.io' || host.endsWith('.kubernetes.io') ? day : 91 * day
  return allErrors(
    seconds < shortestExpiration ? [invalid(path, seconds, `if provided, maxExpirationSeconds must be >= ${shortestExpiration}`, origin)] : [],
    seconds > longest ? [invalid(path, seconds, `if provided, maxExpirationSeconds must be <= ${longest}`, origin)] : [],
  )
}
