import {expect} from 'chai'
import * as fc from 'fast-check'
import {Quantity, QuantityError, type QuantityFormat} from '../../../src/machinery/quantity/quantity.js'

const SI = 'DecimalSI'
const Bin = 'BinarySI'
const Exp = 'DecimalExponent'

const over = 2n ** 63n - 1n
const under = -(2n ** 63n)

const formatError = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
const suffixError = "unable to parse quantity's suffix"
const numericError = 'unable to parse numeric part of quantity'

const q = (text: string): Quantity => Quantity.parse(text)

const canonical = (text: string): string => String(q(text))

const show = (text: string): string => text.length > 40 ? `${text.slice(0, 20)}… (${text.length})` : text

/** Input, printed text, format, value() and milliValue(): the first table of spec apimachinery 1.6. */
const table: readonly [text: string, printed: string, format: QuantityFormat, value: bigint, milliValue: bigint][] = [
  ['0', '0', SI, 0n, 0n], ['00', '0', SI, 0n, 0n], ['-0', '0', SI, 0n, 0n], ['0.0', '0', SI, 0n, 0n], ['.0', '0', SI, 0n, 0n],
  ['0.', '0', SI, 0n, 0n], ['0Ki', '0', Bin, 0n, 0n], ['0m', '0', SI, 0n, 0n], ['+', '0', SI, 0n, 0n], ['-', '0', SI, 0n, 0n],
  ['.', '0', SI, 0n, 0n], ['m', '0', SI, 0n, 0n], ['k', '0', SI, 0n, 0n], ['Ki', '0', Bin, 0n, 0n], ['E', '0', SI, 0n, 0n],
  ['1', '1', SI, 1n, 1000n], ['+1', '+1', SI, 1n, 1000n], ['-1', '-1', SI, -1n, -1000n], ['007', '007', SI, 7n, 7000n],
  ['012', '012', SI, 12n, 12000n], ['5.', '5.', SI, 5n, 5000n], ['1.5', '1500m', SI, 2n, 1500n], ['1.50', '1500m', SI, 2n, 1500n],
  ['1.500', '1.500', SI, 2n, 1500n], ['1.5000', '1500m', SI, 2n, 1500n], ['12.000', '12', SI, 12n, 12000n],
  ['10.035', '10.035', SI, 11n, 10035n], ['.5', '500m', SI, 1n, 500n], ['-.5', '-500m', SI, -1n, -500n], ['.1', '100m', SI, 1n, 100n],
  ['0.1', '100m', SI, 1n, 100n], ['0.25', '250m', SI, 1n, 250n], ['0.001', '1m', SI, 1n, 1n], ['0.0001', '100u', SI, 1n, 1n],
  ['0.123456789', '123456789n', SI, 1n, 124n], ['0.12345678901', '123456790n', SI, 1n, 124n],
  ['1.23456789', '1234567890n', SI, 2n, 1235n], ['1.234567891', '1.234567891', SI, 2n, 1235n],
  ['1.2345678912', '1234567892n', SI, 2n, 1235n], ['1m', '1m', SI, 1n, 1n], ['100m', '100m', SI, 1n, 100n], ['1000m', '1', SI, 1n, 1000n],
  ['1500m', '1500m', SI, 2n, 1500n], ['2500m', '2500m', SI, 3n, 2500n], ['0.5m', '500u', SI, 1n, 1n], ['1u', '1u', SI, 1n, 1n],
  ['1n', '1n', SI, 1n, 1n], ['1000000n', '1m', SI, 1n, 1n], ['1234567n', '1234567n', SI, 1n, 2n], ['0.1n', '1n', SI, 1n, 1n],
  ['0.5n', '1n', SI, 1n, 1n], ['1.5n', '2n', SI, 1n, 1n], ['0.0000000001', '1n', SI, 1n, 1n], ['-0.0000000001', '-1n', SI, -1n, -1n],
  ['1.0000000001', '1000000001n', SI, 2n, 1001n], ['1k', '1k', SI, 1000n, 1000000n], ['1.5k', '1500', SI, 1500n, 1500000n],
  ['1.000k', '1k', SI, 1000n, 1000000n], ['1000', '1k', SI, 1000n, 1000000n], ['1024', '1024', SI, 1024n, 1024000n],
  ['1000k', '1M', SI, 1000000n, 1000000000n], ['1500k', '1500k', SI, 1500000n, 1500000000n],
  ['100.035k', '100.035k', SI, 100035n, 100035000n], ['0.0015k', '1500m', SI, 2n, 1500n], ['1000000', '1M', SI, 1000000n, 1000000000n],
  ['1001000', '1001k', SI, 1001000n, 1001000000n], ['1M', '1M', SI, 1000000n, 1000000000n], ['1.5M', '1500k', SI, 1500000n, 1500000000n],
  ['1G', '1G', SI, 1000000000n, 1000000000000n], ['1T', '1T', SI, 1000000000000n, 1000000000000000n],
  ['1P', '1P', SI, 1000000000000000n, 1000000000000000000n], ['1E', '1E', SI, 1000000000000000000n, over],
  ['9E', '9E', SI, 9000000000000000000n, over], ['9.5E', '9500P', SI, over, over], ['10E', '10E', SI, over, over],
  ['100000000000000000', '100P', SI, 100000000000000000n, over],
  ['1234567890123456789', '1234567890123456789', SI, 1234567890123456789n, over],
  ['9223372036854775807', '9223372036854775807', SI, 9223372036854775807n, over],
  ['9223372036854775808', '9223372036854775808', SI, over, over], ['1500E', '1500E', SI, over, over], ['1000E', '1', SI, over, over],
  ['10000000000000000000000', '10', SI, over, over], ['1Ki', '1Ki', Bin, 1024n, 1024000n], ['1.0Ki', '1Ki', Bin, 1024n, 1024000n],
  ['1.Gi', '1.Gi', Bin, 1073741824n, 1073741824000n], ['+1Gi', '+1Gi', Bin, 1073741824n, 1073741824000n],
  ['0500Ki', '0500Ki', Bin, 512000n, 512000000n], ['1.5Ki', '1536', Bin, 1536n, 1536000n], ['2.5Ki', '2560', Bin, 2560n, 2560000n],
  ['0.5Ki', '512', Bin, 512n, 512000n], ['0.1Ki', '102400m', Bin, 103n, 102400n], ['0.001Ki', '1024m', Bin, 2n, 1024n],
  ['0.0001Ki', '102400u', SI, 1n, 103n], ['0.999Ki', '1022976m', Bin, 1023n, 1022976n], ['1.001Ki', '1025024m', Bin, 1026n, 1025024n],
  ['1000Ki', '1000Ki', Bin, 1024000n, 1024000000n], ['1024Ki', '1Mi', Bin, 1048576n, 1048576000n],
  ['1025Ki', '1025Ki', Bin, 1049600n, 1049600000n], ['100Mi', '100Mi', Bin, 104857600n, 104857600000n],
  ['2048Mi', '2Gi', Bin, 2147483648n, 2147483648000n], ['0.5Gi', '512Mi', Bin, 536870912n, 536870912000n],
  ['.5Gi', '512Mi', Bin, 536870912n, 536870912000n], ['1.0Gi', '1Gi', Bin, 1073741824n, 1073741824000n],
  ['1.5Gi', '1536Mi', Bin, 1610612736n, 1610612736000n], ['0.1Gi', '107374182400m', Bin, 107374183n, 107374182400n],
  ['1.1Gi', '1181116006400m', Bin, 1181116007n, 1181116006400n], ['-1.5Gi', '-1536Mi', Bin, -1610612736n, -1610612736000n],
  ['1.25Ti', '1280Gi', Bin, 1374389534720n, 1374389534720000n], ['1.5Ei', '1536Pi', Bin, 1729382256910270464n, over],
  ['7Ei', '7Ei', Bin, 8070450532247928832n, over], ['8Ei', '9223372036854775807', Bin, 9223372036854775807n, over],
  ['9Ei', '9223372036854775807', Bin, 9223372036854775807n, over], ['-9Ei', '-9223372036854775807', Bin, -9223372036854775807n, under],
  ['1024Ei', '9223372036854775807', Bin, 9223372036854775807n, over],
  ['100000000000000000000Ki', '9223372036854775807', Bin, 9223372036854775807n, over], ['1e0', '1e0', Exp, 1n, 1000n],
  ['1e1', '10', Exp, 10n, 10000n], ['1e2', '100', Exp, 100n, 100000n], ['1e3', '1e3', Exp, 1000n, 1000000n],
  ['1E3', '1E3', Exp, 1000n, 1000000n], ['1e+3', '1e+3', Exp, 1000n, 1000000n], ['1e03', '1e03', Exp, 1000n, 1000000n],
  ['1e4', '10e3', Exp, 10000n, 10000000n], ['1.5e3', '1500', Exp, 1500n, 1500000n], ['12e6', '12e6', Exp, 12000000n, 12000000000n],
  ['100e3', '100e3', Exp, 100000n, 100000000n], ['1000e3', '1e6', Exp, 1000000n, 1000000000n],
  ['1e18', '1e18', Exp, 1000000000000000000n, over], ['1e19', '10e18', Exp, over, over], ['1e30', '1e30', Exp, over, over],
  ['5e-3', '5e-3', Exp, 1n, 5n], ['1.5e-3', '1500e-6', Exp, 1n, 2n], ['1e-7', '100e-9', Exp, 1n, 1n], ['123e-10', '13e-9', Exp, 1n, 1n],
  ['1e-10', '1e-9', Exp, 1n, 1n], ['0e5', '0', Exp, 0n, 0n],
]

