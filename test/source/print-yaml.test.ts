import {expect} from 'chai'

import {printYaml} from '../../src/source/print-yaml.js'
import {valuesOf} from './read-text.js'

describe('printYaml', () => {
  it('prints like kubectl: sorted keys, unwrapped lines, no aliases', () => {
    const shared = {z: 1, a: [true, null]}
    expect(printYaml([{b: shared, a: shared}, {text: `${'long '.repeat(40)}end`, lines: 'a\nb\n', integer: 9007199254740993n}])).to.equal(
      `a:\n  a:\n    - true\n    - null\n  z: 1\nb:\n  a:\n    - true\n    - null\n  z: 1\n---\ninteger: 9007199254740993\nlines: |\n  a\n  b\ntext: ${'long '.repeat(40)}end\n`)
  })

  it('sorts keys by their bytes, as Go does', () =>
    expect(Object.keys(valuesOf(printYaml([{'\u{1f600}': 1, '\uff5e': 2, b: 3, B: 4}]))[0] as object)).to.deep.equal(['B', 'b', '\uff5e', '\u{1f600}']))

  const hostile = [
    '\u0000', '\u0007', '\u001b[31m', '\u007f', '\u0085', '\u009b', '\u061c', '\u200e', '\u2028', 'a\u202eb', '\u2066', '\ufeff', 'a\rb', '::error::x', 'a\n  ::error::x\n', '##[group]a', 'a ##vso[x]',
  ]

  it('escapes terminal and CI commands in values and keys, without changing the parsed value', () => {
    const value = {values: hostile, keys: Object.fromEntries(hostile.map((text) => [text, 'x']))}
    const text = printYaml([value])
    expect(text).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u2028\u202e\u2066\ufeff]|^\s*::|##/m)
    expect(valuesOf(text)).to.deep.equal([value])
  })

  it('does not escape other text', () => expect(printYaml([{script: 'a ::b\n# [c]\n'}])).to.equal('script: |\n  a ::b\n  # [c]\n'))
})
