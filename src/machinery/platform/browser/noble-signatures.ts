import {ecdsa, type ECDSA, weierstrass} from '@noble/curves/abstract/weierstrass.js'
import {ed25519} from '@noble/curves/ed25519.js'
import {p256, p384, p521} from '@noble/curves/nist.js'
import {sha1} from '@noble/hashes/legacy.js'
import {sha224, sha256, sha384, sha512} from '@noble/hashes/sha2.js'

import type {CurveName, PublicKey} from '../../x509/public-key.js'
import type {HashName, SignedMessage} from '../../x509/signed-message.js'
import {isRsaSignatureRight} from './rsa.js'

const hashes = {sha1, sha256, sha384, sha512}

const p224 = ecdsa(weierstrass({
  p: 2n ** 224n - 2n ** 96n + 1n,
  n: 0xffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3dn,
  h: 1n,
  a: 2n ** 224n - 2n ** 96n - 2n,
  b: 0xb4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4n,
  Gx: 0xb70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21n,
  Gy: 0xbd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34n,
}), sha224)

const curves: Readonly<Record<CurveName, ECDSA>> = {P224: p224, P256: p256, P384: p384, P521: p521}

/** True if the signature of a message is right. */
export function isSignatureRight({signed, signature, publicKey, hash, isPss = false}: SignedMessage): boolean {
  try {
    return isRight(publicKey, hash, signed, signature, isPss)
  } catch {
    // A signature that cannot be read.
    return false
  }
}

function isRight(key: Exclude<PublicKey, {type: 'DSA'}>, name: HashName | undefined, signed: Uint8Array, signature: Uint8Array, isPss: boolean): boolean {
  if (key.type === 'Ed25519') return ed25519.verify(signature, signed, key.point, {zip215: false})
  if (name === undefined) return false
  const hash = hashes[name]
  if (key.type === 'RSA') return isRsaSignatureRight(key, {hash, name, isPss}, signed, signature)
  return curves[key.curve].verify(signature, hash(signed), key.point, {prehash: false, lowS: false, format: 'der'})
}
