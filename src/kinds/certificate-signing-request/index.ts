import {certificateRequestError} from '#platform/certificate-requests.js'

import type {
  CertificateSigningRequest, CertificateSigningRequestCondition as Condition, CertificateSigningRequestSpec as Spec, CertificateSigningRequestStatus as Status,
} from '../../machinery/api/certificates-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {repeated} from '../../machinery/collections/repeated.js'
import {allErrors, duplicate, type FieldError, forbidden, invalid, notSupported, required, tooLong} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {decodeBase64, encodeBase64} from '../../machinery/go/base64.js'
import {latin1Text} from '../../machinery/go/bytes.js'
import {pemBlocks} from '../../machinery/go/pem.js'
import {byteLength, quote} from '../../machinery/go/text.js'
import {dns1123Label, dns1123Subdomain} from '../../machinery/meta/names.js'
import type {KindDefinition, Requester} from '../kind.js'

type Request = CertificateSigningRequest

const specPath = FieldPath.of('spec')

const statusPath = FieldPath.of('status')

const conditionsPath = statusPath.child('conditions')

/** The known usages, sorted. */
const usages = ('any, cert sign, client auth, code signing, content commitment, crl sign, data encipherment, decipher only, digital signature, email protection, '
  + 'encipher only, ipsec end system, ipsec tunnel, ipsec user, key agreement, key encipherment, microsoft sgc, netscape sgc, ocsp signing, s/mime, '
  + 'server auth, signing, timestamping').split(', ')

const shortestSeconds = 600

/**
 * CertificateSigningRequest (pkg/registry/certificates, certificates validation `ValidateCertificateSigningRequestCreate`; spec more-kinds 10). A
 * request records who sends it. Updates change its metadata, and its status through two endpoints.
 */
export const certificateSigningRequest: KindDefinition<Request> = {
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: {name: () => []},

  setDefaults: (object) => withParts(object, object.spec, object.status),
  prepareForCreate: (object, _version, requester) => withParts(object, {...signedSpec(object.spec), ...recorded(requester)}, {}),
  prepareForUpdate: (object, old) => withParts(object, old.spec, old.status),

  validate: ({spec = {}, status = {}}, old) => allErrors(
    validateRequest(spec.request),
    validateUsages(spec.usages ?? []),
    validateSigner(spec.signerName ?? ''),
    (spec.expirationSeconds ?? shortestSeconds) < shortestSeconds ? [invalid(
      specPath.child('expirationSeconds'), spec.expirationSeconds, 'may not specify a duration less than 600 seconds (10 minutes)', 'certificate-signing-request/expiration',
    )] : [],
    validateConditions(status.conditions ?? []),
    status.certificate === old?.status?.certificate ? [] : validateCertificate(status.certificate),
  ),

  subresources: {
    approval: {
      prepareForUpdate: (object, old, _version, now) =>
        withParts(object, old.spec, {...old.status, conditions: withTimes(conditionsOf(object), conditionsOf(old), now)}),
      validateUpdate: removedConditions,
    },
    status: {
      prepareForUpdate: (object, old, _version, now) => {
        const stored = conditionsOf(old)
        return withParts(object, old.spec, {...object.status, conditions: withTimes(withDecisionsOf(conditionsOf(object), stored), stored, now)})
      },
      validateUpdate: (object, old) => allErrors(removedConditions(object, old), addedDecisions(object, old), changedCertificate(object, old)),
    },
  },
}

const conditionsOf = ({status}: Request): readonly Condition[] => status?.conditions ?? []

/** The object with this spec and status, whose bytes are in the one form in which Go writes them. */
function withParts(object: Request, spec: Spec | undefined, status: Status | undefined): Request {
  const {request} = spec ?? {}
  const {certificate} = status ?? {}
  return assign<Request>(object, {
    spec: request === undefined ? spec ?? {} : assign<Spec>(spec ?? {}, {request: canonical(request)}),
    status: certificate === undefined ? status ?? {} : assign<Status>(status ?? {}, {certificate: canonical(certificate)}),
  })
}

const canonical = (bytes: string): string => encodeBase64(decodeBase64(bytes))

/** The spec without the fields that name the requester. */
const signedSpec = ({username: _username, uid: _uid, groups: _groups, extra: _extra, ...signed}: Spec = {}): Spec => signed

const recorded = ({user = '', uid = '', groups = [], extra = {}}: Requester = {}): Partial<Spec> =>
  ({...user !== '' && {username: user}, ...uid !== '' && {uid}, ...groups.length > 0 && {groups}, ...Object.keys(extra).length > 0 && {extra}})

function validateRequest(request: string | undefined): FieldError[] {
  const error = certificateRequestError(request ?? '')
  return error === undefined ? [] : [invalid(specPath.child('request'), request ?? null, error, 'certificate-signing-request/request')]
}

function validateUsages(given: readonly string[]): FieldError[] {
  const path = specPath.child('usages')
  const origin = 'certificate-signing-request/usages'
  if (given.length === 0) return [required(path, '', origin)]
  const areKnown = repeated(given)
  return allErrors(
    given.flatMap((usage, i) => usages.includes(usage) ? [] : [notSupported(path.index(i), usage, usages, origin)]),
    given.flatMap((usage, i) => areKnown[i] === true ? [duplicate(path.index(i), usage, origin)] : []),
  )
}

/** The longest domain, and the longest name with its path, in bytes. */
const [longestDomain, longestSigner] = [253, 571]

