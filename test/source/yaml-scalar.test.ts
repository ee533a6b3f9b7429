import {expect} from 'chai'
import {resolvePlain} from '../../src/source/yaml-scalar.js'

/** The table of spec apimachinery 1.7 and the classes of spec apimachinery 2.2: the text after a colon, and the JSON that kubectl sends for it. */
describe('resolvePlain', () => {
  const words: [value: boolean | null, spellings: string][] = [
    [true, 'y Y yes Yes YES true True TRUE on On ON'],
    [false, 'n N no No NO false False FALSE off Off OFF'],
    [null, '~ null Null NULL'],
  ]
  for (const [value, spellings] of words) {
    for (const text of spellings.split(' ')) it(`returns ${String(value)} for ${text}`, () => expect(resolvePlain(text)).to.equal(value))
  }

  it('returns null for an empty text', () => expect(resolvePlain('')).to.equal(null))

  const texts = [
    'yES', 'nULL', 'tRUE', 'oN', 'nil', 'None', 'yess', 'o', '~~', '<<', '=', 'x', 'é', '🚀', '_1', '1_000Mi', '1_Gi', '0x1G', '0b', '0x', '0o', '0b2', '0o8',
    '1:30', '190:20:30', '2001-01-01', '2001-12-14t21:59:43.10-05:00', '1Gi', '0.5Gi', '100m', '1E', '1e', 'e1', '.', '..', '...', '.e1', '+', '-', '+-1', '--1',
    '-c', '--port', '1.2.3', '10.0.0.1', '1e400', '-1e400', '1e99999999999999999999', '.1__0', '._1', '.1_', '.1_e1', '0b_', '-0b-1', '0x1p3', '1,000', '1 000',
    '.iNF', '+.nan', '-.NaN', 'inf', 'nan', 'Infinity', '.infinity', '0xg', '9'.repeat(400),
  ]
  for (const text of texts) it(`returns a string for ${text.slice(0, 40)}`, () => expect(resolvePlain(text)).to.equal(text))

  const numbers: [text: string, value: number | bigint][] = [
    ['0', 0], ['-0', 0], ['+0', 0], ['-0.0', 0], ['7', 7], ['100', 100], ['+12', 12], ['-12', -12], ['123456789012345', 123456789012345],
    ['.1', 0.1], ['0.5', 0.5], ['+.5', 0.5], ['-.5', -0.5], ['1.0', 1], ['1.', 1], ['1.50', 1.5], ['1e3', 1000], ['1E3', 1000], ['1e+3', 1000], ['1.e3', 1000],
    ['1.5e3', 1500], ['1e-7', 1e-7], ['.1e1_0', 1e9], ['.1_0', 0.1], ['1e21', 1e21], ['1e20', 100000000000000000000],
    ['0x10', 16], ['0X1F', 31], ['-0x1F', -31], ['+0x1F', 31], ['0x_1', 1], ['010', 8], ['0777', 511], ['0o10', 8], ['0O17', 15], ['00', 0], ['0_', 0],
    ['08', 8], ['09.5', 9.5], ['0b101', 5], ['-0b11', -3], ['0B1', 1], ['0b-1', -1], ['0b+1', 1], ['1_000', 1000], ['1__0', 10], ['0_1', 1], ['1_0.5', 10.5], ['1_', 1], ['-_1', -1],
    ['0.30000000000000004', 0.30000000000000004], ['000000000000000000000000000000017', 15], ['0x000000000000000000000000000000ff', 255],
    ['9007199254740991', 9007199254740991], ['9007199254740992', 9007199254740992n], ['9007199254740993', 9007199254740993n], ['-9007199254740993', -9007199254740993n],
    ['123456789012345678', 123456789012345678n], ['1e17', 100000000000000000n], ['0x7fffffffffffffff', 9223372036854775807n],
    ['9223372036854775807', 9223372036854775807n], ['-9223372036854775808', -9223372036854775808n], ['9223372036854774784.0', 9223372036854775000n],
    ['9223372036854775808', 9223372036854776000], ['9223372036854775807.0', 9223372036854776000], ['-9223372036854775809', -9223372036854776000],
    ['12345678901234567890', 12345678901234567000], ['18446744073709551615', 18446744073709552000], ['18446744073709551616', 18446744073709552000],
    ['02777777777777777777777', 2.777777777777778e21], ['9'.repeat(30), 1e30],
    ['.inf', Infinity], ['+.Inf', Infinity], ['-.INF', -Infinity], ['.nan', NaN], ['.NaN', NaN],
  ]
  for (const [text, value] of numbers) it(`returns the number ${value} for ${text}`, () => expect(Object.is(resolvePlain(text), value)).to.equal(true))
})
