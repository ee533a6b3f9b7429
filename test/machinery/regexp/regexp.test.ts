import {expect} from 'chai'
import fc from 'fast-check'

import {Regexp} from '../../../src/machinery/regexp/regexp.js'

function compiled(text: string): Regexp {
  const regexp = Regexp.compile(text)
  if (typeof regexp === 'string') throw new Error(`${text} ${regexp}`)
  return regexp
}

describe('Regexp', () => {
  const accepted: readonly (readonly [expression: string, matching: readonly string[], others: readonly string[]])[] = [
    ['', ['', 'a'], []],
    ['exceeded quota', ['exceeded quota: q', 'pods "a" is forbidden: exceeded quota'], ['exceeded the quota']],
    ['^pods "[a-z]+" is forbidden', ['pods "web" is forbidden: x'], ['pods "web1" is forbidden', ' pods "web" is forbidden']],
    ['used: cpu=\\d+m?, limited', ['used: cpu=20, limited', 'used: cpu=100m, limited'], ['used: cpu=m, limited']],
    ['^(?:cpu|memory)=[^,]*$', ['cpu=1', 'memory='], ['cpu=1,', 'xcpu=1']],
    ['(?i)QUOTA', ['quota', 'Quota'], ['quot']],
    ['a.c', ['abc'], ['a\nc']],
    ['(?s)a.c', ['a\nc'], ['ac']],
    ['^a{2,3}$', ['aa', 'aaa'], ['a', 'aaaa']],
    ['^a{2}$', ['aa'], ['aaa']],
    ['^a{2,}$', ['aa', 'aaaaa'], ['a']],
    ['^a{0,2}b$', ['b', 'ab', 'aab'], ['aaab']],
    ['a{x', ['a{x'], ['ax']],
    ['[]a]', [']', 'a'], ['b']],
    ['[a-]', ['-', 'a'], ['b']],
    ['[\\d.]', ['1', '.'], ['x']],
    ['\\W', [' '], ['a']],
    ['^(a*)*b$', ['b', 'aab'], ['a'.repeat(5000)]],
    ['x|', ['', 'y'], []],
    ['^.$', ['\u{1f600}'], ['ab']],
  ]
  for (const [expression, matching, others] of accepted) {
    it(`matches ${expression}`, () => {
      for (const text of matching) expect(compiled(expression).matches(text), text).equal(true)
      for (const text of others) expect(compiled(expression).matches(text), text.slice(0, 20)).equal(false)
    })
  }

  const rejected = {
    '(': 'has a "(" without a ")"',
    ')': 'has a ")" without a "("',
    '*a': 'has a "*" with nothing before it to repeat',
    'a**': 'repeats a repetition',
    '[a': 'has a "[" without a "]"',
    '[z-a]': 'has a range in the wrong order: z-a',
    '\\': 'ends with a "\\"',
    '\\bword': 'has a "\\b", which is not supported',
    '(?=a)': 'has a "(?" that is not supported: write (?:...) for a group',
    '[[:alpha:]]': 'has a class in [: :], which is not supported',
    'a{3,2}': 'has a repetition that is not possible: {3,2}',
    'a{1001}': 'has a repetition that is not possible: {1001}',
    '((a{1000}){1000}){1000}': 'repeats too much: use smaller numbers in braces',
    ['a'.repeat(1001)]: 'is longer than 1000 characters',
  }
  for (const [expression, fault] of Object.entries(rejected)) {
    it(`rejects ${expression.slice(0, 30)}`, () => {
      expect(Regexp.compile(expression)).equal(fault)
    })
  }

  it('agrees with RegExp on random expressions', () => {
    const part = fc.constantFrom('a', 'b', '.', '(?:a|b)', '(a|bc|)', '[ab]', '[^a]', '^', '$', 'a*', 'b+', 'c?', '(?:ab){1,2}', '|', '(?:a*b)*', '(?:^a|b$)')
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '\n'), {maxLength: 8}).map((characters) => characters.join(''))
    fc.assert(fc.property(fc.array(part, {maxLength: 6}), text, (parts, tested) => {
      const expression = parts.join('')
      expect(compiled(expression).matches(tested), expression).equal(new RegExp(expression, 'u').test(tested))
    }), {numRuns: 2000})
  })
})
