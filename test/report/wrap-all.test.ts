import {expect} from 'chai'

import {wrapAll} from '../../src/report/wrap-all.js'

describe('wrapAll', () => {
  it('breaks words that are longer than a line', () =>
    expect(wrapAll('a wordlongerthantheline b', 9)).to.deep.equal(['a', 'wordlonge', 'rthanthel', 'ine b']))

  it('measures wide characters', () => expect(wrapAll('政策 政策', 8)).to.deep.equal(['政策', '政策']))

  it('keeps a text of any length in one line of infinite width', () => {
    const text = 'spec.labels[team]: any value, or '.repeat(20_000)
    expect(wrapAll(text, Infinity)).to.deep.equal([text])
  })
})
