import {expect} from 'chai'
import fc from 'fast-check'
import {floatKey, jsonInteger, jsonNumber, parseGoInteger} from '../../src/source/go-number.js'

describe('floatKey', () => {
  const table: [value: number, text: string][] = [
    [1, '1'], [1.1, '1.1'], [-1.5, '-1.5'], [0.1, '0.1'], [123456, '123456'], [999999, '999999'], [1000000, '1e+06'], [1234567, '1.234567e+06'], [16777217, '1.6777216e+07'],
    [123456.789, '123456.79'], [0.0001, '0.0001'], [0.00001, '1e-05'], [-0.00012, '-0.00012'], [1e20, '1e+20'], [1e21, '1e+21'], [1e-300, '0'], [0, '0'], [-0, '-0'],
    [1e39, '.inf'], [-1e39, '-.inf'], [Infinity, '.inf'], [NaN, '.nan'], [3.4028235e38, '3.4028235e+38'],
  ]
  for (const [value, text] of table) it(`prints ${value} as ${text}`, () => expect(floatKey(value)).to.equal(text))

  it('prints a text that parses to the same float32 (property)', () => {
    fc.assert(fc.property(fc.float({noNaN: true, noDefaultInfinity: true}), (value) => Math.fround(Number(floatKey(value))) === value))
  })
})

describe('parseGoInteger', () => {
  const table: [text: string, value: bigint | undefined][] = [
    ['0', 0n], ['-0', 0n], ['017', 15n], ['0o17', 15n], ['0x1F', 31n], ['-0X1f', -31n], ['0b101', 5n], ['+7', 7n], ['09', undefined], ['1.0', undefined], ['', undefined],
    ['9223372036854775808', 9223372036854775808n], ['-9223372036854775808', -(2n ** 63n)], ['-9223372036854775809', undefined], ['+9223372036854775808', undefined],
    ['18446744073709551615', 2n ** 64n - 1n], ['18446744073709551616', undefined], ['0xffffffffffffffff', 2n ** 64n - 1n], ['0x1ffffffffffffffff', undefined],
  ]
  for (const [text, value] of table) it(`parses ${text}`, () => expect(parseGoInteger(text)).to.equal(value))

  it('handles a million digits', () => expect(parseGoInteger('9'.repeat(1_000_000))).to.equal(undefined))
})

describe('jsonNumber and jsonInteger', () => {
  it('return doubles, except for 64-bit integers beyond 2^53', () => {
    expect([1e17, 1e19, -0, 2 ** 53, 0.5].map(jsonNumber)).to.deep.equal([100000000000000000n, 1e19, 0, 9007199254740992n, 0.5])
    expect([5n, 2n ** 53n, 2n ** 63n].map(jsonInteger)).to.deep.equal([5, 9007199254740992n, 9223372036854776000])
  })

  it('print like Go (property)', () => {
    fc.assert(fc.property(fc.double({noNaN: true, noDefaultInfinity: true}), (value) => String(jsonNumber(value)) === String(value)))
  })
})
