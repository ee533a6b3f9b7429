import {expect} from 'chai'
import {readText, valuesOf} from './read-text.js'

const valueOf = (text: string): unknown => {
  const values = valuesOf(text)
  expect(values).to.have.length(1)
  return values[0]
}

describe('toValue', () => {
  const table: [name: string, text: string, value: unknown][] = [
    ['reads scalars, lists and maps', 'a: 1\nb: [x, true, ~]\nc:\n- d: "1"\n', {a: 1, b: ['x', true, null], c: [{d: '1'}]}],
    ['uses the last of repeated keys', 'a: 1\nb: 2\na: 3\n', {a: 3, b: 2}],
    ['treats keys with equal values as repeated', 'on: a\nyes: b\n"true": c\n', {true: 'c'}],
    ['merges a map', 'a: &a {x: 1, w: 2}\nb: {<<: *a, z: 3}\n', {a: {x: 1, w: 2}, b: {x: 1, w: 2, z: 3}}],
    ['overrides merged keys by keys after <<', 'a: &a {x: 1}\nb:\n  <<: *a\n  x: 2\n', {a: {x: 1}, b: {x: 2}}],
    ['overrides keys before << by merged keys', 'a: &a {x: 1}\nb:\n  x: 2\n  <<: *a\n', {a: {x: 1}, b: {x: 1}}],
    ['uses the first of merged maps', 'a: &a {x: 1}\nb: &b {x: 2, w: 3}\nc: {<<: [*a, *b, {z: 4}]}\n', {a: {x: 1}, b: {x: 2, w: 3}, c: {x: 1, w: 3, z: 4}}],
    ['merges an inline map', 'b: {<<: {x: 1}}\n', {b: {x: 1}}],
    ['merges a map with merge keys', 'a: &a {x: 1}\nb: &b {<<: *a, w: 2}\nc: {<<: *b}\n', {a: {x: 1}, b: {x: 1, w: 2}, c: {x: 1, w: 2}}],
    ['merges with two merge keys', 'a: &a {x: 1}\nb: &b {w: 2}\nc:\n  <<: *a\n  <<: *b\n', {a: {x: 1}, b: {w: 2}, c: {x: 1, w: 2}}],
    ['does not merge a quoted <<', 'a: {"<<": {x: 1}}\n', {a: {'<<': {x: 1}}}],
    ['does not merge << as a value', 'a: <<\n', {a: '<<'}],
    ['merges a key with the tag !!merge', 'a: {!!merge <<: {x: 1}}\n', {a: {x: 1}}],
    ['does not merge << with the tag !!str', 'a: {!!str <<: {x: 1}}\n', {a: {'<<': {x: 1}}}],
    ['resolves aliases in values and keys', 'a: &a one\n*a : *a\n', {a: 'one', one: 'one'}],
    ['uses the last anchor of a name', 'a: &a 1\nb: *a\nc: &a 2\nd: *a\n', {a: 1, b: 1, c: 2, d: 2}],
    ['resolves an anchor within the value of an anchor of the same name', 'a: &a {b: &a 1, c: *a}\n', {a: {b: 1, c: 1}}],
  ]
  for (const [name, text, value] of table) it(name, () => expect(valueOf(text)).to.deep.equal(value))

  const keys: [key: string, name: string][] = [
    ['y', 'true'], ['yes', 'true'], ['on', 'true'], ['true', 'true'], ['n', 'false'], ['no', 'false'], ['off', 'false'], ['"y"', 'y'], ['0x10', '16'], ['010', '8'],
    ['1_000', '1000'], ['1.0', '1'], ['1e21', '1e+21'], ['1.5', '1.5'], ['1000000.0', '1e+06'], ['.inf', '.inf'], ['.nan', '.nan'], ['9007199254740993', '9007199254740993'],
    ['-9223372036854775808', '-9223372036854775808'], ['2001-01-01', '2001-01-01'], ['!!str 1', '1'], ['!!int "0x10"', '16'], ['!foo 010', '010'], ['? a b', 'a b'], ["'it''s'", "it's"], ['""', ''],
  ]
  for (const [key, name] of keys) it(`converts the key ${key} to ${name}`, () => expect(valueOf(`${key}${key.startsWith('?') ? '\n' : ''}: v\n`)).to.deep.equal({[name]: 'v'}))

  it('creates own properties for keys such as __proto__', () => {
    const value = valueOf('__proto__: {polluted: yes}\nconstructor: 1\ntoString: 2\nhasOwnProperty: 3\n') as object
    expect(Object.keys(value)).to.deep.equal(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    expect(Object.getPrototypeOf(value)).to.equal(Object.prototype)
    expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).to.deep.equal({polluted: true})
    expect(({} as {polluted?: boolean}).polluted).to.equal(undefined)
  })

  it('creates own properties for merged keys such as __proto__', () => {
    const {b} = valueOf('a: &a {__proto__: {x: 1}}\nb: {<<: *a}\n') as {b: object}
    expect(Object.keys(b)).to.deep.equal(['__proto__'])
    expect(Object.getPrototypeOf(b)).to.equal(Object.prototype)
  })

  it('creates own properties for JSON keys such as __proto__', () => {
    const value = valueOf('{"__proto__": {"x": 1}}') as object
    expect(Object.keys(value)).to.deep.equal(['__proto__'])
    expect(Object.getPrototypeOf(value)).to.equal(Object.prototype)
  })

  it('shares the values of aliases', () => {
    const {b, c} = valueOf('a: &a {x: [1]}\nb: *a\nc: *a\n') as {b: object, c: object}
    expect(b).to.equal(c)
  })

  it('keeps repeated keys in the tree', () => {
    const [{root} = {}] = readText('a: 1\na: 2\n')
    expect(root?.kind === 'mapping' && root.entries.map(({name}) => name)).to.deep.equal(['a', 'a'])
  })
})
