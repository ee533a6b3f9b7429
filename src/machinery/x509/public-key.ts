import type * as nodeCrypto from 'node:crypto'

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
  readonly bits: Buffer
}

export const publicKeyInfo = struct<PublicKeyInfo>('publicKeyInfo', {algorithm: {type: algorithmIdentifier}, bits: {type: bitString}})

/** A public key by the name of its algorithm in Go. Go reads DSA keys, and does not verify their signatures. */
export type PublicKey =
  | {readonly type: 'RSA', readonly modulus: bigint, readonly exponent: bigint}
  | {readonly type: 'ECDSA' | 'Ed25519', readonly key: nodeCrypto.KeyObject}
  | {readonly type: 'DSA'}

/** Reads a value at the beginning of bytes as Go's cryptobyte does: an error has a message that does not depend on its cause. */
export function readAs<T>(bytes: Buffer, type: Type<T>, message: string): {readonly value: T, readonly rest: Buffer} {
  try {
    return unmarshal(bytes, type)
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    throw new DerError(message)
  }
}

/** Returns the public key; undefined for one of an algorithm that Go does not know (crypto/x509 `parsePublicKey`). */
export const parsePublicKey = ({algorithm: {algorithm, parameters}, bits}: PublicKeyInfo): PublicKey | undefined =>
  parsers[algorithm]?.(parameters?.whole ?? Buffer.alloc(0), bits)

const nullBytes = Buffer.from([5, 0])

type Parser = (parameters: Buffer, bits: Buffer) => PublicKey

const parsers: Readonly<Record<string, Parser>> = {
  '1.2.840.113549.1.1.1': (parameters, bits) => {
    if (!parameters.equals(nullBytes)) throw new DerError('x509: RSA key missing NULL parameters')
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
    return {type: 'ECDSA', key: pointOn(curve, bits)}
  },

  '1.3.101.112': (parameters, bits) => {
    if (parameters.length > 0) throw new DerError('x509: Ed25519 key encoded with illegal parameters')
    if (bits.length !== 32) throw new DerError('x509: wrong Ed25519 public key size')
    return {type: 'Ed25519', key: keyOf('302a300506032b6570032100', bits)}
  },
}

/** An elliptic curve: its name, the prime of its field, and how a key on it begins in DER, up to the point. */
interface Curve {
  readonly name: string
  readonly prime: bigint
  readonly prefix: string
}

const curves: Readonly<Record<string, Curve>> = {
  '1.3.132.0.33': {name: 'P224', prime: 2n ** 224n - 2n ** 96n + 1n, prefix: '304e301006072a8648ce3d020106052b81040021033a00'},
  '1.2.840.10045.3.1.7': {name: 'P256', prime: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n, prefix: '3059301306072a8648ce3d020106082a8648ce3d030107034200'},
  '1.3.132.0.34': {name: 'P384', prime: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n, prefix: '3076301006072a8648ce3d020106052b81040022036200'},
  '1.3.132.0.35': {name: 'P521', prime: 2n ** 521n - 1n, prefix: '30819b301006072a8648ce3d020106052b8104002303818600'},
}

/** Returns the key of an uncompressed point (crypto/ecdsa `ParseUncompressedPublicKey`). Go has other code for P256, with its own message. */
function pointOn({name, prime, prefix}: Curve, point: Buffer): nodeCrypto.KeyObject {
  if (point[0] !== 4) throw new DerError('ecdsa: invalid uncompressed public key')
  const size = Math.ceil(prime.toString(2).length / 8)
  if (point.length !== 1 + 2 * size) throw new DerError(`invalid ${name} point encoding`)
  const coordinates = [point.subarray(1, 1 + size), point.subarray(1 + size)].map((bytes) => BigInt(`0x${bytes.toString('hex')}`))
  if (coordinates.some((number) => number >= prime)) throw new DerError(`invalid ${name}${name === 'P256' ? ' element' : 'Element'} encoding`)
  try {
    return keyOf(prefix, point)
  } catch {
    throw new DerError(`${name} point not on curve`)
  }
}

const keyOf = (prefix: string, bits: Buffer): nodeCrypto.KeyObject =>
  crypto().createPublicKey({key: Buffer.concat([Buffer.from(prefix, 'hex'), bits]), format: 'der', type: 'spki'})

/** Returns the module node:crypto, which takes milliseconds to load: few inputs have certificate requests. */
export const crypto = (): typeof nodeCrypto => process.getBuiltinModule('node:crypto')
