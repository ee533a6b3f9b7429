import {expect} from 'chai'
import * as fc from 'fast-check'
import {byteLength, compareText, fixed, goJson, goJsonIndented, goJsonSize, quote, sortTexts, trimSpace} from '../../../src/machinery/go/text.js'

// Expected texts were printed by Go 1.26.8.

describe('byteLength', () => {
  const table: [text: string, size: number][] = [['', 0], ['a', 1], ['é', 2], ['日', 3], ['😀', 4], ['\ud83d', 3]]

  for (const [text, size] of table) {
    it(`returns ${size} for ${JSON.stringify(text)}`, () => expect(byteLength(text)).to.equal(size))
  }
})

describe('quote', () => {
  const table: [text: string, quoted: string][] = [
    ['', '""'],
    ['cpu', '"cpu"'],
    ["it's", '"it\'s"'],
    ['<&>', '"<&>"'],
    ['a"b\\', '"a\\"b\\\\"'],
    ['\u0007\b\f\n\r\t\v', '"\\a\\b\\f\\n\\r\\t\\v"'],
    ['\u0000\u001f\u007f', '"\\x00\\x1f\\x7f"'],
    ['\u0080\u009f', '"\\u0080\\u009f"'],
    ['\u00a0\u00ad', '"\\u00a0\\u00ad"'],
    ['é日本', '"é日本"'],
    ['\u2028\ufeff\ue000', '"\\u2028\\ufeff\\ue000"'],
    ['😀', '"😀"'],
    ['\u0378\u{1fae9}\u{10ffff}', '"\\u0378\\U0001fae9\\U0010ffff"'],
    ['\ufffd', '"\ufffd"'],
    ['a\ud83db\ude00', '"a\ufffdb\ufffd"'],
  ]

  for (const [text, quoted] of table) {
    it(`prints ${JSON.stringify(text)} as ${quoted}`, () => expect(quote(text)).to.equal(quoted))
  }
})

describe('goJson', () => {
  const table: [title: string, value: unknown, json: string][] = [
    ['strings', 'a"b\\\n\u0007é😀', '"a\\"b\\\\\\n\\u0007é😀"'],
    ['characters that are special in HTML', '<&>\u2028\u2029', '"\\u003c\\u0026\\u003e\\u2028\\u2029"'],
    ['characters that quote escapes but JSON does not', '\u007f\u00ad\u{10ffff}', '"\u007f\u00ad\u{10ffff}"'],
    ...['<', '>', '&', '"', '\\', '\u007f'].map((character, i): [string, string, string] =>
      [`${JSON.stringify(character)} alone`, character, ['"\\u003c"', '"\\u003e"', '"\\u0026"', '"\\""', '"\\\\"', '"\u007f"'][i] ?? '']),
    ['unpaired surrogates', '\ud83d', '"\ufffd"'],
    ['numbers', [0, -1, 1.5, 1e21, 0.000001], '[0,-1,1.5,1e+21,0.000001]'],
    ['integers of any size', 2n ** 63n, '9223372036854775808'],
    ['true and false', [true, false], '[true,false]'],
    ['null and undefined', [null, undefined], '[null,null]'],
    ['undefined at the top level', undefined, 'null'],
    ['structs in the given order', {kind: 'Pod', apiVersion: 'v1'}, '{"kind":"Pod","apiVersion":"v1"}'],
    ['structs without undefined fields', {a: undefined, b: null}, '{"b":null}'],
    ['maps with numeric keys sorted by bytes', {b: 1, '9': 2, '10': 3}, '{"10":3,"9":2,"b":1}'],
    ['keys with escapes', {'<"': 1}, '{"\\u003c\\"":1}'],
    ['values that have a toJSON function', {max: {toJSON: () => '1<2'}}, '{"max":"1\\u003c2"}'],
    ['a field with the name toJSON', {toJSON: 'x'}, '{"toJSON":"x"}'],
    ['empty lists and structs', [[], {}], '[[],{}]'],
  ]

  for (const [title, value, json] of table) {
    it(`prints ${title}`, () => expect(goJson(value)).to.equal(json))
    it(`returns the size of ${title}`, () => expect(goJsonSize(value)).to.equal(byteLength(json)))
  }

  it('prints valid JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(goJson(value))).to.deep.equal(JSON.parse(JSON.stringify(value)))
    }))
  })

  it('prints as many bytes as goJsonSize returns', () => {
    fc.assert(fc.property(fc.jsonValue({stringUnit: 'binary'}), (value) => {
      expect(goJsonSize(value)).to.equal(byteLength(goJson(value)))
    }))
  })
})

