import {isSignatureRight} from '#platform/signatures.js'

import {hexOf} from '../go/bytes.js'
import {DerError, struct, unmarshal} from './der.js'
import {type AlgorithmIdentifier, algorithmIdentifier, type PublicKey} from './public-key.js'
import type {HashName} from './signed-message.js'
import {integer} from './values.js'

/** The parts of a message that its signature depends on. */
export interface Signed {
  /** The signed bytes. */
  readonly signed: Uint8Array
  readonly publicKey: PublicKey | undefined
  readonly algorithm: AlgorithmIdentifier
  readonly signature: Uint8Array
}

interface Algorithm {
  readonly key: PublicKey['type']
  readonly hash?: HashName
  readonly isPss?: true
  /** The name of an algorithm that Go does not accept. */
  readonly insecure?: string
}

const sha1WithRsa: Algorithm = {key: 'RSA', hash: 'sha1'}

/** The algorithms by their identifiers (crypto/x509 `signatureAlgorithmDetails`). */
const algorithms: Readonly<Record<string, Algorithm>> = {
  '1.2.840.113549.1.1.4': {key: 'RSA', insecure: 'MD5-RSA'},
  '1.2.840.113549.1.1.5': sha1WithRsa,
  '1.3.14.3.2.29': sha1WithRsa,
  '1.2.840.113549.1.1.11': {key: 'RSA', hash: 'sha256'},
  '1.2.840.113549.1.1.12': {key: 'RSA', hash: 'sha384'},
  '1.2.840.113549.1.1.13': {key: 'RSA', hash: 'sha512'},
  '1.2.840.10040.4.3': {key: 'DSA', hash: 'sha1'},
  '2.16.840.1.101.3.4.3.2': {key: 'DSA', hash: 'sha256'},
  '1.2.840.10045.4.1': {key: 'ECDSA', hash: 'sha1'},
  '1.2.840.10045.4.3.2': {key: 'ECDSA', hash: 'sha256'},
  '1.2.840.10045.4.3.3': {key: 'ECDSA', hash: 'sha384'},
  '1.2.840.10045.4.3.4': {key: 'ECDSA', hash: 'sha512'},
  '1.3.101.112': {key: 'Ed25519'},
}

const [rsaPss, ed25519, mgf1] = ['1.2.840.113549.1.1.10', '1.3.101.112', '1.2.840.113549.1.1.8']

/** The hash functions of RSA-PSS, with the sizes of their salts. */
const pssHashes: Readonly<Record<string, {readonly hash: HashName, readonly salt: bigint}>> = {
  '2.16.840.1.101.3.4.2.1': {hash: 'sha256', salt: 32n},
  '2.16.840.1.101.3.4.2.2': {hash: 'sha384', salt: 48n},
  '2.16.840.1.101.3.4.2.3': {hash: 'sha512', salt: 64n},
}

interface PssParameters {
  readonly hash: AlgorithmIdentifier
  readonly mask: AlgorithmIdentifier
  readonly salt: bigint
  readonly trailer?: bigint
}

const pssParameters = struct<PssParameters>('pssParameters', {
  hash: {type: algorithmIdentifier, isExplicit: true, number: 0},
  mask: {type: algorithmIdentifier, isExplicit: true, number: 1},
  salt: {type: integer, isExplicit: true, number: 2},
  trailer: {type: integer, isExplicit: true, number: 3, isOptional: true},
})

const unsupported = 'x509: cannot verify signature: algorithm unimplemented'

/** The names of the types of keys in Go. */
const goTypes = {RSA: '*rsa.PublicKey', ECDSA: '*ecdsa.PublicKey', Ed25519: 'ed25519.PublicKey'}

/** Returns Go's message about a signature that is wrong, or that Go does not verify (crypto/x509 `checkSignature`); undefined for one that is right. */
export function signatureError({signed, publicKey, algorithm, signature}: Signed): string | undefined {
  const found = algorithmOf(algorithm)
  if (found === undefined) return unsupported
  if (found.insecure !== undefined) return `x509: cannot verify signature: insecure algorithm ${found.insecure}`
  if (publicKey === undefined || publicKey.type === 'DSA') return unsupported
  const {type} = publicKey
  if (type !== found.key) return `x509: signature algorithm specifies an ${found.key} public key, but have public key of type ${goTypes[type]}`
  const error = type === 'RSA' ? rsaKeyError(publicKey) : undefined
  if (error !== undefined || isSignatureRight({signed, signature, publicKey, ...found})) return error
  return type === 'RSA' ? 'crypto/rsa: verification error' : `x509: ${type} verification failure`
}

/** Returns how an algorithm signs; undefined for one that Go does not know (`getSignatureAlgorithmFromAI`). */
function algorithmOf({algorithm, parameters}: AlgorithmIdentifier): Algorithm | undefined {
  if (algorithm === ed25519 && parameters !== undefined) return undefined
  if (algorithm !== rsaPss) return algorithms[algorithm]
  try {
    return pssAlgorithm(parameters?.whole ?? new Uint8Array())
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    return undefined
  }
}

/** Returns how RSA-PSS signs with these parameters: Go demands one hash function for all, and a salt of its size. */
function pssAlgorithm(parameters: Uint8Array): Algorithm | undefined {
  const {value: {hash, mask, salt, trailer = 1n}} = unmarshal(parameters, pssParameters)
  const {value: maskHash} = unmarshal(mask.parameters?.whole ?? new Uint8Array(), algorithmIdentifier)
  const hasParameters = [hash, maskHash].some(({parameters: own}) => own !== undefined && hexOf(own.whole) !== '0500')
  const known = pssHashes[hash.algorithm]
  if (hasParameters || mask.algorithm !== mgf1 || maskHash.algorithm !== hash.algorithm || trailer !== 1n || known?.salt !== salt) return undefined
  return {key: 'RSA', hash: known.hash, isPss: true}
}

/** Returns Go's message about an RSA key that it does not use (crypto/rsa `checkKeySize`, `checkPublicKey`). */
function rsaKeyError({modulus, exponent}: {readonly modulus: bigint, readonly exponent: bigint}): string | undefined {
  const size = modulus.toString(2).length
  if (size < 1024) return `crypto/rsa: ${size}-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)`
  if (modulus % 2n === 0n) return 'crypto/rsa: public modulus is even'
  if (exponent < 2n) return 'crypto/rsa: public exponent too small or negative'
  if (exponent % 2n === 0n) return 'crypto/rsa: public exponent is even'
  return exponent >= 2n ** 31n ? 'crypto/rsa: public exponent too large' : undefined
}
