import {expect} from 'chai'
import * as fc from 'fast-check'

import {WakeUps} from '../../../src/controllers/event-recorder/wake-ups.js'

describe('WakeUps', () => {
  it('returns an item once its time has come', () => {
    const waiting = new WakeUps<string>()
    expect(waiting.take(10n)).to.equal(undefined)
    waiting.put(5n, 'a')
    expect(waiting.take(4n)).to.equal(undefined)
    expect(waiting.take(5n)).to.deep.equal({time: 5n, item: 'a'})
    expect(waiting.take(undefined)).to.equal(undefined)
    waiting.put(6n, 'b')
    expect(waiting.take(undefined)?.item).to.equal('b')
  })

  it('returns items in order of time, then in order of insertion', () => {
    fc.assert(fc.property(fc.array(fc.bigInt({min: 0n, max: 5n}), {maxLength: 30}), (times) => {
      const waiting = new WakeUps<number>()
      for (const [i, time] of times.entries()) waiting.put(time, i)
      const taken: [bigint, number][] = []
      for (let next = waiting.take(undefined); next !== undefined; next = waiting.take(undefined)) taken.push([next.time, next.item])
      expect(taken).to.deep.equal(times.map((time, i): [bigint, number] => [time, i]).sort(([a, i], [b, j]) => Number(a - b) || i - j))
    }), {numRuns: 200, seed: 1})
  })
})
