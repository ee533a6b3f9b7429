import {expect} from 'chai'
import {array, assert, boolean, constantFrom, property} from 'fast-check'
import picomatch from 'picomatch'

import {MatchBudget} from '../../src/io/match-budget.js'
import {literalsIn, nameMatcher} from '../../src/io/name-pattern.js'
import {UsageError} from '../../src/usage-error.js'

describe('nameMatcher', () => {
  const textOf = (...characters: string[]) => array(constantFrom(...characters), {minLength: 1, maxLength: 10}).map((found) => found.join(''))
  const patterns = textOf('a', 'B', '.', '-', 'ä', '~', ',', '*', '*', '?').filter((pattern) => !/^\.+$/.test(pattern))
  // No file ends in a dot, which "*.*" of picomatch does not match.
  const names = textOf('a', 'A', 'b', 'B', '.', '-', 'ä', 'Ä', '~', ',').filter((name) => !name.endsWith('.'))

  it('matches simple patterns as picomatch does', () => {
    const seen = {true: 0, false: 0}
    assert(property(patterns, names, boolean(), boolean(), (pattern, name, dot, nocase) => {
      const expected = picomatch.makeRe(pattern.replaceAll(/\*+/g, '*'), {dot, nocase}).test(name)
      seen[`${expected}`]++
      expect(nameMatcher(pattern, {dot, nocase}, picomatch.makeRe)(name, new MatchBudget())).to.equal(expected)
    }), {numRuns: 3000})
    expect(seen.true).to.be.above(100)
    expect(seen.false).to.be.above(100)
  })

  it('knows texts that each match contains', () => {
    expect(literalsIn('c*.yaml*?a-b')).to.deep.equal(['a-b', 'c', '.yaml'])
    for (const pattern of ['a[b]', '@(a|b)', 'a\\*b', '"a"', '*']) expect(literalsIn(pattern), pattern).to.deep.equal([])
  })

  it('matches brackets and groups, at the cost of the square of the length of a name', () => {
    const matches = nameMatcher('[a-c]*@(x|y)', {dot: true, nocase: false}, picomatch.makeRe)
    const budget = new MatchBudget(100)
    expect(['bx', 'dx', 'bz'].map((name) => matches(name, budget))).to.deep.equal([true, false, false])
    expect(() => matches('a'.repeat(14), budget)).to.throw(UsageError)
  })

  it('takes a number of steps that grows with the length of the name, not with its powers', () => {
    const matches = nameMatcher(`${'*a'.repeat(100)}b`, {dot: true, nocase: false}, picomatch.makeRe)
    expect(matches('a'.repeat(240), new MatchBudget(2000))).to.equal(false)
    expect(() => matches('a'.repeat(240), new MatchBudget(200))).to.throw(UsageError)
  })
})
