import {expect} from 'chai'

import {rememberPairs} from '../../../src/machinery/collections/remember-pairs.js'

describe('rememberPairs', () => {
  it('computes each result once, even if it is false', () => {
    const asked: string[] = []
    const isSame = rememberPairs((first, second) => {
      asked.push(`${first} ${second}`)
      return first === second
    })
    expect([isSame('a', 'a'), isSame('a', 'b'), isSame('b', 'a'), isSame('a', 'b'), isSame('a', 'a')]).to.deep.equal([true, false, false, false, true])
    expect(asked).to.deep.equal(['a a', 'a b', 'b a'])
  })

  it('keeps a limited number of results', () => {
    let asked = 0
    const count = rememberPairs(() => ++asked)
    for (let i = 0; i < 1000; i++) count('a', String(i))
    expect([count('a', '0'), count('b', '0'), count('b', '0')]).to.deep.equal([1, 1001, 1002])
  })

  it('calls the function again for undefined results', () => {
    let asked = 0
    const find = rememberPairs((): number | undefined => {
      asked++
      return undefined
    })
    expect([find('a', 'b'), find('a', 'b'), asked]).to.deep.equal([undefined, undefined, 2])
  })
})
