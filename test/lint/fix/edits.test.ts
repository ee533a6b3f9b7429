import {expect} from 'chai'

import {applyEdits, originalSpan} from '../../../src/lint/fix/edits.js'
import type {Edit} from '../../../src/source/edit.js'

const edit = (start: number, end: number, text: string): Edit => ({start, end, text})

describe('applyEdits', () => {
  const cases: Readonly<Record<string, [edits: Edit[], text: string, made: number]>> = {
    'no edits': [[], 'abcdef', 0],
    'edits in any order': [[edit(4, 5, 'E!'), edit(0, 1, 'A')], 'AbcdE!f', 2],
    'edits close to each other': [[edit(0, 2, 'X'), edit(3, 4, 'Y')], 'XcYef', 2],
    'an edit at the end': [[edit(6, 6, 'g')], 'abcdefg', 1],
    'the first of two overlapping edits': [[edit(1, 3, 'X'), edit(2, 4, 'Y')], 'aXdef', 1],
    'the shorter of two edits with the same start': [[edit(1, 4, 'X'), edit(1, 2, 'Y')], 'aYcdef', 1],
    'a repeated edit once': [[edit(1, 2, 'X'), edit(1, 2, 'X')], 'aXcdef', 1],
    'one of two insertions at the same position': [[edit(1, 1, 'X'), edit(1, 1, 'X')], 'aXbcdef', 1],
  }
  for (const [title, [edits, text, made]] of Object.entries(cases)) {it(`applies ${title}`, () => {
    const edited = applyEdits('abcdef', edits)
    expect([edited.text, edited.made.length]).to.deep.equal([text, made])
  })}
})

describe('originalSpan', () => {
  // abcdefgh becomes abXYZdfgh!: c is replaced, e is removed, and ! is added.
  const {text, made} = applyEdits('abcdefgh', [{start: 2, end: 3, text: 'XYZ'}, {start: 4, end: 5, text: ''}, {start: 8, end: 8, text: '!'}])
  it('uses the expected edited text', () => expect(text).to.equal('abXYZdfgh!'))

  const cases: Readonly<Record<string, [changed: string, original: string]>> = {
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
  for (const [title, [changed, original]] of Object.entries(cases)) {
    it(`maps a span: ${title}`, () => {
      const start = text.indexOf(changed)
      const span = originalSpan({start, end: start + changed.length}, made)
      expect('abcdefgh'.slice(span.start, span.end)).to.equal(original)
    })
  }
})
