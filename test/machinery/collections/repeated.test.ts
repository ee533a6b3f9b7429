import {expect} from 'chai'
import {repeated} from '../../../src/machinery/collections/repeated.js'

describe('repeated', () => {
  it('is true for each key that is there before', () => {
    expect(repeated(['a', 'b', 'a', '', 'b', 'a', '1', 1, 1, undefined, undefined])).to.deep.equal(
      [false, false, true, false, true, true, false, false, true, false, true])
  })
})
