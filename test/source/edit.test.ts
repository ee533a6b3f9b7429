import {expect} from 'chai'

import {respell} from '../../src/source/edit.js'
import {SourceFile} from '../../src/source/source-file.js'

/** The text after `respell`. */
function respelt(text: string, from: string, to: string): string | undefined {
  const edit = respell(new SourceFile('f', text), {start: 0, end: text.length}, {from, to})
  return edit && text.slice(0, edit.start) + edit.text + text.slice(edit.end)
}

describe('respell', () => {
  const cases: readonly (readonly [text: string, from: string, to: string, after: string | undefined])[] = [
    ['container', 'container', 'Container', 'Container'],
    ['"container"', 'container', 'Container', '"Container"'],
    ["'container'", 'container', 'Container', "'Container'"],
    ['80', '80', '"80"', '"80"'],
    ['"80"', '"80"', '80', '80'],
    ['"a"', 'a', '"b"', undefined],
    ['"cont\\x61iner"', 'container', 'Container', undefined],
    ['|-\n  container', 'container', 'Container', undefined],
    ['"a\'', 'a', 'b', undefined],
    ['other', 'container', 'Container', undefined],
    ['"', '', 'a', undefined],
  ]
  for (const [text, from, to, after] of cases) it(`returns ${String(after)} for ${text}`, () => expect(respelt(text, from, to)).to.equal(after))

  it('returns the offset in the file', () => {
    expect(respell(new SourceFile('f', 'a: "b"'), {start: 3, end: 6}, {from: 'b', to: 'c'})).to.deep.equal({start: 4, end: 5, text: 'c'})
  })
})
