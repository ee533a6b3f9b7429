import {expect} from 'chai'

import {boundedLists} from '../../src/report/bounded-lists.js'

const listOf = (length: number): readonly number[] => Array.from({length}, (_, i) => i)

describe('the lists of a report', () => {
  it('are whole if they have at most 100,000 items together', () => {
    const part = {phase: 'steady', objects: listOf(50_000)}
    expect(boundedLists([part.objects, part.objects])(part)).to.equal(part)
  })

  it('otherwise have their first 10 items each, and the number of the others', () => {
    const bounded = boundedLists([listOf(100_000), listOf(1)])
    expect(bounded({phase: 'steady', objects: listOf(100_000)})).to.deep.equal({phase: 'steady', objects: listOf(10), moreObjects: 99_990})
    expect(bounded({objects: listOf(11)})).to.deep.equal({objects: listOf(10), moreObjects: 1})
    expect(bounded({objects: listOf(10)})).to.deep.equal({objects: listOf(10)})
  })
})
