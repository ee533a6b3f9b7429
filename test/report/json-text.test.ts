import {expect} from 'chai'
import {jsonText} from '../../src/report/json-text.js'

describe('jsonText', () => {
  it('indents by two, and leaves out what is undefined', () => {
    expect(jsonText({a: [], b: [1, undefined, {}], c: undefined, d: {toJSON: () => ({e: null})}})).to.equal(
      '{\n  "a": [],\n  "b": [\n    1,\n    null,\n    {}\n  ],\n  "d": {\n    "e": null\n  }\n}\n')
    expect(jsonText(undefined)).to.equal('null\n')
  })

  it('prints integers beyond 2^53 exactly, and all else as without them', () => {
    const value = {a: [], b: [1, undefined, {}], c: undefined, d: {toJSON: () => ({e: null})}, f: 'x"\u202e'}
    expect(jsonText({...value, g: 2n ** 63n})).to.equal(jsonText({...value, g: 0}).replace('"g": 0', '"g": 9223372036854775808'))
  })

  it('escapes characters and commands that steer a terminal or a CI job, in values and names', () => {
    expect(jsonText({'a\u202e': 'b\u2028::c\u007f', 'd': '##[command]::x'})).to.equal(
      '{\n  "a\\u202e": "b\\u2028\\u003a:c\\u007f",\n  "d": "#\\u0023[command]::x"\n}\n')
  })

  it('throws other errors', () => {
    expect(() => jsonText({toJSON: () => { throw new RangeError('x') }})).to.throw(RangeError, 'x')
  })
})
