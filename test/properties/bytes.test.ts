import {expect} from 'chai'
import fc from 'fast-check'
import {isDeepStrictEqual} from 'node:util'

import {isDeepEqual} from '../../src/machinery/collections/deep-equal.js'
import {decodeBase64, decodedSize, encodeBase64} from '../../src/machinery/go/base64.js'
import {areSameBytes, hexOf, latin1Bytes, latin1Text, numberOf, utf8Bytes, utf8Text} from '../../src/machinery/go/bytes.js'
import {byteLength} from '../../src/machinery/go/text.js'

const bytes = fc.uint8Array({maxLength: 200})

/** Texts with halves of characters. */
const text = fc.string({unit: 'binary', maxLength: 60}).chain((whole) => fc.nat(whole.length).map((end) => whole.slice(0, end)))

/** Texts that are nearly base64, in either alphabet. */
const nearBase64 = fc.array(fc.oneof(fc.constantFrom(...'AZaz09+/-_\n \t.é€'), bytes.map((some) => Buffer.from(some).toString('base64'))), {maxLength: 12})
  .map((parts) => parts.join(''))

// The functions replace Buffer, which browsers lack: the same texts and bytes give the same results.
describe('bytes and texts', () => {
  it('encode, decode and measure UTF-8 as Buffer does', () => {
    fc.assert(fc.property(text, (some) => {
      expect(Buffer.from(utf8Bytes(some))).to.deep.equal(Buffer.from(some))
      expect(byteLength(some)).to.equal(Buffer.byteLength(some))
    }))
    fc.assert(fc.property(bytes, (some) => void expect(utf8Text(some)).to.equal(Buffer.from(some).toString())))
    expect(utf8Text(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).to.equal('\ufeffa')
  })

  it('encode and decode Latin-1 and hexadecimal digits as Buffer does', () => {
    fc.assert(fc.property(bytes, (some) => {
      const latin1 = Buffer.from(some).toString('latin1')
      expect(latin1Text(some)).to.equal(latin1)
      expect(areSameBytes(latin1Bytes(latin1), some)).to.equal(true)
      expect(hexOf(some)).to.equal(Buffer.from(some).toString('hex'))
      expect(numberOf(some)).to.equal(BigInt(`0x0${Buffer.from(some).toString('hex')}`))
    }))
    const large = new Uint8Array(1_000_000).fill(0xe9)
    expect(latin1Text(large)).to.equal('é'.repeat(1_000_000))
  })

  it('encode and decode base64 as Buffer does', () => {
    fc.assert(fc.property(bytes, (some) => void expect(encodeBase64(some)).to.equal(Buffer.from(some).toString('base64'))))
    fc.assert(fc.property(nearBase64, (some) => void expect(Buffer.from(decodeBase64(some))).to.deep.equal(Buffer.from(some, 'base64'))), {numRuns: 1000})
    fc.assert(fc.property(fc.string({unit: fc.constantFrom('a', '='), maxLength: 6}), (some) => void expect(decodedSize(some), some).to.equal(Buffer.byteLength(some, 'base64'))))
  })

  it('compares bytes', () => {
    fc.assert(fc.property(bytes, bytes, (a, b) => void expect(areSameBytes(a, b)).to.equal(Buffer.compare(a, b) === 0)))
    expect([[1, 2], [1], [1, 3], []].map((other) => areSameBytes(Uint8Array.of(1, 2), Uint8Array.from(other)))).to.deep.equal([true, false, false, false])
  })
})

describe('isDeepEqual', () => {
  const value = fc.anything({maxDepth: 3, withBigInt: true, withNullPrototype: true, key: fc.constantFrom('a', 'b', '__proto__')})

  it('compares values as isDeepStrictEqual of Node.js does', () => {
    fc.assert(fc.property(value, value, (a, b) => void expect(isDeepEqual(a, b)).to.equal(isDeepStrictEqual(a, b))), {numRuns: 1000})
    fc.assert(fc.property(value, (a) => void expect(isDeepEqual(a, structuredClone(a))).to.equal(isDeepStrictEqual(a, structuredClone(a)))), {numRuns: 1000})
  })
})
