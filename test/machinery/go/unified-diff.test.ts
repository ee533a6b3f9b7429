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

  // As Python's difflib prints them: in a text of 200 lines, a line that is a hundredth of it anchors no match.
  it('matches a frequent line of a short text', () => {
    expect(unifiedDiff(lines(`${'x'.repeat(198)}k`), lines(`k${'x'.repeat(198)}`)))
      .to.equal('@@ -1,3 +1,4 @@\n+k\n x\n x\n x\n@@ -196,4 +197,3 @@\n x\n x\n x\n-k\n')
  })

  it('matches a frequent line of a long text only beside other lines', () => {
    expect(unifiedDiff(lines(`${'x'.repeat(199)}k`), lines(`k${'x'.repeat(199)}`)))
      .to.equal(`@@ -1,200 +1,200 @@\n${'-x\n'.repeat(199)} k\n${'+x\n'.repeat(199)}`)
    expect(unifiedDiff(lines(`${'x'.repeat(150)}ka${'x'.repeat(150)}`), lines(`${'x'.repeat(150)}kb${'x'.repeat(150)}`)))
      .to.equal(`@@ -149,154 +149,154 @@\n x\n x\n k\n-a\n${'-x\n'.repeat(150)}+b\n${'+x\n'.repeat(150)}`)
  })

  it('gives up comparing after a while, and shows the rest as different @slow', () => {
    const text = (suffix: string, length: number): string => Array.from({length}, (_, i) => i % 2 === 0 ? String(i) : `${i}${suffix}`).join('\n')
    const kept = (length: number): number => unifiedDiff(text('a', length), text('b', length)).split('\n').filter((line) => line.startsWith(' ')).length
    expect(kept(5000)).to.equal(2500)
    expect(kept(60_000)).to.be.within(100, 2000)
  })

  it('treats a line break at the end as an empty line', () => {
    expect(unifiedDiff('a\n', 'a')).to.equal('@@ -1,2 +1 @@\n a\n-\n')
  })
})