/** The second table of spec apimachinery 1.6. */
const rejected: readonly [message: string, texts: readonly string[]][] = [
  [formatError, [
    '', '1--5', '1e1.5', '1e3m', '1e3Ki', '1.1.1', '1..', '1gi', '1GI', '1GB', '1MB', '1Mb', '1b', '1t', '1KI', '1_000', '1,000', '0x10',
    '0b1', 'NaN', 'inf', 'abc', '"1"', '1 Gi', ' 1', '1 ', '1µ', '٣',
  ]],
  [suffixError, [
    'e', 'i', '1e', '1E+', '1e-', '1i', '1mi', '1ki', '1K', '1kk', '1mm', '1m5', '1Ki1', '1Ee5', '1-5', '1+1', '--1', '+-1',
    '1e99999999999999999999',
  ]],
  [numericError, ['Ei', '.Ei', 'e-10']],
]

/** Texts and what is printed for them. */
type Texts = Readonly<Record<string, string>>

function testTexts(texts: Texts, print: (text: string) => string): void {
  for (const [text, printed] of Object.entries(texts)) it(`${text} → ${printed}`, () => expect(print(text)).to.equal(printed))
}

describe('Quantity.parse', () => {
  it('covers both tables of the spec', () => {
    expect(table).to.have.length(136)
    expect(rejected.flatMap(([, texts]) => texts)).to.have.length(50)
  })

  for (const [text, printed, format, value, milliValue] of table) {
    it(`parses ${text}`, () => {
      const quantity = q(text)
      expect([String(quantity), quantity.format]).to.deep.equal([printed, format])
      expect([quantity.value(), quantity.milliValue()]).to.deep.equal([value, milliValue])
    })
  }

  for (const [message, texts] of rejected) {
    for (const text of texts) {
      it(`rejects ${JSON.stringify(text)}`, () => expect(() => q(text)).to.throw(QuantityError).with.property('message', message))
    }
  }

  describe('keeps a text that is close to canonical form', () => {
    testTexts({
      '+1': '+1', '007': '007', '5.': '5.', '1.500': '1.500', '10.035': '10.035', '0500Ki': '0500Ki', '+1Gi': '+1Gi', '1E3': '1E3',
      '1e+3': '1e+3', '0100m': '0100m', '123456789012345678': '123456789012345678', '12345678901Ki': '12345678901Ki',
      '12345679Mi': '12345679Mi', '12345Gi': '12345Gi', '99Ti': '99Ti',
      '+12345678901Ki': '+12345678901Ki', '+12345679Mi': '+12345679Mi', '+12345Gi': '+12345Gi', '+99Ti': '+99Ti',
    }, canonical)
  })

  describe('prints other texts in canonical form', () => {
    testTexts({
      '1.5': '1500m', '0.5': '500m', '8Ki': '8Ki', '1000': '1k', '+8Ki': '8Ki', '+1000': '1k', '+1Pi': '1Pi',
      '+1234567890123456789': '1234567890123456789', '+123456789011Ki': '123456789011Ki', '+123456789Mi': '123456789Mi',
      '+123457Gi': '123457Gi', '+101Ti': '101Ti', '+1.0000000000': '1', '+0.0000000001': '1n',
    }, canonical)
  })

  describe('prints like kubectl', () => {
    testTexts({
      '0.5': '500m', '1.5': '1500m', '1.500': '1.500', '1.000': '1', '2000': '2k', '100': '100', '+2': '+2', '012': '012',
      '1024Mi': '1Gi', '1025Mi': '1025Mi', '1536Mi': '1536Mi', '1.5Gi': '1536Mi', '0.1Gi': '107374182400m', '0.5Mi': '512Ki',
      '0.5Ki': '512', '1000Ki': '1000Ki', '500M': '500M', '1000M': '1G', '1e3': '1e3', '10e2': '1e3', '0Mi': '0', '0.0': '0',
      '512': '512', '12E': '12E', '-1': '-1', '.5': '500m', '1E1': '10', '1e-1': '100e-3', '9.3e15': '9300e12', '+1Ei': '1Ei',
      '128974848000m': '128974848', '1e+21': '1e+21', '9000P': '9E', '1e400': '10e399', '1464.84375Ki': '1500000',
    }, canonical)
  })

  it('uses a decimal format for a binary suffix with an amount between 0 and 1', () => {
    const formats = ['0.0001Ki', '-0.0001Ki', '0.0009765625Ki', '0Pi', '0.0Ki'].map((text) => q(text).format)
    expect(formats).to.deep.equal([SI, SI, Bin, Bin, Bin])
  })

  it('accepts exponents up to ±1000, and rejects larger ones, which may hang upstream', () => {
    expect(canonical('1e1000')).to.equal('10e999')
    expect(canonical('1e-1000')).to.equal('1e-9')
    for (const text of ['1e1001', '1e-1001', '0e1001', '1e2147483647', '1e-2147483648', '1e9223372036854775808']) {
      expect(() => q(text), text).to.throw(QuantityError, suffixError)
    }
  })

  it('truncates an exponent to 32 bits like upstream', () => {
    expect(canonical('1e4294967299')).to.equal('1e4294967299')
    expect(q('1e4294967299').value()).to.equal(1000n)
  })

  it('throws only QuantityErrors', () => {
    const likely = fc.string({unit: fc.constantFrom(...'0019.+-eEinumkKMGTP '), maxLength: 12})
    fc.assert(fc.property(fc.oneof(fc.string(), fc.string({unit: 'binary'}), likely), (text) => {
      try {
        expect(q(text)).to.be.instanceOf(Quantity)
      } catch (error) {
        expect(error).to.be.instanceOf(QuantityError)
      }
    }), {numRuns: 3000})
  })

  for (const text of ['1'.repeat(1e5) + 'x', 'e'.repeat(1e5) + 'x', `${'0'.repeat(1e5)}x`, `1.${'1'.repeat(1e5)}x`]) {
    it(`rejects ${show(text)} in linear time`, () => expect(() => q(text)).to.throw(QuantityError, formatError))
  }

  it('parses texts of any length', () => {
    expect(canonical(`1${'0'.repeat(1e5)}Gi`)).to.equal('9223372036854775807')
    expect(canonical(`0.${'0'.repeat(1e5)}1`)).to.equal('1n')
    expect(canonical(`1.${'0'.repeat(1e5)}`)).to.equal('1')
  })

  it('caches short texts up to a limit, and never long ones', () => {
    const first = q('123456789m')
    expect(q('123456789m')).to.equal(first)
    for (let i = 0; i < 5000; i++) q(`${i}n`)
    expect(q('123456789m')).not.to.equal(first)
    expect(q('1234567890123m')).not.to.equal(q('1234567890123m'))
  })
})

