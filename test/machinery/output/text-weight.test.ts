import {expect} from 'chai'
import {charactersOfItem, weightOf} from '../../../src/machinery/output/text-weight.js'

describe('weightOf', () => {
  it('is one item, and another one for each 1,000 characters', () => {
    expect([0, charactersOfItem - 1, charactersOfItem, 5 * charactersOfItem].map((length) => weightOf('x'.repeat(length)))).to.deep.equal([1, 1, 2, 6])
  })
})
