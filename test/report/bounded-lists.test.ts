import {expect} from 'chai'

import {boundedLists} from '../../src/report/bounded-lists.js'

const listOf = (length: number): readonly number[] => Array.from({length}, (_, i) => i)

describe('the lists of a report', () => {
  it('are whole if they have at most 100,000 items together', () => {
    const list = listOf(50_000)
    expect(boundedLists([list, list])('objects', list)).to.deep.equal({objects: list})
  })

  it('otherwise have their first 10 items each, and the number of the others', () => {
    const bounded = boundedLists([listOf(100_000), listOf(1)])
    expect(bounded('objects', listOf(100_000))).to.deep.equal({objects: listOf(10), moreObjects: 99_990})
    expect(bounded('otherChanges', listOf(11), String)).to.deep.equal({otherChanges: listOf(10).map(String), moreOtherChanges: 1})
    expect(bounded('objects', listOf(10))).to.deep.equal({objects: listOf(10)})
  })
})
