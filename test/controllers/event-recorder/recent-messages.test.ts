import {expect} from 'chai'
import * as fc from 'fast-check'

import {RecentMessages} from '../../../src/controllers/event-recorder/recent-messages.js'

/** For each message, in order: y if the set has room for it, n if not. */
const taken = (size: number, messages: readonly string[]): string => {
  const recent = new RecentMessages(size)
  return messages.map((message) => recent.add(message) ? 'y' : 'n').join('')
}

describe('RecentMessages', () => {
  it('holds as many messages as its size, each of which may repeat', () => {
    expect(taken(2, ['a', 'a', 'b', 'a', 'b', 'a'])).to.equal('yyyyyy')
    expect(taken(2, ['a', 'b', 'c'])).to.equal('yyn')
    expect(taken(0, ['a', 'a'])).to.equal('nn')
  })

  it('evicts the message that was seen first, also when it is added again', () => {
    expect(taken(2, ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c'])).to.equal('yynnyynyy')
    expect(taken(2, ['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd'])).to.equal('yynnnnyy')
  })

  it('forgets messages evicted long ago and treats them as new', () => {
    const recent = new RecentMessages(2)
    const all = Array.from({length: 4097}, (_, i) => `m${i}`)
    for (const message of all.slice(0, 4096)) recent.add(message)
    expect(recent.add('m4095')).to.equal(true)
    expect(recent.add('m0')).to.equal(false)
    expect(recent.add('m4095')).to.equal(true)
    recent.add('m4096')
    expect(recent.add('m0')).to.equal(false)
    // m0 was new, so the oldest message was evicted.
    expect(recent.add('m0')).to.equal(true)
    expect(recent.add('m4095')).to.equal(false)
  })

  it('forgets nothing that a large set holds', () => {
    const size = 5000
    const recent = new RecentMessages(size)
    for (let i = 0; i < 10_001; i++) recent.add(`m${i}`)
    expect(recent.add('m5001')).to.equal(true)
    expect(recent.add('m10000')).to.equal(true)
  })

  it('never holds more than its size, as upstream', () => {
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
