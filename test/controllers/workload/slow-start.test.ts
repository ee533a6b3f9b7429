import {expect} from 'chai'
import {batchEnd} from '../../../src/controllers/workload/slow-start.js'

describe('batchEnd', () => {
  it('doubles the size of each batch, starting with one item', () => {
    expect([0, 1, 2, 3, 6, 7, 14, 15].map(batchEnd)).to.deep.equal([1, 3, 3, 7, 7, 15, 15, 31])
  })

  it('returns the right end for large numbers', () => {
    expect([2 ** 30 - 2, 2 ** 30 - 1, 2 ** 31 - 2, 2 ** 31 - 1].map(batchEnd)).to.deep.equal([2 ** 30 - 1, 2 ** 31 - 1, 2 ** 31 - 1, 2 ** 32 - 1])
  })
})