/** All fields of a quantity, and its text, whether stored or computed. */
const parts = (amount: Quantity): object => ({...amount, text: String(amount)})

describe('Quantity', () => {
  it('is its text in JSON', () => {
    expect(JSON.stringify({cpu: q('0.5'), memory: q('+1Gi')})).to.equal('{"cpu":"500m","memory":"+1Gi"}')
  })

  it('can be created from integers', () => {
    expect(String(Quantity.zero)).to.equal('0')
    expect(String(Quantity.fromInteger(5000n))).to.equal('5k')
    expect(String(Quantity.fromInteger(512000000n, Bin))).to.equal('500000Ki')
    expect(String(Quantity.fromInteger(1500000000n, Exp))).to.equal('1500e6')
    expect(String(Quantity.fromInteger(2n ** 64n))).to.equal('18446744073709551616')
  })

  it('returns its sign', () => {
    expect(['-1n', '-0', '0Ki', '.', '1n'].map((text) => q(text).sign())).to.deep.equal([-1, 0, 0, 0, 1])
    expect(['-1n', '-0', '0Pi', '1n'].map((text) => q(text).isZero())).to.deep.equal([false, true, true, false])
  })

  it('is reread as if parsed from its text', () => {
    for (const text of ['1', '500m', '1.5Gi', '1024Mi', '0.1', '12e6', '1000E', '100n']) {
      for (const amount of [Quantity.parse(text), Quantity.parse(text).add(Quantity.one), Quantity.zero.sub(Quantity.parse(text))]) {
        expect(parts(amount.reread())).to.deep.equal(parts(Quantity.parse(String(amount))))
      }
    }
  })

  it('is reread as if parsed from its text, also after arithmetic', () => {
    const units = ['n', 'u', 'm', '', 'k', 'M', 'G', 'E', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'e3', 'e-4', 'e14']
    const numbers = fc.oneof(fc.integer({min: -3000, max: 3000}), fc.integer({min: 0, max: 2 ** 50}))
    const amounts = fc.tuple(numbers, fc.constantFrom(...units)).map(([number, unit]) => `${number}${unit}`)
    fc.assert(fc.property(fc.array(amounts, {minLength: 1, maxLength: 4}), fc.constantFrom(1n, 4n, 1000n, 1024n, 10n ** 9n), (texts, factor) => {
      const amount = texts.map((text) => Quantity.parse(text)).reduce((sum, next) => sum.add(next)).times(factor)
      expect(parts(amount.reread())).to.deep.equal(parts(Quantity.parse(String(amount))))
    }), {numRuns: 5000})
  })

  describe('add', () => {
    const sums: readonly [a: string, b: string, sum: string][] = [
      ['500M', '1Gi', '1573741824'], ['1Ki', '100m', '1024100m'], ['1000Mi', '24Mi', '1Gi'], ['1e3', '1', '1001'], ['1', '1e3', '1001'],
      ['9223372036854775807', '1', '9223372036854775808'], ['7Ei', '7Ei', '14Ei'], ['1.500', '0', '1500m'], ['0', '1.500', '1500m'],
      ['0', '1Gi', '1Gi'], ['0Mi', '1G', '1G'], ['0', '+1Gi', '1Gi'], ['1Gi', '0', '1Gi'], ['1G', '24Mi', '1025165824'],
      ['0.5Ki', '0.5Ki', '1Ki'], ['512', '512', '1024'], ['1.0005', '1.0005', '2001m'], ['1E', '1n', '1000000000000000000000000001n'],
      ['-0.5Ki', '-0.5Ki', '-1Ki'], ['0.5Ki', '511', '1023'],
    ]
    for (const [a, b, sum] of sums) it(`${a} + ${b} = ${sum}`, () => expect(String(q(a).add(q(b)))).to.equal(sum))
  })

  describe('sub', () => {
    const differences: readonly [a: string, b: string, difference: string][] = [
      ['0', '1Gi', '-1Gi'], ['1', '1Gi', '-1073741823'], ['1Gi', '1Gi', '0'], ['1', '100m', '900m'], ['1Gi', '24Mi', '1000Mi'],
      ['-1.500', '0', '-1500m'], ['-5Ei', '5Ei', '-10Ei'],
    ]
    for (const [a, b, difference] of differences) {
      it(`${a} - ${b} = ${difference}`, () => expect(String(q(a).sub(q(b)))).to.equal(difference))
    }

    it('prints the lowest int64 without a suffix, unless it was computed beyond int64', () => {
      const half = Quantity.fromInteger(2n ** 62n, 'BinarySI')
      const lowest = Quantity.fromInteger(0n).sub(half).sub(half)
      expect([lowest, Quantity.fromInteger(under, Bin), lowest.sub(half).add(half)].map(String)).to.deep.equal([String(under), String(under), '-8Ei'])
    })
  })

  describe('quotient', () => {
    const quotients: readonly [a: string, b: string, quotient: bigint, percent: bigint][] = [
      ['7', '2', 3n, 350n], ['1', '3', 0n, 33n], ['1500m', '500m', 3n, 300n], ['1Gi', '1Ki', 1_048_576n, 104_857_600n], ['0', '5', 0n, 0n],
      ['20E', '1m', 20_000_000_000_000_000_000_000n, 2_000_000_000_000_000_000_000_000n], ['7Ei', '3Ei', 2n, 233n], ['1n', '1E', 0n, 0n],
    ]
    for (const [a, b, quotient, percent] of quotients) {
      it(`${a} / ${b} = ${quotient}`, () => {
        expect(q(a).quotient(q(b))).to.equal(quotient)
        expect(q(a).quotient(q(b), 100n), 'per cent').to.equal(percent)
      })
    }
  })

  it('compares numbers, not texts or formats', () => {
    const equal = [['1Gi', '1073741824'], ['1000m', '1'], ['+1', '1.0'], ['0', '-0Ki'], ['1e3', '1k'], ['1e1000', '10e999']] as const
    for (const [a, b] of equal) {
      expect(q(a).compare(q(b)), `${a}, ${b}`).to.equal(0)
      expect(q(a).equals(q(b)), `${a}, ${b}`).to.equal(true)
    }
    const ascending = [['1G', '1Gi'], ['-1', '1m'], ['-2', '-1'], ['999m', '1'], ['9223372036854775807', '9223372036854775808']] as const
    for (const [a, b] of ascending) {
      expect(q(a).compare(q(b)), `${a}, ${b}`).to.be.lessThan(0)
      expect(q(b).compare(q(a)), `${b}, ${a}`).to.be.greaterThan(0)
      expect(q(a).equals(q(b)), `${a}, ${b}`).to.equal(false)
    }
  })

  describe('ceilMilli', () => {
    testTexts({
      '1u': '1m', '1n': '1m', '0.0001': '1m', '1234567n': '2m', '1500u': '2m', '1.0005': '1001m', '1.234567891': '1235m',
      '0.0001Ki': '103m', '1e-7': '1e-3', '-0.0001': '-1m', '300000001n': '301m', '1.2345': '1235m', '1.500': '1.500', '10.035': '10.035',
      '0.1Ki': '102400m', '1e+3': '1e+3', '+1': '+1', '1.000001': '1001m', '8Ei': '9223372036854775807', '0.00000000001': '1m',
      '1e30': '1e30',
    }, (text) => String(q(text).ceilMilli()))

    it('keeps the format', () => expect(q('1.0001Ki').ceilMilli().format).to.equal(Bin))
  })

  describe('ceil', () => {
    testTexts({
      '1.500': '2', '1.5Gi': '1536Mi', '100m': '1', '-1.5': '-2', '0.1Gi': '107374183', '+1Gi': '+1Gi', '1.0000000001': '2',
    }, (text) => String(q(text).ceil()))
  })

  it('rounds values away from zero', () => {
    const values = (text: string): [bigint, bigint] => [q(text).value(), q(text).milliValue()]
    expect(values('0.1')).to.deep.equal([1n, 100n])
    expect(values('-1.5')).to.deep.equal([-2n, -1500n])
    expect(values('-1.0000000001')).to.deep.equal([-2n, -1001n])
    expect(values('-10E')).to.deep.equal([under, under])
  })

  describe('int64Value and int64MilliValue', () => {
    const values: readonly [text: string, value: bigint, milliValue: bigint][] = [
      ['1.5', 2n, 1500n], ['-1.5', -2n, -1500n], ['1.0000000001', 2n, 1001n], ['-1.0000000001', 0n, -999n], ['-0.0000000001', 1n, 1n],
      ['12E', 0n, 0n], ['100E', 0n, 0n], ['1e30', 0n, 0n], ['9223372036854775808', under, 0n], ['8Ei', over, -1000n],
      ['-9Ei', -over, 1000n], ['7Ei', 8070450532247928832n, under], ['-238Pi', -3458764512n, -3458764513819n],
      ['100000000000000000', 100000000000000000n, 7766279631452241920n], ['999999999999999999e1', -8446744073709551626n, 0n],
      ['999999999999999999e2', 7766279631452241820n, 0n], ['999999999999999999e4', 0n, 0n],
      ['999999999999999999M', 2003764205205896640n, -6930898828444486144n], ['999999999999999999G', -6930898828444486144n, 0n],
    ]
    for (const [text, value, milliValue] of values) {
      it(`match the server for ${text}`, () => {
        expect([q(text).int64Value(), q(text).int64MilliValue()]).to.deep.equal([value, milliValue])
      })
    }

    const sums: readonly [a: string, b: string, value: bigint][] = [
      ['6E', '6E', 0n], ['0', '12E', 0n], ['12E', '0', 0n], ['4Ei', '4Ei', under], ['9223372036854775807', '1', under],
      ['922337203685477580e1', '8', under], ['99E', '1', 6766279631452241921n], ['-1E', '99999999999999999.9', -899999999999999999n],
      ['-1.0000000001', '-1', -1n], ['-1', '-1.0000000001', -1n],
    ]
    for (const [a, b, value] of sums) it(`match the server for ${a} + ${b}`, () => expect(q(a).add(q(b)).int64Value()).to.equal(value))

    it('match the server for differences, rounded quantities and integers', () => {
      expect(q('-1').sub(q('1.0000000001')).int64Value()).to.equal(-1n)
      expect(q('-9Ei').ceilMilli().int64Value()).to.equal(1n)
      expect(Quantity.fromInteger(2n ** 64n + 5n).int64Value()).to.equal(5n)
    })
  })

  it('tests for integers in 64 bits like the server', () => {
    const whole = ['0', '1', '1000m', '-2', '1Gi', '0.5Ki', '1e3', '9223372036854775', '9223372036854775807', '1e30', '9300T']
    const broken = ['1m', '1.5', '-0.5', '100m', '0.1Gi', '1n', '9223372036854776', '9300000000000001', '7Ei', '10Pi']
    expect(whole.filter((text) => !q(text).isInteger())).to.deep.equal([])
    expect(broken.filter((text) => q(text).ceilMilli().isInteger())).to.deep.equal([])
  })

  it('reports the loss of magnitude in a text without a suffix', () => {
    const losing = [['1000E', '1'], ['10000000000000000000000', '10'], ['-1000E', '-1'], ['1000000E', '1']] as const
    for (const [text, printed] of losing) expect([canonical(text), q(text).losesMagnitude()], text).to.deep.equal([printed, true])
    const keeping = ['1500E', '1001E', '999E', '1e21', '1e24', '0', '0Ki', '9Ei', '1n']
    expect(keeping.filter((text) => q(text).losesMagnitude())).to.deep.equal([])
    const exbibytes = Array.from({length: 256}, () => q('4Ei')).reduce((sum, part) => sum.add(part))
    expect([String(exbibytes), exbibytes.losesMagnitude()]).to.deep.equal(['1', true])
  })
})

