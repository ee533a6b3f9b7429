import {expect} from 'chai'

import {compileRegexp} from '../../../src/machinery/go/regexp.js'

function matches(expression: string, text: string): boolean {
  const compiled = compileRegexp(expression)
  if (typeof compiled === 'string') throw new Error(`${expression} ${compiled}`)
  return compiled.matches(text)
}

describe('compileRegexp', () => {
  const accepted: readonly (readonly [expression: string, matching: readonly string[], others: readonly string[]])[] = [
    ['', ['', 'a'], []],
    ['exceeded quota', ['exceeded quota: q', 'pods "a" is forbidden: exceeded quota'], ['exceeded the quota']],
    ['^pods "[a-z]+" is forbidden', ['pods "web" is forbidden: x'], ['pods "web1" is forbidden', ' pods "web" is forbidden']],
    ['used: cpu=\\d+m?, limited', ['used: cpu=20, limited', 'used: cpu=100m, limited'], ['used: cpu=m, limited']],
    ['(?i)QUOTA', ['quota', 'Quota'], ['quot']],
    ['a.c', ['abc'], ['a\nc']],
    ['(?s)a.c', ['a\nc'], ['ac']],
    ['(?m)^a$', ['b\na'], ['ba']],
    ['^a{2,3}$', ['aa', 'aaa'], ['a', 'aaaa']],
    ['\\bcpu\\b', ['used: cpu=1'], ['cpus']],
    ['[[:digit:]]\\pL', ['1a'], ['11']],
    ['^(a*)*b$', ['b', 'aab'], ['a'.repeat(100_000)]],
    ['^.$', ['\u{1f600}'], ['ab']],
  ]
  for (const [expression, matching, others] of accepted) {
    it(`matches ${expression}`, () => {
      for (const text of matching) expect(matches(expression, text), text).equal(true)
      for (const text of others) expect(matches(expression, text), text.slice(0, 20)).equal(false)
    })
  }

  it('matches with an expression that is no longer compiled', () => {
    const long = (i: number): string => `^${'a?'.repeat(400)}${i}$`
    const compiled = Array.from({length: 300}, (_, i) => compileRegexp(long(i)))
    expect(compiled.map((regexp, i) => typeof regexp !== 'string' && regexp.matches(`aa${i}`) && !regexp.matches(`aa${i + 1}`))).not.to.include(false)
  })

  const rejected = {
    '(': 'is not a regular expression: missing closing ): `(`',
    '*a': 'is not a regular expression: missing argument to repetition operator: `*`',
    '[z-a]': 'is not a regular expression: invalid character class range: `z-a`',
    '(?=a)': 'is not a regular expression: invalid or unsupported Perl syntax: `(?=`',
    '(a)\\1': 'is not a regular expression: invalid escape sequence: `\\1`',
    'a{1001}': 'is not a regular expression: invalid repeat count: `{1001}`',
    'a{999}b{999}': 'repeats too much: use smaller numbers in braces',
    ['a'.repeat(1001)]: 'is longer than 1000 characters',
  }
  for (const [expression, error] of Object.entries(rejected)) {
    it(`rejects ${expression.slice(0, 30)}`, () => {
      expect(compileRegexp(expression)).equal(error)
    })
  }
})
