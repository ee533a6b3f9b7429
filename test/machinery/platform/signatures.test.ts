import {expect} from 'chai'
import {constants, generateKeyPairSync, type KeyObject, sign} from 'node:crypto'

import {isSignatureRight as isRightInBrowser} from '../../../src/machinery/platform/browser/noble-signatures.js'
import {isSignatureRight} from '../../../src/machinery/platform/node/signatures.js'
import type {CurveName} from '../../../src/machinery/x509/public-key.js'
import type {HashName, SignedMessage} from '../../../src/machinery/x509/signed-message.js'

type Keys = Pick<SignedMessage, 'publicKey'> & {readonly privateKey: KeyObject}

const hashes: readonly HashName[] = ['sha1', 'sha256', 'sha384', 'sha512']

const signed = Buffer.from('a message')

function rsa(modulusLength: number): Keys {
  const {publicKey, privateKey} = generateKeyPairSync('rsa', {modulusLength})
  const {n = '', e = ''} = publicKey.export({format: 'jwk'})
  const [modulus, exponent] = [n, e].map((text) => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`)) as [bigint, bigint]
  return {publicKey: {type: 'RSA', modulus, exponent}, privateKey}
}

/** The last bytes of a key in DER, which are its point. */
const pointOf = (key: KeyObject, size: number): Uint8Array => key.export({format: 'der', type: 'spki'}).subarray(-size)

function elliptic(curve: CurveName, namedCurve: string, size: number): Keys {
  const {publicKey, privateKey} = generateKeyPairSync('ec', {namedCurve})
  return {publicKey: {type: 'ECDSA', curve, point: pointOf(publicKey, 1 + 2 * size)}, privateKey}
}

function ed25519(): Keys {
  const {publicKey, privateKey} = generateKeyPairSync('ed25519')
  return {publicKey: {type: 'Ed25519', point: pointOf(publicKey, 32)}, privateKey}
}

const message = ({publicKey, privateKey}: Keys, hash?: HashName, isPss = false): SignedMessage => {
  const padding = isPss ? {padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST} : {}
  return {signed, publicKey, ...hash && {hash}, isPss, signature: sign(hash, signed, {key: privateKey, ...padding})}
}

/** A signature that begins with a zero: one of two does if the first byte of the modulus is 1. */
function withLeadingZero(keys: Keys, hash: HashName): SignedMessage {
  for (;;) {
    const some = message(keys, hash, true)
    if (some.signature[0] === 0) return some
  }
}

const curves: readonly (readonly [CurveName, string, number])[] = [['P224', 'secp224r1', 28], ['P256', 'prime256v1', 32], ['P384', 'secp384r1', 48], ['P521', 'secp521r1', 66]]

const withByte = (bytes: Uint8Array, index: number, change: (byte: number) => number): Uint8Array =>
  bytes.map((byte, i) => i === (index + bytes.length) % bytes.length ? change(byte) : byte)

describe('signatures in browsers', () => {
  const keys = rsa(1024)
  const right: [title: string, message: SignedMessage][] = [
    ...curves.flatMap(([curve, name, size]) => hashes.map((hash): [string, SignedMessage] => [`${curve} with ${hash}`, message(elliptic(curve, name, size), hash)])),
    ...hashes.map((hash): [string, SignedMessage] => [`RSA with ${hash}`, message(keys, hash)]),
    ...([[1024, 'sha256'], [1030, 'sha384'], [2048, 'sha512']] as const)
      .map(([size, hash]): [string, SignedMessage] => [`RSA-PSS of ${size} bits with ${hash}`, message(rsa(size), hash, true)]),
    ['RSA-PSS with a leading zero', withLeadingZero(rsa(1033), 'sha256')],
    ['Ed25519', message(ed25519())],
  ]

  for (const [title, some] of right) {
    it(`accept ${title}, and no other message or signature`, () => {
      expect([isRightInBrowser(some), isSignatureRight(some)]).to.deep.equal([true, true])
      const {signature} = some
      const others: SignedMessage[] = [
        {...some, signed: Buffer.from('another message')}, {...some, signature: new Uint8Array()}, {...some, signature: signature.subarray(1)},
        {...some, signature: Buffer.concat([Buffer.alloc(1), signature])}, {...some, isPss: some.isPss !== true, ...some.publicKey.type !== 'RSA' && {signed: Buffer.alloc(0)}},
        ...[0, 1, 5, 40, -1, -2].map((index) => ({...some, signature: withByte(signature, index, (byte) => byte ^ 1)})),
        {...some, signature: signature.map(() => 0xff)}, {...some, signature: signature.map(() => 0)},
      ]
      for (const [i, other] of others.entries()) expect([isRightInBrowser(other), isSignatureRight(other)], `${i}`).to.deep.equal([false, false])
    })
  }

  it('reject keys beyond those of OpenSSL without calculating', () =>
    expect(isRightInBrowser({signed, publicKey: {type: 'RSA', modulus: (1n << 16384n) + 1n, exponent: 3n}, hash: 'sha256', signature: new Uint8Array(2049)})).to.equal(false))
})
