import {expect} from 'chai'
import * as fc from 'fast-check'

import {ForkableMap} from '../../../src/machinery/collections/forkable-map.js'

describe('ForkableMap', () => {
  it('forks into independent copies', () => {
    const map = ForkableMap.empty<string, number>()
    for (const [i, key] of ['a', 'b', 'c'].entries()) map.set(key, i)
    const fork = map.fork()
    map.set('a', 9)
    map.delete('b')
    fork.set('d', 3)
    fork.delete('c')
    expect([[...map], map.size]).to.deep.equal([[['a', 9], ['c', 2]], 2])
    expect([[...fork], fork.size]).to.deep.equal([[['a', 0], ['b', 1], ['d', 3]], 3])
    expect([map.get('b'), map.has('b'), fork.get('b'), fork.has('c')]).to.deep.equal([undefined, false, 1, false])
  })

  it('behaves like maps that are copied completely', () => {
    const act = fc.record({what: fc.constantFrom('set', 'set', 'delete', 'fork'), which: fc.nat(), key: fc.nat(12), value: fc.nat(99)})
    fc.assert(fc.property(fc.array(act, {maxLength: 60}), (acts) => {
      const pairs = [{map: ForkableMap.empty<number, number>(), copy: new Map<number, number>()}]
      for (const {what, which, key, value} of acts) {
        const {map, copy} = pairs[which % pairs.length]!
        if (what === 'fork') pairs.push({map: map.fork(), copy: new Map(copy)})
        else if (what === 'delete') {
          map.delete(key)
          copy.delete(key)
        } else {
          map.set(key, value)
          copy.set(key, value)
        }
      }
      for (const {map, copy} of pairs) {
        expect([...map].sort(([a], [b]) => a - b)).to.deep.equal([...copy].sort(([a], [b]) => a - b))
        expect([map.size, map.get(3), map.has(5)]).to.deep.equal([copy.size, copy.get(3), copy.has(5)])
      }
    }))
  })

  it('keeps the order in which keys were first set', () => {
    const map = ForkableMap.empty<string, number>()
    map.set('b', 1)
    map.set('a', 1)
    const fork = map.fork()
    fork.set('c', 1)
    fork.set('b', 2)
    expect([...fork.fork()].map(([key]) => key)).to.deep.equal(['b', 'a', 'c'])
  })
})
