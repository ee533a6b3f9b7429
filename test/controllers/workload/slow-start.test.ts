import {expect} from 'chai'
import {slowStart} from '../../../src/controllers/workload/slow-start.js'

/** The numbers that are tried when some are refused. */
function tried(count: number, ...refused: number[]): readonly [readonly number[], boolean] {
  const numbers: number[] = []
  const isComplete = slowStart(count, (number) => {
    numbers.push(number)
    return !refused.includes(number)
  })
  return [numbers, isComplete]
}

const upTo = (count: number): number[] => Array.from({length: count}, (_, i) => i)

describe('slowStart', () => {
  it('makes all when nothing is refused', () => expect([0, 1, 2, 3, 7, 10].map((count) => tried(count))).to.deep.equal([0, 1, 2, 3, 7, 10].map((count) => [upTo(count), true])))

  it('makes nothing of fewer than none', () => expect(tried(-3)).to.deep.equal([[], true]))

  it('tries one, then two, then four, and ends with the batch in which one is refused', () => {
    expect(tried(10, 0)).to.deep.equal([[0], false])
    expect(tried(10, 1)).to.deep.equal([upTo(3), false])
    expect(tried(10, 2)).to.deep.equal([upTo(3), false])
    expect(tried(10, 3)).to.deep.equal([upTo(7), false])
    expect(tried(10, 7), 'the last batch is what is left').to.deep.equal([upTo(10), false])
  })
})
