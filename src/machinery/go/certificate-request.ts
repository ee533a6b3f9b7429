import {type PemBlock, pemBlocks} from './pem.js'
import {signatureError, type Signed} from './signature.js'

/** One value of DER (X.690): its tag, and its content. */
interface Value {
  readonly tag: number
  readonly content: Buffer
  /** The content with its tag and its length. */
  readonly whole: Buffer
}

const none = Buffer.alloc(0)

const [integer, bitString, sequence, set] = [0x02, 0x03, 0x30, 0x31]

/** The types `commonName` (2.5.4.3) and `organizationName` (2.5.4.10), encoded. */
const [commonName, organizationName] = ['550403', '55040a']

/** The encodings of the string types UTF8String, PrintableString, T61String and IA5String. */
const encodings: ReadonlyMap<number, BufferEncoding> = new Map([[0x0c, 'utf8'], [0x13, 'latin1'], [0x14, 'latin1'], [0x16, 'latin1']])

/**
 * Returns the organizations in the subject of a certificate request (PKCS #10), which are the groups of a Kubernetes user.
 *
 * @param request the request as PEM in base64, as a CertificateSigningRequest holds it
 * @returns undefined for anything else
 */
export const organizationsOf = (request: string): string[] | undefined => attributesOf(request, organizationName)

/** Returns the common name in the subject of a certificate request, the last of several; undefined for anything else. */
export function commonNameOf(request: string): string | undefined {
  const names = attributesOf(request, commonName)
  return names && (names.at(-1) ?? '')
}

/** The texts of a type in the subject of a certificate request; undefined for anything else. */
function attributesOf(request: string, type: string): string[] | undefined {
  const [, subject] = valuesIn(valuesIn(wholeOf(request)?.content)?.[0]?.content) ?? []
  const names = subject?.tag === sequence ? valuesIn(subject.content, set) : undefined
  return names?.flatMap(({content}) => valuesIn(content, sequence) ?? []).flatMap((attribute) => textOf(attribute, type))
}

/** The sequence in the first PEM block of a request. */
const wholeOf = (request: string): Value | undefined => valuesIn(firstBlock(request)?.bytes, sequence)?.[0]

function firstBlock(request: string): PemBlock | undefined {
  const [block] = pemBlocks(Buffer.from(request, 'base64').toString('latin1'))
  return block?.type === 'CERTIFICATE REQUEST' ? block : undefined
}

/**
 * Checks the form and the signature of a certificate request (certificates validation `validateCSR`, Go's crypto/x509
 * `ParseCertificateRequest` and `CheckSignature`).
 *
 * @param request the request as PEM in base64
 * @returns the message of the server; undefined for a valid request
 */
export function certificateRequestError(request: string): string | undefined {
  const read = readPem(request)
  return typeof read === 'string' ? read : signatureError(read)
}

/** Returns the message about a text in base64 that is not a certificate request, with any signature (certificates `ParseCSR`). */
export function requestFormError(request: string): string | undefined {
  const read = readPem(request)
  return typeof read === 'string' ? read : undefined
}

function readPem(request: string): Signed | string {
  const block = firstBlock(request)
  return block === undefined ? 'PEM block type must be CERTIFICATE REQUEST' : readRequest(block.bytes)
}

/** Reads the parts of a request in the order of Go; returns its message about one that is none. */
function readRequest(bytes: Buffer): Signed | string {
  const top = readFields(bytes, [sequence, 'certificateRequest'])
  if (typeof top === 'string') return top
  const [{content, whole}] = top as [Value]
  const first = readFields(content, [sequence, 'tbsCertificateRequest'])
  if (typeof first === 'string') return first
  const [info] = first as [Value]
  const parts = readFields(info.content, [integer, 'int'], undefined, [sequence, 'publicKeyInfo'])
  if (typeof parts === 'string') return parts
  const [, , key] = parts as [Value, Value, Value]
  const keyParts = readFields(key.content, [sequence, 'AlgorithmIdentifier'], [bitString, 'BitString'])
  if (typeof keyParts === 'string') return keyParts
  const [keyAlgorithm, keyBits] = keyParts as [Value, Value]
  const all = readFields(content, undefined, [sequence, 'AlgorithmIdentifier'], [bitString, 'BitString'])
  if (typeof all === 'string') return all
  if (bytes.length > whole.length) return 'asn1: syntax error: trailing data'
  const [, algorithm, signature] = all as [Value, Value, Value]
  return {
    signed: info.whole, key: key.whole, keyAlgorithm: keyAlgorithm.content, keyBits: keyBits.content.subarray(1),
    algorithm: algorithm.content, signature: signature.content.subarray(1),
  }
}

