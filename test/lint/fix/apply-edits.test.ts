import {expect} from 'chai'

import {applyEdits} from '../../../src/lint/fix/apply-edits.js'
import type {Edit} from '../../../src/source/edit.js'

const edit = (start: number, end: number, text: string): Edit => ({start, end, text})

describe('applyEdits', () => {
  const cases: Readonly<Record<string, [edits: Edit[], text: string, made: number]>> = {
    'nothing': [[], 'abcdef', 0],
    'edits in any order': [[edit(4, 5, 'E!'), edit(0, 1, 'A')], 'AbcdE!f', 2],
    'edits beside each other': [[edit(0, 2, 'X'), edit(3, 4, 'Y')], 'XcYef', 2],
    'an edit at the end': [[edit(6, 6, 'g')], 'abcdefg', 1],
    'the first of two that overlap': [[edit(1, 3, 'X'), edit(2, 4, 'Y')], 'aXdef', 1],
    'the shorter of two that begin together': [[edit(1, 4, 'X'), edit(1, 2, 'Y')], 'aYcdef', 1],
    'what is asked for twice once': [[edit(1, 2, 'X'), edit(1, 2, 'X')], 'aXcdef', 1],
    'one of two insertions at one place': [[edit(1, 1, 'X'), edit(1, 1, 'X')], 'aXbcdef', 1],
  }
  for (const [title, [edits, text, made]] of Object.entries(cases)) {it(`makes ${title}`, () => {
    const edited = applyEdits('abcdef', edits)
    expect([edited.text, edited.made.length]).to.deep.equal([text, made])
  })}
})
