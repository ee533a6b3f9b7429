import {expect} from 'chai'
import {unifiedDiff} from '../../../src/machinery/go/unified-diff.js'

/** A text with one letter a line. */
const lines = (letters: string): string => [...letters].join('\n')

/** Cases with the lines of their diff, as Python's difflib prints them. */
const table: [from: string, to: string, ...diff: string[]][] = [
  ['abc', 'abc'],
  ['', ''],
  ['a', 'b', '@@ -1 +1 @@', '-a', '+b'],
  ['a', 'ab', '@@ -1 +1,2 @@', ' a', '+b'],
  ['ab', 'a', '@@ -1,2 +1 @@', ' a', '-b'],
  ['abcdefghij', 'abcdeXghij', '@@ -3,7 +3,7 @@', ' c', ' d', ' e', '-f', '+X', ' g', ' h', ' i'],
  ['abcdefghij', 'Xbcdefghij', '@@ -1,4 +1,4 @@', '-a', '+X', ' b', ' c', ' d'],
  ['abcdefghij', 'abcdefghiX', '@@ -7,4 +7,4 @@', ' g', ' h', ' i', '-j', '+X'],
  ['abcdefgh', 'abcXYdefgh', '@@ -1,6 +1,8 @@', ' a', ' b', ' c', '+X', '+Y', ' d', ' e', ' f'],
  ['abcdefgh', 'abfgh', '@@ -1,8 +1,5 @@', ' a', ' b', '-c', '-d', '-e', ' f', ' g', ' h'],
  ['abcd', 'XabcdY', '@@ -1,4 +1,6 @@', '+X', ' a', ' b', ' c', ' d', '+Y'],
  // Six equal lines between two changes keep them in one hunk, seven do not.
  ['aBcdefghIj', 'aXcdefghYj', '@@ -1,10 +1,10 @@', ' a', '-B', '+X', ' c', ' d', ' e', ' f', ' g', ' h', '-I', '+Y', ' j'],
  [
    'aBcdefghiJk', 'aXcdefghiYk', '@@ -1,5 +1,5 @@', ' a', '-B', '+X', ' c', ' d', ' e', '@@ -7,5 +7,5 @@', ' g', ' h', ' i', '-J', '+Y', ' k',
  ],
  // The longest run of equal lines is taken first; of equally long ones the first in the old text.
  ['aXbYc', 'bYcaX', '@@ -1,5 +1,5 @@', '-a', '-X', ' b', ' Y', ' c', '+a', '+X'],
  ['abxcd', 'cdxab', '@@ -1,5 +1,5 @@', '+c', '+d', '+x', ' a', ' b', '-x', '-c', '-d'],
  ['abab', 'baba', '@@ -1,4 +1,4 @@', '+b', ' a', ' b', ' a', '-b'],
  ['aaaa', 'aaa', '@@ -1,4 +1,3 @@', ' a', ' a', ' a', '-a'],
  ['abcab', 'ab', '@@ -1,5 +1,2 @@', ' a', ' b', '-c', '-a', '-b'],
  ['xabxaby', 'abyabz', '@@ -1,7 +1,6 @@', '-x', '-a', '-b', '-x', ' a', ' b', ' y', '+a', '+b', '+z'],
]

describe('unifiedDiff', () => {
  for (const [from, to, ...diff] of table) {
    it(`compares ${JSON.stringify(from)} with ${JSON.stringify(to)}`, () => {
      expect(unifiedDiff(lines(from), lines(to))).to.equal(diff.map((line) => `${line}\n`).join(''))
    })
  }

  it('compares whole lines', () => {
    expect(unifiedDiff('spec:\n  a: 1\n  b: 2', 'spec:\n  a: 1\n  b: 20')).to.equal('@@ -1,3 +1,3 @@\n spec:\n   a: 1\n-  b: 2\n+  b: 20\n')
  })

  it('treats a line break at the end as an empty line', () => {
    expect(unifiedDiff('a\n', 'a')).to.equal('@@ -1,2 +1 @@\n a\n-\n')
  })
})
