import type * as nodeCrypto from 'node:crypto'

/** The signed bytes of a certificate request in DER, with its key and its signature. */
export interface Signed {
  readonly signed: Buffer
  /** The public key with its algorithm (SubjectPublicKeyInfo). */
  readonly key: Buffer
  /** The encoded identifier of the algorithm of the key, and its parameters. */
  readonly keyAlgorithm: Buffer
  /** The key without its algorithm. */
  readonly keyBits: Buffer
  /** The encoded identifier of the algorithm of the signature, and its parameters. */
  readonly algorithm: Buffer
  readonly signature: Buffer
}

type KeyType = 'RSA' | 'ECDSA' | 'Ed25519' | 'DSA'

interface Algorithm {
  readonly key: KeyType
  readonly hash?: string
  readonly isPss?: true
  /** The name of an algorithm that Go does not accept. */
  readonly insecure?: string
}

/** The algorithms by their encoded identifiers (crypto/x509 `signatureAlgorithmDetails`). */
const algorithms: Readonly<Record<string, Algorithm>> = {
  '2a864886f70d010104': {key: 'RSA', hash: 'md5', insecure: 'MD5-RSA'},
  '2a864886f70d010105': {key: 'RSA', hash: 'sha1'},
  '2a864886f70d01010b': {key: 'RSA', hash: 'sha256'},
  '2a864886f70d01010c': {key: 'RSA', hash: 'sha384'},
  '2a864886f70d01010d': {key: 'RSA', hash: 'sha512'},
  '2a8648ce380403': {key: 'DSA', hash: 'sha1'},
  '608648016503040302': {key: 'DSA', hash: 'sha256'},
  '2a8648ce3d0401': {key: 'ECDSA', hash: 'sha1'},
  '2a8648ce3d040302': {key: 'ECDSA', hash: 'sha256'},
  '2a8648ce3d040303': {key: 'ECDSA', hash: 'sha384'},
  '2a8648ce3d040304': {key: 'ECDSA', hash: 'sha512'},
  '2b6570': {key: 'Ed25519'},
}

const pss = '2a864886f70d01010a'

/** The hash functions of RSA-PSS, with their encoded identifiers and the encoded sizes of their salts. */
const hashes = [
  {hash: 'sha256', identifier: '0609608648016503040201', salt: 'a203020120'}, {hash: 'sha384', identifier: '0609608648016503040202', salt: 'a203020130'},
  {hash: 'sha512', identifier: '0609608648016503040203', salt: 'a203020140'},
]

/** The names that node:crypto has for the types of keys, with those of Go. */
const keyTypes: Readonly<Record<string, {readonly type: KeyType, readonly go: string}>> = {
  rsa: {type: 'RSA', go: '*rsa.PublicKey'}, ec: {type: 'ECDSA', go: '*ecdsa.PublicKey'}, ed25519: {type: 'Ed25519', go: 'ed25519.PublicKey'},
}

/** The curves by their encoded identifiers, with the names of Go. */
const curves: Readonly<Record<string, string>> = {'06052b81040021': 'P224', '06082a8648ce3d030107': 'P256', '06052b81040022': 'P384', '06052b81040023': 'P521'}

const [rsa, ecdsa, ed25519] = ['2a864886f70d010101', '2a8648ce3d0201', '2b6570']

const unsupported = 'x509: cannot verify signature: algorithm unimplemented'

const minimumBits = 1024

/** Returns Go's message about a signature that is wrong, or that Go does not verify (crypto/x509 `checkSignature`); undefined for one that is right. */
export function signatureError(request: Signed): string | undefined {
  const {signed, algorithm, signature} = request
  const publicKey = readKey(request)
  if (typeof publicKey === 'string') return publicKey
  const found = algorithmOf(algorithm)
  if (found === undefined) return unsupported
  if (found.insecure !== undefined) return `x509: cannot verify signature: insecure algorithm ${found.insecure}`
  const known = keyTypes[publicKey?.asymmetricKeyType ?? '']
  if (publicKey === undefined || known === undefined) return unsupported
  if (known.type !== found.key) return `x509: signature algorithm specifies an ${found.key} public key, but have public key of type ${known.go}`
  const {modulusLength = minimumBits} = publicKey.asymmetricKeyDetails ?? {}
  if (modulusLength < minimumBits) return `crypto/rsa: ${modulusLength}-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)`
  if (isRight(publicKey, found, signed, signature)) return undefined
  return known.type === 'RSA' ? 'crypto/rsa: verification error' : `x509: ${known.type} verification failure`
}

function algorithmOf(algorithm: Buffer): Algorithm | undefined {
  const text = algorithm.toString('hex')
  const [identifier] = partsOf(algorithm)
  if (identifier !== pss) return algorithms[identifier]
  const found = hashes.find(({identifier: hash, salt}) => text.includes(hash) && text.includes(salt))
  return found && {key: 'RSA', hash: found.hash, isPss: true}
}

/** Returns the encoded identifier of an algorithm, and its encoded parameters. */
function partsOf(algorithm: Buffer): readonly [identifier: string, parameters: string] {
  const text = algorithm.toString('hex')
  const end = 4 + 2 * (algorithm[1] ?? 0)
  return [text.slice(4, end), text.slice(end)]
}

/** Reads a public key; returns the message about one that Go cannot read, and undefined for one of an unknown algorithm (crypto/x509 `parsePublicKey`). */
function readKey({key, keyAlgorithm, keyBits}: Signed): nodeCrypto.KeyObject | string | undefined {
  const [identifier, parameters] = partsOf(keyAlgorithm)
  const curve = curves[parameters]
  if (identifier === rsa && parameters !== '0500') return 'x509: RSA key missing NULL parameters'
  if (identifier === ecdsa) {
    if (!parameters.startsWith('06')) return 'x509: invalid ECDSA parameters'
    if (curve === undefined) return 'x509: unsupported elliptic curve'
    if (keyBits[0] !== 4) return 'ecdsa: invalid uncompressed public key'
  }
  if (identifier === ed25519 && parameters !== '') return 'x509: Ed25519 key encoded with illegal parameters'
  if (![rsa, ecdsa, ed25519].includes(identifier)) return undefined
  try {
    return crypto().createPublicKey({key, format: 'der', type: 'spki'})
  } catch {
    return identifier === ecdsa ? `${curve} point not on curve` : 'x509: invalid public key'
  }
}

function isRight(key: nodeCrypto.KeyObject, {hash, isPss}: Algorithm, signed: Buffer, signature: Buffer): boolean {
  const {verify, constants} = crypto()
  const options = isPss === true ? {key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST} : key
  try {
    return verify(hash, signed, options, signature)
  } catch {
    return false
  }
}

/** The module takes milliseconds to load, and few inputs have certificate requests. */
const crypto = (): typeof nodeCrypto => process.getBuiltinModule('node:crypto')