/** The tag and the Go type of a field; undefined for one of any type. */
type Field = readonly [tag: number, type: string] | undefined

/** Reads the fields of a struct; returns Go's message about the first that is missing or has another type (encoding/asn1 `parseField`). */
function readFields(bytes: Buffer, ...fields: readonly Field[]): readonly Value[] | string {
  const values: Value[] = []
  let offset = 0
  for (const field of fields) {
    const rest = bytes.subarray(offset)
    const header = headerOf(rest)
    if (typeof header === 'string') return header
    const {size, length} = header
    const tag = rest[0] ?? 0
    if (field !== undefined && field[0] !== tag) {
      const found = `{class:${tag >> 6} tag:${tag & 0x1f} length:${length} isCompound:${(tag & 0x20) !== 0}}`
      return `asn1: structure error: tags don't match (${field[0] & 0x1f} vs ${found}) ${noParameters} ${field[1]} @${offset + size}`
    }
    if (rest.length < size + length) return 'asn1: syntax error: data truncated'
    values.push({tag, content: rest.subarray(size, size + length), whole: rest.subarray(0, size + length)})
    offset += size + length
  }
  return values
}

/** The parameters of a field without any, as Go prints them. */
const noParameters = '{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}'

function textOf({content}: Value, wanted: string): string[] {
  const [type, value] = valuesIn(content) ?? []
  const encoding = value && encodings.get(value.tag)
  return value !== undefined && encoding !== undefined && type?.content.toString('hex') === wanted ? [value.content.toString(encoding)] : []
}

/** Reads the values of DER that follow one another; undefined if the bytes are cut off, or if a value has another tag. */
function valuesIn(bytes: Buffer | undefined, tag?: number): Value[] | undefined {
  const values: Value[] = []
  let rest = bytes ?? none
  while (rest.length > 0) {
    const header = headerOf(rest)
    if (typeof header === 'string' || (values.length === 0 && tag !== undefined && rest[0] !== tag)) return undefined
    const end = header.size + header.length
    if (rest.length < end) return undefined
    values.push({tag: rest[0] ?? 0, content: rest.subarray(header.size, end), whole: rest.subarray(0, end)})
    rest = rest.subarray(end)
  }
  return values
}

/** Returns the size of the tag and the length, and the length of the content; or Go's message (encoding/asn1 `parseTagAndLength`). */
function headerOf(bytes: Buffer): {readonly size: number, readonly length: number} | string {
  const [tag = 0, first] = bytes
  if (bytes.length === 0) return 'asn1: syntax error: sequence truncated'
  if ((tag & 0x1f) === 0x1f) return 'asn1: syntax error: non-minimal tag'
  if (first === undefined) return 'asn1: syntax error: truncated tag or length'
  if (first < 0x80) return {size: 2, length: first}
  if (first === 0x80) return 'asn1: syntax error: indefinite length found (not DER)'
  const size = first - 0x80
  let length = 0
  for (let i = 0; i < size; i++) {
    const byte = bytes[2 + i]
    if (byte === undefined) return 'asn1: syntax error: truncated tag or length'
    if (length >= 2 ** 23) return 'asn1: structure error: length too large'
    length = length * 256 + byte
    if (length === 0) return 'asn1: structure error: superfluous leading zeros in length'
  }
  return length < 0x80 ? 'asn1: structure error: non-minimal length' : {size: 2 + size, length}
}
