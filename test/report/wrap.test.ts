import {expect} from 'chai'

import {wrap} from '../../src/report/wrap.js'

describe('wrap', () => {
  const cases: readonly (readonly [text: string, width: number, lines: readonly string[]])[] = [
    ['', 5, ['']],
    ['one', 5, ['one']],
    ['one two', 7, ['one two']],
    ['one two', 6, ['one', 'two']],
    ['one two three four', 9, ['one two', 'three', 'four']],
    ['plus 20 % more', 9, ['plus 20 %', 'more']],
    ['a sum + 20 %', 10, ['a sum +', '20 %']],
    ['a wordlongerthantheline b', 5, ['a', 'wordlongerthantheline', 'b']],
  ]
  for (const [text, width, lines] of cases) {
    it(`breaks "${text}" at ${width}`, () => expect(wrap(text, width)).to.deep.equal(lines))
  }
})
