import type * as nodeCrypto from 'node:crypto'

import type {SignedMessage} from '../../x509/signed-message.js'

/** The beginnings of keys in DER, up to the point. */
const prefixes = {
  P224: '304e301006072a8648ce3d020106052b81040021033a00',
  P256: '3059301306072a8648ce3d020106082a8648ce3d030107034200',
  P384: '3076301006072a8648ce3d020106052b81040022036200',
  P521: '30819b301006072a8648ce3d020106052b8104002303818600',
  Ed25519: '302a300506032b6570032100',
}

/** True if the signature of a message is right. */
export function isSignatureRight({signed, signature, publicKey, hash, isPss}: SignedMessage): boolean {
  const {verify, constants} = crypto()
  // OpenSSL accepts a signature of RSA-PSS without its leading zeros, and Go does not (crypto/rsa `VerifyPSS`).
  if (publicKey.type === 'RSA' && signature.length !== Math.ceil(publicKey.modulus.toString(2).length / 8)) return false
  try {
    const key = keyOf(publicKey)
    const options = isPss === true ? {key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST} : key
    return verify(hash, signed, options, signature)
  } catch {
    return false
  }
}

function keyOf(key: SignedMessage['publicKey']): nodeCrypto.KeyObject {
  if (key.type === 'RSA') return crypto().createPublicKey({key: {kty: 'RSA', n: base64Url(key.modulus), e: base64Url(key.exponent)}, format: 'jwk'})
  const prefix = prefixes[key.type === 'ECDSA' ? key.curve : key.type]
  return crypto().createPublicKey({key: Buffer.concat([Buffer.from(prefix, 'hex'), key.point]), format: 'der', type: 'spki'})
}

function base64Url(number: bigint): string {
  const digits = number.toString(16)
  return Buffer.from(digits.padStart(digits.length + digits.length % 2, '0'), 'hex').toString('base64url')
}

/** Returns the module node:crypto, which takes milliseconds to load: few inputs have certificate requests. */
const crypto = (): typeof nodeCrypto => process.getBuiltinModule('node:crypto')