describe('goJsonIndented', () => {
  it('prints every member on its own line', () => {
    const value = {a: [1, {b: '<,:{"'}, [], {}], c: 2n ** 63n}
    expect(goJsonIndented(value)).to.equal(`{
 "a": [
  1,
  {
   "b": "\\u003c,:{\\""
  },
  [],
  {}
 ],
 "c": 9223372036854775808
}`)
  })

  it('prints values without members on one line', () => {
    expect(['a"', null, [], {}].map(goJsonIndented)).to.deep.equal(['"a\\""', 'null', '[]', '{}'])
  })

  it('prints valid JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(goJsonIndented(value))).to.deep.equal(JSON.parse(JSON.stringify(value)))
    }))
  })
})

describe('trimSpace', () => {
  const spaces = '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000'

  const table: [text: string, trimmed: string][] = [
    ['', ''],
    ['a', 'a'],
    [' a b\n', 'a b'],
    [`${spaces}a${spaces}b${spaces}`, `a${spaces}b`],
    [spaces, ''],
    ['\ufeff\u200b', '\ufeff\u200b'],
  ]

  for (const [text, trimmed] of table) {
    it(`returns ${JSON.stringify(trimmed)} for ${JSON.stringify(text)}`, () => expect(trimSpace(text)).to.equal(trimmed))
  }

  it('handles millions of inner spaces', () => {
    const text = `a${' '.repeat(3e6)}b`
    expect(trimSpace(text) === text).to.equal(true)
  })
})

describe('fixed', () => {
  const table: [value: number, text: string][] = [
    [0, '0.000000'],
    [-0, '-0.000000'],
    [40, '40.000000'],
    [-1.5, '-1.500000'],
    [3.333333333333333, '3.333333'],
    [1.0000005, '1.000001'],
    [5e-7, '0.000000'],
    [1.5e-6, '0.000002'],
    [1e-9, '0.000000'],
    [-1e-9, '-0.000000'],
    [1e20, '100000000000000000000.000000'],
    [1e21, '1000000000000000000000.000000'],
    [-1e22, '-10000000000000000000000.000000'],
    [Infinity, '+Inf'],
    [-Infinity, '-Inf'],
    [NaN, 'NaN'],
  ]

  for (const [value, text] of table) {
    it(`prints ${value} as ${text}`, () => expect(fixed(value)).to.equal(text))
  }

  // Values that toFixed rounds away from zero.
  const halfway: [value: number, text: string][] = [
    [1 / 128, '0.007812'], [3 / 128, '0.023438'], [5 / 128, '0.039062'],
    [129 / 128, '1.007812'], [-1 / 128, '-0.007812'], [-3 / 128, '-0.023438'],
  ]

  for (const [value, text] of halfway) {
    it(`rounds ${value} half to even, to ${text}`, () => expect(fixed(value)).to.equal(text))
  }
})

describe('sortTexts', () => {
  it('sorts by bytes and returns a new list', () => {
    for (const texts of [[], ['a'], ['a', 'b', 'b'], ['b', 'a'], ['cpu', 'memory', 'a'], ['\ud83d\ude00', '\uffff']]) {
      const given = Object.freeze([...texts])
      expect(sortTexts(given)).to.deep.equal([...given].sort(compareText))
      expect(sortTexts(given)).not.to.equal(given)
    }
  })
})

describe('compareText', () => {
  const ascending = ['', '\u0000', 'a', 'aa', 'b', '\u007f', 'é', '\ud7ff', '\ue000', '\uffff', '𐀀', '😀', '😁', '\u{10ffff}']

  it('orders by the bytes of UTF-8', () => {
    expect([...ascending].reverse().sort(compareText)).to.deep.equal(ascending)
  })

  it('agrees with a comparison of bytes @slow', () => {
    fc.assert(fc.property(fc.string({unit: 'binary'}), fc.string({unit: 'binary'}), (a, b) => {
      expect(Math.sign(compareText(a, b))).to.equal(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }))
  })
})
