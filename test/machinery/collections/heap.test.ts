import {expect} from 'chai'
import * as fc from 'fast-check'
import {Heap} from '../../../src/machinery/collections/heap.js'

describe('Heap', () => {
  it('returns the smallest item first', () => {
    fc.assert(fc.property(fc.array(fc.integer()), (numbers) => {
      const heap = new Heap<number>((a, b) => a - b)
      for (const number of numbers) heap.push(number)
      expect(heap.smallest).to.equal(numbers.length === 0 ? undefined : Math.min(...numbers))
      expect(numbers.map(() => heap.pop())).to.deep.equal([...numbers].sort((a, b) => a - b))
      expect(heap.pop()).to.equal(undefined)
    }))
  })

  it('accepts items between removals', () => {
    const heap = new Heap<number>((a, b) => a - b)
    for (const number of [5, 1, 3]) heap.push(number)
    expect(heap.pop()).to.equal(1)
    heap.push(2)
    heap.push(9)
    expect([heap.smallest, ...[1, 2, 3, 4].map(() => heap.pop())]).to.deep.equal([2, 2, 3, 5, 9])
  })
})
