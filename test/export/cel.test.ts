import {expect} from 'chai'
import fc from 'fast-check'

import {all, any, cel, firstMatching, isTooLong, literal, literals, longestExpression} from '../../src/export/cel.js'
import {unescapeCel} from '../helpers/cel-parser.js'
import {evaluateCel} from '../helpers/cel.js'

describe('literal', () => {
  it('returns a CEL literal of the text (property) @slow', () => {
    fc.assert(fc.property(fc.string({unit: 'binary'}), (text) => {
      expect(unescapeCel(literal(text))).to.equal(text)
      expect(evaluateCel(`${literal(text)} == x`, {x: text})).to.equal(true)
    }))
  })

  it('escapes control, invisible and line-breaking characters as in CEL (property) @slow', () => {
    fc.assert(fc.property(fc.string({unit: 'binary'}), (text) => {
      expect(literal(text)).to.match(/^"(?:[^\p{C}\u2028\u2029"\\]|\\(?:[\\"nrtbf]|u[0-9a-f]{4}|U[0-9a-f]{8}))*"$/u)
    }))
  })

  const cases: readonly (readonly [string, string])[] = [
    ['', '""'],
    ['say "hi" and \'bye\'', '"say \\"hi\\" and \'bye\'"'],
    ['a\\b/c\\n', '"a\\\\b/c\\\\n"'],
    ['one\ntwo\r\n\tthree\b\f', '"one\\ntwo\\r\\n\\tthree\\b\\f"'],
    ['é 日本 😀', '"é 日本 😀"'],
    ['\u0000\u0007\u007f\u0085\u2028\u202e\ufeff\u{e0001}', '"\\u0000\\u0007\\u007f\\u0085\\u2028\\u202e\\ufeff\\U000e0001"'],
    ['${x} {{y}} `z` ?"k"', '"${x} {{y}} `z` ?\\"k\\""'],
    ['\\u0041 \\x41', '"\\\\u0041 \\\\x41"'],
    // An unpaired surrogate is not a character: Go replaces it.
    ['a\ud83d', '"a\ufffd"'],
    ['\\\udc00\\ud83d', '"\\\\\ufffd\\\\ud83d"'],
  ]
  for (const [text, expected] of cases) it(`returns the literal of ${JSON.stringify(text)}`, () => expect(literal(text)).to.equal(expected))
})

describe('CEL expressions', () => {
  it('contain only pieces of CEL', () => {
    expect(cel`v in ${literals(['a', '"'])}`).to.equal('v in ["a", "\\""]')
    expect([all([]), all([cel`a`, cel`true`, cel`b`]), any([]), any([cel`a`, cel`b`])]).to.deep.equal(['true', 'a && b', 'false', 'a ||\nb'])
  })

  it('are measured in code points', () => {
    expect(isTooLong(literal('😀'.repeat(longestExpression - 2)))).to.equal(false)
    expect(isTooLong(literal('😀'.repeat(longestExpression - 1)))).to.equal(true)
    expect(isTooLong(literal('x'.repeat(longestExpression - 1)))).to.equal(true)
  })
})

describe('choose', () => {
  const branches = (count: number): {condition: ReturnType<typeof literal>, value: ReturnType<typeof literal>}[] =>
    Array.from({length: count}, (_, i) => ({condition: cel`x in ${literals([`k${i}`, 'both', ...i > 3 ? ['late'] : []])}`, value: literal(`v${i}`)}))

  /** The nesting depth of `? :`. */
  function depth(text: string): number {
    let maximum = 0
    const open: number[] = [0]
    for (const [mark] of text.matchAll(/[()]| \?/g)) {
      if (mark === '(') open.push(open.at(-1) ?? 0)
      else if (mark === ')') open.pop()
      else maximum = Math.max(maximum, open[open.length - 1] = (open.at(-1) ?? 0) + 1)
    }
    return maximum
  }

  for (const count of [0, 1, 2, 100, 101, 250, 1000]) {
    it(`returns the value of the first of ${count} branches that is true`, () => {
      const text = firstMatching(branches(count), cel`"none"`)
      const chosen = (x: string): unknown => evaluateCel(text, {x})
      for (const i of [0, 1, 49, 50, 51, 99, 100, 124, 125, count - 1]) if (i >= 0) expect(chosen(`k${i}`)).to.equal(i < count ? `v${i}` : 'none')
      expect(chosen('both')).to.equal(count > 0 ? 'v0' : 'none')
      expect(chosen('late')).to.equal(count > 4 ? 'v4' : 'none')
      expect(chosen('other')).to.equal('none')
      // The limit of the API server is 250.
      expect(depth(text)).to.be.lessThan(150)
    })
  }
})
