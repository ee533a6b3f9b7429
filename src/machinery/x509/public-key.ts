import {hexOf, numberOf} from '../go/bytes.js'
import {DerError, raw, type RawValue, struct, type Type, unmarshal} from './der.js'
import {bigInteger, bitString, integer, objectIdentifier, sequence} from './values.js'

/** The identifier of an algorithm with its parameters, which are of any type. */
export interface AlgorithmIdentifier {
  readonly algorithm: string
  readonly parameters?: RawValue
}

export const algorithmIdentifier = struct<AlgorithmIdentifier>('AlgorithmIdentifier', {algorithm: {type: objectIdentifier}, parameters: {type: raw, isOptional: true}})

/** A public key in its encoded form. */
export interface PublicKeyInfo {
  readonly algorithm: AlgorithmIdentifier
  readonly bits: Uint8Array
}

export const publicKeyInfo = struct<PublicKeyInfo>('publicKeyInfo', {algorithm: {type: algorithmIdentifier}, bits: {type: bitString}})

export type CurveName = 'P224' | 'P256' | 'P384' | 'P521'

/** A public key by the name of its algorithm in Go. Go reads DSA keys, and does not verify their signatures. */
export type PublicKey =
  | {readonly type: 'RSA', readonly modulus: bigint, readonly exponent: bigint}
  | {readonly type: 'ECDSA', readonly curve: CurveName, readonly point: Uint8Array}
  | {readonly type: 'Ed25519', readonly point: Uint8Array}
  | {readonly type: 'DSA'}

/** Reads a value at the beginning of bytes as Go's cryptobyte does: an error has a message that does not depend on its cause. */
export function readAs<T>(bytes: Uint8Array, type: Type<T>, message: string): {readonly value: T, readonly rest: Uint8Array} {
  try {
    return unmarshal(bytes, type)
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    throw new DerError(message)
  }
}

/** Returns the public key; undefined for one of an algorithm that Go does not know (crypto/x509 `parsePublicKey`). */
export const parsePublicKey = ({algorithm: {algorithm, parameters}, bits}: PublicKeyInfo): PublicKey | undefined =>
  parsers[algorithm]?.(parameters?.whole ?? new Uint8Array(), bits)

const nullBytes = '0500'

type Parser = (parameters: Uint8Array, bits: Uint8Array) => PublicKey

const parsers: Readonly<Record<string, Parser>> = {
  '1.2.840.113549.1.1.1': (parameters, bits) => {
    if (hexOf(parameters) !== nullBytes) throw new DerError('x509: RSA key missing NULL parameters')
    const {value: content} = readAs(bits, sequence, 'x509: invalid RSA public key')
    const {value: modulus, rest} = readAs(content, bigInteger, 'x509: invalid RSA modulus')
    const {value: exponent} = readAs(rest, integer, 'x509: invalid RSA public exponent')
    if (modulus <= 0n) throw new DerError('x509: RSA modulus is not a positive number')
    if (exponent <= 0n) throw new DerError('x509: RSA public exponent is not a positive number')
    return {type: 'RSA', modulus, exponent}
  },

  '1.2.840.10040.4.1': (parameters, bits) => {
    const {value: key} = readAs(bits, bigInteger, 'x509: invalid DSA public key')
    const invalid = 'x509: invalid DSA parameters'
    const first = readAs(readAs(parameters, sequence, invalid).value, bigInteger, invalid)
    const second = readAs(first.rest, bigInteger, invalid)
    const third = readAs(second.rest, bigInteger, invalid)
    if ([key, first.value, second.value, third.value].some((number) => number <= 0n)) throw new DerError('x509: zero or negative DSA parameter')
    return {type: 'DSA'}
  },

  '1.2.840.10045.2.1': (parameters, bits) => {
    const curve = curves[readAs(parameters, objectIdentifier, 'x509: invalid ECDSA parameters').value]
    if (curve === undefined) throw new DerError('x509: unsupported elliptic curve')
    checkPoint(curve, bits)
    return {type: 'ECDSA', curve: curve.name, point: bits}
  },

  '1.3.101.112': (parameters, bits) => {
    if (parameters.length > 0) throw new DerError('x509: Ed25519 key encoded with illegal parameters')
    if (bits.length !== 32) throw new DerError('x509: wrong Ed25519 public key size')
    return {type: 'Ed25519', point: bits}
  },
}

/** An elliptic curve y^2 = x^3 - 3x + b over the numbers below a prime. */
interface Curve {
  readonly name: CurveName
  readonly prime: bigint
  readonly b: bigint
}

const curves: Readonly<Record<string, Curve>> = {
  '1.3.132.0.33': {name: 'P224', prime: 2n ** 224n - 2n ** 96n + 1n, b: 0xb4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4n},
  '1.2.840.10045.3.1.7': {
    name: 'P256', prime: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n, b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  },
  '1.3.132.0.34': {
    name: 'P384', prime: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
    b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
  },
  '1.3.132.0.35': {
    name: 'P521', prime: 2n ** 521n - 1n,
    b: 0x51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00n,
  },
}

/** Checks an uncompressed point (crypto/ecdsa `ParseUncompressedPublicKey`). Go has other code for P256, with its own message. */
function checkPoint({name, prime, b}: Curve, point: Uint8Array): void {
  if (point[0] !== 4) throw new DerError('ecdsa: invalid uncompressed public key')
  const size = Math.ceil(prime.toString(2).length / 8)
  if (point.length !== 1 + 2 * size) throw new DerError(`invalid ${name} point encoding`)
  const [x, y] = [numberOf(point.subarray(1, 1 + size)), numberOf(point.subarray(1 + size))]
  if (x >= prime || y >= prime) throw new DerError(`invalid ${name}${name === 'P256' ? ' element' : 'Element'} encoding`)
  if ((y * y - x ** 3n + 3n * x - b) % prime !== 0n) throw new DerError(`${name} point not on curve`)
}