// The following tests compare with numbers that are computed independently, in nano units, the smallest unit of a quantity.

const units: Readonly<Record<string, bigint>> = {
  n: 1n, u: 10n ** 3n, m: 10n ** 6n, '': 10n ** 9n,
  k: 10n ** 12n, M: 10n ** 15n, G: 10n ** 18n, T: 10n ** 21n, P: 10n ** 24n, E: 10n ** 27n,
  Ki: 10n ** 9n << 10n, Mi: 10n ** 9n << 20n, Gi: 10n ** 9n << 30n, Ti: 10n ** 9n << 40n, Pi: 10n ** 9n << 50n, Ei: 10n ** 9n << 60n,
}

const magnitude = (value: bigint): bigint => value < 0n ? -value : value

/** The quotient with a positive divisor, rounded away from zero. */
function divideUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = (magnitude(dividend) + divisor - 1n) / divisor
  return dividend < 0n ? -quotient : quotient
}

/** Value of a text in nano units, without the cap on those with a binary suffix. */
function nanos(text: string): bigint {
  const groups = /^(?<sign>[+-]?)(?<whole>[0-9]*)\.?(?<fraction>[0-9]*)(?<suffix>.*)$/.exec(text)?.groups
  const {sign = '', whole = '', fraction = '', suffix = ''} = groups ?? {}
  const power = suffix in units ? 0 : Number(suffix.slice(1))
  const unit = (units[suffix] ?? 10n ** 9n) * 10n ** BigInt(Math.max(power, 0))
  return divideUp(BigInt(`${sign}${whole}${fraction}`) * unit, 10n ** BigInt(fraction.length + Math.max(-power, 0)))
}