/** Checks the name of a signer: a domain and a path (core validation `ValidateSignerName`). */
function validateSigner(name: string): FieldError[] {
  const path = specPath.child('signerName')
  const origin = 'certificate-signing-request/signer-name'
  if (name === '') return [required(path, '', origin)]
  if (name === 'kubernetes.io/legacy-unknown') return [invalid(path, name, 'the legacy signerName is not allowed via this API version', origin)]
  const [domain = '', rest = '', ...more] = name.split('/')
  if (more.length > 0 || !name.includes('/')) return [invalid(path, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'", origin)]
  const labels = domain.split('.')
  const firstErrors = (whole: string, parts: readonly string[], check: (part: string) => readonly string[]): FieldError[] => {
    const wrong = parts.find((part) => check(part).length > 0)
    return wrong === undefined ? [] : check(wrong).map((error) => invalid(path, whole, `validating label ${quote(wrong)}: ${error}`, origin))
  }
  return allErrors(
    byteLength(domain) > longestDomain ? [tooLong(path, longestDomain, origin)] : [],
    firstErrors(domain, labels, dns1123Label),
    labels.length < 2 ? [invalid(path, domain, 'should be a domain with at least two segments separated by dots', origin)] : [],
    firstErrors(rest, rest.split('.'), dns1123Subdomain),
    byteLength(name) > longestSigner ? [tooLong(path, longestSigner, origin)] : [],
  )
}

const statusOrigin = 'cluster/certificate-status'

/** The types of conditions that are there with the status True, or not at all. */
const decisions = ['Approved', 'Denied']

const lasting = [...decisions, 'Failed']

function validateConditions(conditions: readonly Condition[]): FieldError[] {
  const types = conditions.map(({type = ''}) => type)
  const [areKnown, first] = [repeated(types), decisions.map((type) => types.indexOf(type))]
  return conditions.flatMap(({type = '', status = ''}, i) => {
    const path = conditionsPath.index(i)
    const allowed = lasting.includes(type) ? ['True'] : ['False', 'True', 'Unknown']
    const isContradiction = decisions.includes(type) && decisions.some((other, k) => other !== type && first[k] !== -1 && (first[k] ?? i) < i)
    return allErrors(
      type === '' ? [required(path.child('type'), '', statusOrigin)] : [],
      status === '' ? [required(path.child('status'), '', statusOrigin)]
        : allowed.includes(status) ? [] : [notSupported(path.child('status'), status, allowed, statusOrigin)],
      isContradiction ? [invalid(conditionsPath, type, 'Approved and Denied conditions are mutually exclusive', statusOrigin)] : [],
      areKnown[i] === true ? [duplicate(path.child('type'), type, statusOrigin)] : [],
    )
  })
}

const certificatePath = statusPath.child('certificate')

/** Checks a certificate: PEM blocks (certificates validation `validateCertificate`). The certificates themselves are not read. */
function validateCertificate(certificate = ''): FieldError[] {
  const fail = (error: string): FieldError[] => [invalid(certificatePath, '<certificate data>', error, statusOrigin)]
  if (certificate === '') return []
  const blocks = pemBlocks(latin1Text(decodeBase64(certificate)))
  const other = blocks.find(({type, hasHeaders}) => type !== 'CERTIFICATE' || hasHeaders)
  if (other !== undefined) return fail(other.type === 'CERTIFICATE' ? 'no PEM block headers are permitted' : `only CERTIFICATE PEM blocks are allowed, found ${quote(other.type)}`)
  return blocks.length === 0 ? fail('must contain at least one CERTIFICATE PEM block') : []
}

const countOf = (type: string, request: Request): number => conditionsOf(request).filter((condition) => condition.type === type).length

function removedConditions(object: Request, old: Request): FieldError[] {
  return lasting.filter((type) => countOf(type, object) < countOf(type, old))
    .map((type) => forbidden(conditionsPath, `updates may not remove a condition of type ${quote(type)}`, statusOrigin))
}

const addedDecisions = (object: Request, old: Request): FieldError[] => decisions.filter((type) => countOf(type, object) > countOf(type, old))
  .map((type) => forbidden(conditionsPath, `updates may not add a condition of type ${quote(type)}`, statusOrigin))

function changedCertificate({status: {certificate = ''} = {}}: Request, {status: {certificate: old = ''} = {}}: Request): FieldError[] {
  return old === '' || certificate === old ? [] : [forbidden(certificatePath, 'updates may not modify existing certificate content', statusOrigin)]
}

/**
 * Sets the times of conditions that have none: that of the stored condition of the same type and status, or the present one (strategy
 * `populateConditionTimestamps`).
 */
function withTimes(conditions: readonly Condition[], old: readonly Condition[], now: (() => string) | undefined): readonly Condition[] {
  if (now === undefined || conditions.every(({lastUpdateTime, lastTransitionTime}) => lastUpdateTime && lastTransitionTime)) return conditions
  const time = now()
  return conditions.map((condition) => {
    const stored = old.find(({type, status, lastTransitionTime}) => type === condition.type && status === condition.status && lastTransitionTime)
    const lastTransitionTime = condition.lastTransitionTime ?? stored?.lastTransitionTime ?? time
    return {...condition, lastUpdateTime: condition.lastUpdateTime ?? time, lastTransitionTime}
  })
}

/** The conditions with the stored approval and denial, unless one is added or removed (strategy `preserveConditionInstances`). */
function withDecisionsOf(conditions: readonly Condition[], old: readonly Condition[]): readonly Condition[] {
  return decisions.reduce<readonly Condition[]>((all, decision) => {
    const stored = old.filter(({type}) => type === decision)
    if (all.filter(({type}) => type === decision).length !== stored.length) return all
    const rest = stored.values()
    return all.map((condition) => condition.type === decision ? rest.next().value ?? condition : condition)
  }, conditions)
}
