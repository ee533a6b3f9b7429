import type {PublicKey} from './public-key.js'

/** The hash functions of signatures. */
export type HashName = 'sha1' | 'sha256' | 'sha384' | 'sha512'

/** A message with its signature, by a key and an algorithm that fit together. */
export interface SignedMessage {
  readonly signed: Uint8Array
  readonly signature: Uint8Array
  readonly publicKey: Exclude<PublicKey, {type: 'DSA'}>
  /** Absent for Ed25519. */
  readonly hash?: HashName
  /** True for RSA-PSS. */
  readonly isPss?: boolean
}