const limit = over * 10n ** 9n

/** The number of nano units that Kubernetes reads from a text. */
function nanosRead(text: string): bigint {
  const exact = nanos(text)
  if (!text.endsWith('i') || magnitude(exact) <= limit) return exact
  return exact < 0n ? -limit : limit
}

function saturate(value: bigint): bigint {
  if (value > over) return over
  return value < under ? under : value
}

const digits = (maxLength: number): fc.Arbitrary<string> => fc.string({unit: fc.constantFrom(...'0001234569'), maxLength})

const suffix = fc.oneof(
  fc.constantFrom(...Object.keys(units)),
  fc.tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), fc.integer({min: 0, max: 40})).map((parts) => parts.join('')),
)

/** Texts of every form and size, half of them with extreme values. */
const texts: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(fc.integer({min: -2000, max: 2000}), fc.constantFrom('m', '', 'k', 'Mi', 'Gi')).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom('', '+', '-'), fc.constantFrom('0', '00', '1', '9'), digits(21), fc.constantFrom('', '.'), digits(12), suffix)
    .map(([sign, first, whole, point, fraction, end]) => `${sign}${first}${whole}${point}${point === '' ? '' : fraction}${end}`),
)

function always<T>(property: fc.IProperty<T>): void {
  fc.assert(property, {numRuns: 2000})
}

