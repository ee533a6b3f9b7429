import {expect} from 'chai'

import {append, greatest} from '../../../src/machinery/collections/append.js'

describe('append', () => {
  it('appends the items of several lists in their order', () => {
    const list = [1]
    append(list, [2, 3], [], [4])
    expect(list).to.deep.equal([1, 2, 3, 4])
  })

  it('accepts a list of any length', () => {
    const list: number[] = []
    append(list, Array.from({length: 300_000}, (_, i) => i))
    expect(list.length).to.equal(300_000)
    expect(list.at(-1)).to.equal(299_999)
  })
})

describe('greatest', () => {
  it('returns the greatest number, or the given one if that is greater', () => {
    expect([greatest([], 0), greatest([-3, -5], 0), greatest([2, 7, 4], 0)]).to.deep.equal([0, 0, 7])
    expect(greatest(Array.from({length: 300_000}, (_, i) => i), 0)).to.equal(299_999)
  })
})
