import {expect} from 'chai'
import {generateKeyPairSync} from 'node:crypto'

import {certificateRequestError} from '../../../src/machinery/x509/certificate-request.js'
import {ecdsa, type Keys, pem, signedRequest, type Signing} from '../../helpers/certificate-request.js'

const rsa = (modulusLength: number): Keys => generateKeyPairSync('rsa', {modulusLength})

const elliptic = (namedCurve: string): Keys => generateKeyPairSync('ec', {namedCurve})

const errorOf = (signing: Signing): string | undefined => certificateRequestError(pem(signedRequest([], signing)))

const unsupported = 'x509: cannot verify signature: algorithm unimplemented'

describe('signatures of certificate requests', () => {
  const keys = rsa(1024)
  const sha256 = {hash: 'sha256', algorithm: '06092a864886f70d01010b0500'}
  const pss = (size: number): string => `06092a864886f70d01010a3030a00d300b0609608648016503040201a11a301806092a864886f70d010108300b0609608648016503040201a2030201${size.toString(16)}`

  const right: Record<string, Signing> = {
    'ECDSA with SHA-256': ecdsa,
    'ECDSA with SHA-1': {...ecdsa, hash: 'sha1', algorithm: '06072a8648ce3d0401'},
    'ECDSA with SHA-384': {keys: elliptic('secp384r1'), hash: 'sha384', algorithm: '06082a8648ce3d040303'},
    'ECDSA with SHA-512': {keys: elliptic('secp521r1'), hash: 'sha512', algorithm: '06082a8648ce3d040304'},
    'RSA with SHA-256': {keys, ...sha256},
    'RSA with SHA-1': {keys, hash: 'sha1', algorithm: '06092a864886f70d0101050500'},
    'RSA with SHA-384': {keys, hash: 'sha384', algorithm: '06092a864886f70d01010c0500'},
    'RSA with SHA-512': {keys, hash: 'sha512', algorithm: '06092a864886f70d01010d0500'},
    'RSA-PSS': {keys, hash: 'sha256', algorithm: pss(32), isPss: true},
    'Ed25519': {keys: generateKeyPairSync('ed25519'), hash: null, algorithm: '06032b6570'},
  }

  for (const [name, signing] of Object.entries(right)) it(`accepts ${name}`, () => expect(errorOf(signing)).to.equal(undefined))

  const wrong: Record<string, [signing: Signing, error: string]> = {
    'a signature with another hash function': [{...ecdsa, hash: 'sha1'}, 'x509: ECDSA verification failure'],
    'a wrong signature of RSA': [{keys, ...sha256, hash: 'sha512'}, 'crypto/rsa: verification error'],
    'a wrong signature of RSA-PSS': [{keys, hash: 'sha256', algorithm: pss(32)}, 'crypto/rsa: verification error'],
    'a salt of another size': [{keys, hash: 'sha256', algorithm: pss(20), isPss: true}, unsupported],
    'MD5': [{keys, hash: 'md5', algorithm: '06092a864886f70d0101040500'}, 'x509: cannot verify signature: insecure algorithm MD5-RSA'],
    'a short key': [{keys: rsa(768), ...sha256}, 'crypto/rsa: 768-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)'],
    'the algorithm of another key': [{...ecdsa, algorithm: sha256.algorithm}, 'x509: signature algorithm specifies an RSA public key, but have public key of type *ecdsa.PublicKey'],
    'an unknown algorithm': [{...ecdsa, algorithm: '06012a'}, unsupported],
    'a key of an unknown type': [{keys: generateKeyPairSync('ed448'), hash: null, algorithm: '06032b6570'}, unsupported],
    'a curve that Go does not have': [{...ecdsa, keys: elliptic('secp256k1')}, 'x509: unsupported elliptic curve'],
  }

  for (const [name, [signing, error]] of Object.entries(wrong)) it(`rejects ${name}`, () => expect(errorOf(signing)).to.equal(error))

  /** The message about a request with a changed key. */
  const errorAfter = (signing: Signing, from: string, to: string): string | undefined =>
    certificateRequestError(pem(Buffer.from(signedRequest([], signing).toString('hex').replace(from, to), 'hex')))

  const point = ecdsa.keys.publicKey.export({format: 'der', type: 'spki'}).toString('hex')
  const ed25519: Signing = {keys: generateKeyPairSync('ed25519'), hash: null, algorithm: '06032b6570'}
  const keyErrors: Record<string, [signing: Signing, from: string, to: string, error: string]> = {
    'an unknown algorithm': [ecdsa, '06072a8648ce3d0201', '06072a8648ce3d0202', unsupported],
    'parameters that name no curve': [ecdsa, '06082a8648ce3d030107', '04082a8648ce3d030107', 'x509: invalid ECDSA parameters'],
    'an unknown curve': [ecdsa, '06082a8648ce3d030107', '06082a8648ce3d030108', 'x509: unsupported elliptic curve'],
    'a compressed point': [ecdsa, '03420004', '03420002', 'ecdsa: invalid uncompressed public key'],
    'a point beside the curve': [ecdsa, point, point.slice(0, -2) + (point.endsWith('00') ? '01' : '00'), 'P256 point not on curve'],
    'RSA without parameters': [{keys, ...sha256}, '2a864886f70d0101010500', '2a864886f70d0101010400', 'x509: RSA key missing NULL parameters'],
    'an unknown algorithm and parameters': [ed25519, '300506032b6570', '300506012a0500', unsupported],
  }

  for (const [name, [signing, from, to, error]] of Object.entries(keyErrors)) {
    it(`rejects a key with ${name}`, () => expect(errorAfter(signing, from, to)).to.equal(error))
  }
})
