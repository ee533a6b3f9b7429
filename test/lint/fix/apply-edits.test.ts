import {expect} from 'chai'

import {applyEdits} from '../../../src/lint/fix/apply-edits.js'
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
