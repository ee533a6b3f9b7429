import {expect} from 'chai'

import {boundedLists, objectsJson} from '../../src/report/bounded-lists.js'

const listOf = (length: number): readonly number[] => Array.from({length}, (_, i) => i)

describe('the lists of a report', () => {
  it('are whole if they have at most 100,000 items together', () => {
    const list = listOf(50_000)
    const bounded = boundedLists([list, list])
    expect(bounded(list)).to.deep.equal({shown: list, more: 0})
    expect(objectsJson({objects: list}, bounded)).to.deep.equal({objects: list})
  })

  it('otherwise have their first 10 items each, and the number of the others', () => {
    const bounded = boundedLists([listOf(100_000), listOf(1)])
    expect(bounded(listOf(100_000))).to.deep.equal({shown: listOf(10), more: 99_990})
    expect(bounded(listOf(10))).to.deep.equal({shown: listOf(10), more: 0})
    expect(objectsJson({objects: listOf(11)}, bounded)).to.deep.equal({objects: listOf(10), moreObjects: 1})
  })
})
