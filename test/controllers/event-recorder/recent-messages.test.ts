import {expect} from 'chai'
import * as fc from 'fast-check'

import {RecentMessages} from '../../../src/controllers/event-recorder/recent-messages.js'

/** Which of these messages, taken one after the other, the set has room for. */
const taken = (size: number, messages: readonly string[]): string => {
  const recent = new RecentMessages(size)
  return messages.map((message) => recent.add(message) ? 'y' : 'n').join('')
}

describe('recent messages', () => {
  it('are as many as the set holds, and each may come again', () => {
    expect(taken(2, ['a', 'a', 'b', 'a', 'b', 'a'])).to.equal('yyyyyy')
    expect(taken(2, ['a', 'b', 'c'])).to.equal('yyn')
    expect(taken(0, ['a', 'a'])).to.equal('nn')
  })

  it('lose the one that was seen first, and lose it again when it comes back', () => {
    expect(taken(2, ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c'])).to.equal('yynnyynyy')
    expect(taken(2, ['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd'])).to.equal('yynnnnyy')
  })

  it('forget what was lost long ago, and take it for new', () => {
    const recent = new RecentMessages(2)
    const all = Array.from({length: 4097}, (_, i) => `m${i}`)
    for (const message of all.slice(0, 4096)) recent.add(message)
    expect(recent.add('m4095')).to.equal(true)
    expect(recent.add('m0')).to.equal(false)
    expect(recent.add('m4095')).to.equal(true)
    recent.add('m4096')
    expect(recent.add('m0')).to.equal(false)
    // It was new, so the one that was older than both others has gone.
    expect(recent.add('m0')).to.equal(true)
    expect(recent.add('m4095')).to.equal(false)
  })

  it('forget nothing that a large set holds', () => {
    const size = 5000
    const recent = new RecentMessages(size)
    for (let i = 0; i < 10_001; i++) recent.add(`m${i}`)
    expect(recent.add('m5001')).to.equal(true)
    expect(recent.add('m10000')).to.equal(true)
  })

  it('are never more than the set holds: upstream could have made the same choices', () => {
    fc.assert(fc.property(fc.integer({min: 0, max: 4}), fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), {maxLength: 40}), (size, messages) => {
      const recent = new RecentMessages(size)
      const set = new Set<string>()
      const firstSeen = [...new Set(messages)]
      for (const message of messages) {
        set.add(message)
        const isRoom = recent.add(message)
        expect(isRoom).to.equal(set.size <= size)
        if (!isRoom) set.delete(firstSeen.find((seen) => set.has(seen))!)
      }
    }), {numRuns: 500, seed: 1})
  })
})
