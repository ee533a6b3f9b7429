import {expect} from 'chai'

import {firstOfEach, maxOfRule} from '../../src/simulate/first-of-each.js'

const items = (name: string, count: number): string[] => Array.from({length: count}, (_, i) => `${name}${i}`)

const listed = (all: readonly string[]): [item: string, isCut: boolean][] => firstOfEach(all, ([first = '']) => first).map(({item, isCut}) => [item, isCut])

describe('firstOfEach', () => {
  it('lists all items of a class up to the limit', () => {
    const all = items('a', maxOfRule)
    expect(listed(all)).to.deep.equal(all.map((item) => [item, false]))
    const both = [...all, 'b0']
    expect(listed(both)).to.deep.equal(both.map((item) => [item, false]))
  })

  it('truncates each class at the limit, keeps the order, and marks the last listed item', () => {
    const result = listed([...items('a', maxOfRule + 2), ...items('b', 2), 'a_'])
    expect(result).to.have.length(maxOfRule + 2)
    expect(result.slice(-4)).to.deep.equal([[`a${maxOfRule - 2}`, false], [`a${maxOfRule - 1}`, true], ['b0', false], ['b1', false]])
  })
})
