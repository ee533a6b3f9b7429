import {expect} from 'chai'

import {applyEdits} from '../../../src/lint/fix/apply-edits.js'
import {originalSpan} from '../../../src/lint/fix/original-span.js'

describe('originalSpan', () => {
  // abcdefgh becomes abXYZdfgh!: c is replaced, e is left out, and ! is added.
  const {text, made} = applyEdits('abcdefgh', [{start: 2, end: 3, text: 'XYZ'}, {start: 4, end: 5, text: ''}, {start: 8, end: 8, text: '!'}])
  it('is about these edits', () => expect(text).to.equal('abXYZdfgh!'))

  const cases: Readonly<Record<string, [written: string, original: string]>> = {
    'in front of all edits': ['ab', 'ab'],
    'what an edit has written': ['XYZ', 'c'],
    'a part of what an edit has written': ['Y', 'c'],
    'around an edit': ['bXYZd', 'bcd'],
    'up to an edit': ['b', 'b'],
    'behind an edit': ['d', 'd'],
    'from within an edit': ['Zd', 'cd'],
    'behind what was left out': ['fg', 'fg'],
    'across what was left out': ['df', 'def'],
    'what was added at the end': ['!', ''],
  }
  for (const [title, [written, original]] of Object.entries(cases)) {
    it(`finds a part that is ${title}`, () => {
      const start = text.indexOf(written)
      const span = originalSpan({start, end: start + written.length}, made)
      expect('abcdefgh'.slice(span.start, span.end)).to.equal(original)
    })
  }
})
