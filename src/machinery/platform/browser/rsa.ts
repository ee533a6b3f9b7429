import {areSameBytes, hexOf, numberOf} from '../../go/bytes.js'
import type {HashName} from '../../x509/signed-message.js'

interface RsaKey {
  readonly modulus: bigint
  readonly exponent: bigint
}

type Hash = (bytes: Uint8Array) => Uint8Array

interface RsaAlgorithm {
  readonly hash: Hash
  readonly name: HashName
  readonly isPss: boolean
}

/** The largest keys that OpenSSL uses, in bits. */
const largestModulus = 16384

/** Verifies a signature (RFC 8017, `RSASSA-PKCS1-V1_5-VERIFY` and `RSASSA-PSS-VERIFY` with a salt of the size of the hash). */
export function isRsaSignatureRight({modulus, exponent}: RsaKey, {hash, name, isPss}: RsaAlgorithm, signed: Uint8Array, signature: Uint8Array): boolean {
  const bits = modulus.toString(2).length
  const [size, number] = [Math.ceil(bits / 8), numberOf(signature)]
  if (bits > largestModulus || signature.length !== size || number >= modulus) return false
  const message = power(number, exponent, modulus)
  const digest = hash(signed)
  return isPss ? isPssEncoded(message, bits - 1, digest, hash) : hexOf(bytesOf(message, size)) === pkcs1Encoded(digest, name, size)
}

/** Returns `base ** exponent % modulus`. */
function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (const bit of exponent.toString(2)) result = result * result % modulus * (bit === '1' ? base : 1n) % modulus
  return result
}

const bytesOf = (number: bigint, size: number): Uint8Array =>
  Uint8Array.from(number.toString(16).padStart(2 * size, '0').match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))

/** The beginnings of the hash with its name, in DER. */
const digestPrefixes: Readonly<Record<HashName, string>> = {
  sha1: '3021300906052b0e03021a05000414',
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
}

/** Returns the hexadecimal digits of a hash with its padding (`EMSA-PKCS1-v1_5`). */
function pkcs1Encoded(digest: Uint8Array, name: HashName, size: number): string {
  const end = `00${digestPrefixes[name]}${hexOf(digest)}`
  return `0001${'f'.repeat(2 * size - 4 - end.length)}${end}`
}

/** True for a hash in the form of RSA-PSS (`EMSA-PSS-VERIFY`). */
function isPssEncoded(message: bigint, bits: number, digest: Uint8Array, hash: Hash): boolean {
  const [size, hashSize] = [Math.ceil(bits / 8), digest.length]
  if (message.toString(2).length > bits || size < 2 * hashSize + 2) return false
  const encoded = bytesOf(message, size)
  const [masked, found] = [encoded.subarray(0, size - hashSize - 1), encoded.subarray(size - hashSize - 1, size - 1)]
  const mask = maskOf(found, masked.length, hash)
  const block = masked.map((byte, i) => byte ^ (mask[i] ?? 0))
  block[0] = (block[0] ?? 0) & (0xff >> (8 * size - bits))
  const saltAt = block.length - hashSize
  const isPadded = block.subarray(0, saltAt - 1).every((byte) => byte === 0) && block[saltAt - 1] === 1
  return encoded[size - 1] === 0xbc && isPadded && areSameBytes(found, hash(Uint8Array.from([...new Uint8Array(8), ...digest, ...block.subarray(saltAt)])))
}

/** Returns bytes that depend on a seed (`MGF1`). */
function maskOf(seed: Uint8Array, size: number, hash: Hash): readonly number[] {
  const mask: number[] = []
  for (let i = 0; mask.length < size; i++) for (const byte of hash(Uint8Array.from([...seed, 0, 0, i >> 8, i & 0xff]))) mask.push(byte)
  return mask
}
