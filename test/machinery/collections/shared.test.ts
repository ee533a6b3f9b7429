import {expect} from 'chai'

import {deriveShared, freezeAll, isShared, rememberShared, rememberSharedWith, share, shareWith} from '../../../src/machinery/collections/shared.js'

describe('shared values', () => {
  it('are marked values, and values that are derived from them', () => {
    const [source, other] = [share({}), {}]
    expect([isShared(source), isShared(other), isShared(shareWith(source, {})), isShared(shareWith(other, {}))]).to.deep.equal([true, false, true, false])
  })

  it('have results that are computed once, even if undefined', () => {
    const asked: string[] = []
    const nameOf = rememberShared(({name}: {readonly name?: string}) => {
      asked.push(name ?? 'none')
      return name
    })
    const [shared, nameless, own] = [share({name: 'shared'}), share({}), {name: 'own'}]
    expect([shared, shared, nameless, nameless, own, own].map(nameOf)).to.deep.equal(['shared', 'shared', undefined, undefined, 'own', 'own'])
    expect(asked).to.deep.equal(['shared', 'none', 'own', 'own'])
  })

  it('may have results that also depend on another value', () => {
    let asked = 0
    const sum = rememberSharedWith(({amount}: {readonly amount: number}, other: {readonly amount: number}) => {
      asked++
      return amount + other.amount
    }, (a, b) => a.amount === b.amount)
    const shared = share({amount: 1})
    expect([1, 1, 2, 2, 1].map((amount) => sum(shared, {amount}))).to.deep.equal([2, 2, 3, 3, 2])
    expect(asked).to.equal(3)
  })

  it('have derived values that are shared, too', () => {
    const longer = deriveShared((list: readonly number[]) => [...list, 0])
    const [shared, own] = [share([1]), [1]]
    expect(longer(shared)).to.equal(longer(shared)).and.to.deep.equal([1, 0])
    expect([isShared(longer(shared)), isShared(longer(own))]).to.deep.equal([true, false])
  })
})

describe('freezeAll', () => {
  it('freezes an object and everything in it', () => {
    const data = freezeAll({list: [{a: 1}], text: 'a', nothing: null})
    expect([data, data.list, data.list[0]].every((part) => Object.isFrozen(part))).to.equal(true)
  })
})