describe('Quantity, arbitrary values', () => {
  it('has the number of its text', () => {
    always(fc.property(texts, (text) => {
      const quantity = q(text)
      if (!quantity.losesMagnitude()) expect(nanos(String(quantity))).to.equal(nanosRead(text))
    }))
  })

  it('equals what it prints, except for lost magnitudes and capped sums', () => {
    always(fc.property(texts, texts, (a, b) => {
      for (const quantity of [q(a), q(a).ceilMilli(), q(a).add(q(b)), q(a).sub(q(b))]) {
        const capped = String(quantity).endsWith('i') && magnitude(nanos(String(quantity))) > limit
        expect(q(String(quantity)).equals(quantity)).to.equal(!quantity.losesMagnitude() && !capped)
      }
    }))
  })

  it('has exact sums and differences', () => {
    always(fc.property(texts, texts, (a, b) => {
      const sum = q(a).add(q(b))
      expect(sum.equals(q(b).add(q(a)))).to.equal(true)
      expect(sum.sub(q(b)).equals(q(a))).to.equal(true)
      expect(sum.format).to.equal((q(a).isZero() ? q(b) : q(a)).format)
      if (!sum.losesMagnitude()) expect(nanos(String(sum))).to.equal(nanosRead(a) + nanosRead(b))
    }))
  })

  it('is totally ordered', () => {
    always(fc.property(texts, texts, (a, b) => {
      const difference = nanosRead(a) - nanosRead(b)
      expect(q(a).compare(q(b))).to.equal(difference < 0n ? -1 : difference > 0n ? 1 : 0)
      expect(q(a).equals(q(b))).to.equal(difference === 0n)
      expect(q(a).sign()).to.equal(q(a).compare(Quantity.zero))
    }))
  })

  it('rounds values away from zero within int64', () => {
    always(fc.property(texts, (text) => {
      expect(q(text).value()).to.equal(saturate(divideUp(nanosRead(text), 10n ** 9n)))
      expect(q(text).milliValue()).to.equal(saturate(divideUp(nanosRead(text), 10n ** 6n)))
    }))
  })

  it('has the int64 values of the server if they fit and are not negative', () => {
    always(fc.property(texts, (text) => {
      const quantity = q(text)
      if (quantity.sign() < 0) return
      if (quantity.value() < over) expect(quantity.int64Value()).to.equal(quantity.value())
      if (quantity.milliValue() < over) expect(quantity.int64MilliValue()).to.equal(quantity.milliValue())
    }))
  })

  it('does not change when it is rounded up to milli units again', () => {
    always(fc.property(texts, (text) => {
      const rounded = q(text).ceilMilli()
      expect(rounded.ceilMilli()).to.equal(rounded)
      expect(rounded.format).to.equal(q(text).format)
      expect(rounded.compare(q(text)) * q(text).sign()).to.be.at.least(0)
      if (!rounded.losesMagnitude()) expect(nanos(String(rounded))).to.equal(divideUp(nanosRead(text), 10n ** 6n) * 10n ** 6n)
    }))
  })
})
