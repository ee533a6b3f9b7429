import {decodeBase64} from '../go/base64.js'
import {latin1Text} from '../go/bytes.js'
import {pemBlocks} from '../go/pem.js'
import {checkAlternativeNames} from './alternative-names.js'
import {DerError, listOf, raw, type RawValue, struct, syntaxError, tags, unmarshal} from './der.js'
import {type AlgorithmIdentifier, algorithmIdentifier, parsePublicKey, type PublicKeyInfo, publicKeyInfo} from './public-key.js'
import {signatureError, type Signed} from './signature.js'
import {bitString, boolean, integer, objectIdentifier, octetString, text} from './values.js'

// The types of Go whose names are in its messages.

const attributeTypeAndValue = struct<{readonly type: string, readonly value?: string}>('AttributeTypeAndValue', {type: {type: objectIdentifier}, value: {type: text}})

const subjectType = listOf(listOf(attributeTypeAndValue, 'RelativeDistinguishedNameSET', tags.set), 'RDNSequence')

interface SignedPart {
  readonly version: bigint
  readonly subject: RawValue
  readonly publicKey: PublicKeyInfo
  readonly attributes: readonly RawValue[]
}

const signedPart = struct<SignedPart>('tbsCertificateRequest', {
  version: {type: integer}, subject: {type: raw}, publicKey: {type: publicKeyInfo}, attributes: {type: listOf(raw), number: 0},
})

interface WholeRequest {
  readonly info: SignedPart & {readonly whole: Uint8Array}
  readonly algorithm: AlgorithmIdentifier
  readonly signature: Uint8Array
}

const wholeRequest = struct<WholeRequest>('certificateRequest', {info: {type: signedPart}, algorithm: {type: algorithmIdentifier}, signature: {type: bitString}})

const attribute = struct<{readonly id: string, readonly values: readonly RawValue[]}>('pkcs10Attribute', {id: {type: objectIdentifier}, values: {type: listOf(raw), isSet: true}})

interface Extension {
  readonly id: string
  readonly isCritical?: boolean
  readonly value: Uint8Array
}

const extensionsType = listOf(struct<Extension>('Extension', {id: {type: objectIdentifier}, isCritical: {type: boolean, isOptional: true}, value: {type: octetString}}))

/** The types `commonName` and `organizationName` in a subject. */
const [commonName, organizationName] = ['2.5.4.3', '2.5.4.10']

/** The attribute that lists extensions, and the extension with more names of the subject. */
const [extensionRequest, subjectAltName] = ['1.2.840.113549.1.9.14', '2.5.29.17']

/** A certificate request (PKCS #10). */
interface CertificateRequest extends Signed {
  readonly subject: readonly {readonly type: string, readonly value?: string}[]
}

/**
 * Reads a certificate request in the order of Go (certificates `ParseCSR`, crypto/x509 `ParseCertificateRequest`).
 *
 * @param request the request as PEM in base64, as a CertificateSigningRequest holds it
 * @returns the request with any signature, or the message about a text that is none
 */
function parseRequest(request: string): CertificateRequest | string {
  const [block] = pemBlocks(latin1Text(decodeBase64(request)))
  if (block?.type !== 'CERTIFICATE REQUEST') return 'PEM block type must be CERTIFICATE REQUEST'
  try {
    return readRequest(block.bytes)
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    return error.message
  }
}

function readRequest(bytes: Uint8Array): CertificateRequest {
  const {value: {info, algorithm, signature}, rest} = unmarshal(bytes, wholeRequest)
  if (rest.length > 0) throw syntaxError('trailing data')
  const publicKey = parsePublicKey(info.publicKey)
  const {value: subject} = unmarshal(info.subject.whole, subjectType)
  for (const {id, value} of extensionsIn(info.attributes)) if (id === subjectAltName) checkAlternativeNames(value)
  return {signed: info.whole, publicKey, algorithm, signature, subject: subject.flat()}
}

/** The requested extensions. Attributes that Go cannot read are ignored (crypto/x509 `parseCSRExtensions`). */
function extensionsIn(attributes: readonly RawValue[]): readonly Extension[] {
  const extensions: Extension[] = []
  for (const {whole} of attributes) {
    const [list] = extensionLists(whole)
    const ids = new Set(extensions.map(({id}) => id))
    for (const extension of list === undefined ? [] : unmarshal(list.whole, extensionsType).value) {
      if (ids.has(extension.id)) throw new DerError('x509: certificate request contains duplicate requested extensions')
      ids.add(extension.id)
      extensions.push(extension)
    }
  }
  return extensions
}

function extensionLists(bytes: Uint8Array): readonly RawValue[] {
  try {
    const {value: {id, values}} = unmarshal(bytes, attribute)
    return id === extensionRequest ? values : []
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    return []
  }
}

/** The texts of a type in the subject of a certificate request; undefined for anything else. */
function textsOf(request: string, wanted: string): string[] | undefined {
  const parsed = parseRequest(request)
  return typeof parsed === 'string' ? undefined : parsed.subject.flatMap(({type, value}) => type === wanted && value !== undefined ? [value] : [])
}

/** Returns the organizations in the subject of a certificate request, which are the groups of a Kubernetes user; undefined for anything else. */
export const organizationsOf = (request: string): string[] | undefined => textsOf(request, organizationName)

/** Returns the common name in the subject of a certificate request, the last of several; undefined for anything else. */
export function commonNameOf(request: string): string | undefined {
  const names = textsOf(request, commonName)
  return names && (names.at(-1) ?? '')
}

/** Returns the message about a text in base64 that is not a certificate request, with any signature (certificates `ParseCSR`). */
export function requestFormError(request: string): string | undefined {
  const parsed = parseRequest(request)
  return typeof parsed === 'string' ? parsed : undefined
}

/** Checks the form and the signature of a certificate request, and returns the message of the server (certificates validation `validateCSR`). */
export function certificateRequestError(request: string): string | undefined {
  const parsed = parseRequest(request)
  return typeof parsed === 'string' ? parsed : signatureError(parsed)
}
