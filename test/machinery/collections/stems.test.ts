import {expect} from 'chai'

import {Stems} from '../../../src/machinery/collections/stems.js'

describe('Stems', () => {
  it('know the only name with a prefix and a number', () => {
    const stems = Stems.of(['web-0', 'db-12', 'db-x'])
    expect(stems.startingWith('web-')).to.deep.equal(['web-0'])
    expect(stems.startingWith('db-')).to.deep.equal(['db-12'])
    expect(stems.startingWith('cache-')).to.deep.equal([])
  })

  it('leave several names to the caller, and those of a prefix that ends with a digit', () => {
    const stems = Stems.of(['web-0', 'web-0', 'db-1', 'db-2', 'x12'])
    expect(stems.startingWith('web-')).to.deep.equal(['web-0'])
    expect(stems.startingWith('db-')).to.equal(undefined)
    expect(stems.startingWith('x1')).to.equal(undefined)
  })

  it('do not change with a copy', () => {
    const stems = Stems.of(['web-0'])
    const copy = stems.fork()
    copy.add('web-1')
    expect([stems.startingWith('web-'), copy.startingWith('web-')]).to.deep.equal([['web-0'], undefined])
  })
})
