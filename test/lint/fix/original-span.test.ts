import {expect} from 'chai'

import {applyEdits} from '../../../src/lint/fix/apply-edits.js'
import {originalSpan} from '../../../src/lint/fix/original-span.js'

describe('originalSpan', () => {
  // abcdefgh becomes abXYZdfgh!: c is replaced, e is removed, and ! is added.
  const {text, made} = applyEdits('abcdefgh', [{start: 2, end: 3, text: 'XYZ'}, {start: 4, end: 5, text: ''}, {start: 8, end: 8, text: '!'}])
  it('uses the expected edited text', () => expect(text).to.equal('abXYZdfgh!'))

  const cases: Readonly<Record<string, [written: string, original: string]>> = {
    'before all edits': ['ab', 'ab'],
    'the text of an edit': ['XYZ', 'c'],
    'a part of the text of an edit': ['Y', 'c'],
    'around an edit': ['bXYZd', 'bcd'],
    'up to an edit': ['b', 'b'],
    'after an edit': ['d', 'd'],
    'from within an edit': ['Zd', 'cd'],
    'after a removal': ['fg', 'fg'],
    'across a removal': ['df', 'def'],
    'an insertion at the end': ['!', ''],
  }
  for (const [title, [written, original]] of Object.entries(cases)) {
    it(`maps a span: ${title}`, () => {
      const start = text.indexOf(written)
      const span = originalSpan({start, end: start + written.length}, made)
      expect('abcdefgh'.slice(span.start, span.end)).to.equal(original)
    })
  }
})
