import {constants, generateKeyPairSync, type KeyObject, sign} from 'node:crypto'

/** A value of DER. */
export function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const {length: size} = content
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

/** An attribute of a subject: the encoded identifier of its type, and its text. */
export const attribute = (type: string, text: string, tag = 0x0c, encoding: BufferEncoding = 'utf8'): Buffer =>
  der(0x31, der(0x30, der(0x06, Buffer.from(type, 'hex')), der(tag, Buffer.from(text, encoding))))

export const [commonName, organization] = ['550403', '55040a']

/** Bytes as PEM in base64. */
export const pem = (bytes: Buffer, type = 'CERTIFICATE REQUEST'): string =>
  Buffer.from(`-----BEGIN ${type}-----\n${bytes.toString('base64')}\n-----END ${type}-----\n`).toString('base64')

export interface Keys {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

/** The key and the algorithm that sign a request. */
export interface Signing {
  readonly keys: Keys
  /** The name that node:crypto has for the hash function; null for a key that has its own. */
  readonly hash: string | null
  /** The identifier of the algorithm and its parameters, encoded. */
  readonly algorithm: string
  /** True for the padding of RSA-PSS, with a salt of the size of the hash. */
  readonly isPss?: boolean
}

/** ECDSA with SHA-256, the usual signature. */
export const ecdsa: Signing = {keys: generateKeyPairSync('ec', {namedCurve: 'prime256v1'}), hash: 'sha256', algorithm: '06082a8648ce3d040302'}

/** A signed certificate request (PKCS #10) in DER. */
export function signedRequest(subject: readonly Buffer[], {keys, hash, algorithm, isPss}: Signing = ecdsa): Buffer {
  const info = der(0x30, der(0x02, Buffer.from([0])), der(0x30, ...subject), keys.publicKey.export({format: 'der', type: 'spki'}), der(0xa0))
  const key = isPss === true ? {key: keys.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST} : keys.privateKey
  return der(0x30, info, der(0x30, Buffer.from(algorithm, 'hex')), der(0x03, Buffer.from([0]), sign(hash, info, key)))
}
