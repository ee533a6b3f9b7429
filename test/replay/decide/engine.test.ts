import {expect} from 'chai'
import * as fc from 'fast-check'

import {EventLimiter} from '../../../src/admission/plugins/event-rate-limit/event-limiter.js'
import {copyOfText} from '../../../src/replay/lookup/copy-of-text.js'
import {ReplayEngine} from '../../../src/replay/decide/engine.js'
import {RecentByHash} from '../../../src/replay/lookup/recent-by-hash.js'
import {Recent} from '../../../src/replay/lookup/recent.js'
import {TopKeys} from '../../../src/replay/decide/top-keys.js'
import {limit} from '../../helpers/event-log.js'

const specs = fc.array(fc.record({
  type: fc.constantFrom('Server', 'Namespace', 'User', 'SourceAndObject'), qps: fc.integer({min: 1, max: 4}), burst: fc.integer({min: 1, max: 6}), cacheSize: fc.integer({min: 0, max: 3}),
}), {minLength: 1, maxLength: 4})

const requests = fc.array(fc.record({
  wait: fc.constantFrom(0, 0, 0, 1, 250_000_000, 333_333_333, 1_000_000_000), namespace: fc.constantFrom('a', 'b', 'c', 'd'), user: fc.constantFrom('x', 'y'), name: fc.constantFrom('p', 'q', 'r'),
}), {maxLength: 150})

describe('ReplayEngine', () => {
  it('returns the same decisions as the plugin, with consistent counts', () => {
    fc.assert(fc.property(specs, requests, (limits, asked) => {
      const plugin = new EventLimiter({limits})
      const engine = new ReplayEngine({limits})
      let time = 0
      let accepted = 0
      for (const {wait, namespace, user, name} of asked) {
        time += wait
        const now = {seconds: Math.floor(time / 1e9), nanoseconds: time % 1e9}
        const request = {namespace, user, object: {involvedObject: {name}}}
        const reached = engine.decide(engine.keysOf(request), now)
        expect(reached).to.deep.equal(plugin.check(request, now).map(({type, key}) => ({type, key})))
        if (reached.length === 0) accepted++
      }
      const summaries = engine.summaries()
      for (const summary of summaries) {
        expect(summary.accepted + summary.refused).to.equal(asked.length)
        expect(summary.refused).to.be.at.most(asked.length - accepted)
      }
      expect(engine.collateral).to.equal(summaries.reduce((sum, {collateral}) => sum + collateral, 0))
    }))
  })

  const decide = (engine: ReplayEngine, namespace: string, user = 'u'): boolean =>
    engine.decide(engine.keysOf({namespace, user, object: undefined}), {seconds: 0, nanoseconds: 0}).length === 0

  describe('counts a rejection as collateral', () => {
    it('if it happens because another limit rejected requests', () => {
      const engine = new ReplayEngine({limits: [limit('Server', 1, 3), limit('Namespace', 1, 1)]})
      expect(['a', 'a', 'a', 'b'].map((namespace) => decide(engine, namespace))).to.deep.equal([true, false, false, false])
      expect(engine.summaries().map(({collateral}) => collateral)).to.deep.equal([1, 0])
    })

    it('but not if it would happen without the other limit', () => {
      const engine = new ReplayEngine({limits: [limit('Server', 1, 3), limit('Namespace', 1, 5)]})
      for (const namespace of ['a', 'a', 'a', 'b']) decide(engine, namespace)
      expect(engine.collateral).to.equal(0)
    })

    it('but not if two limits reject the same request', () => {
      const engine = new ReplayEngine({limits: [limit('Server', 1, 2), limit('Namespace', 1, 1)]})
      for (const namespace of ['a', 'a', 'a']) decide(engine, namespace)
      expect(engine.collateral).to.equal(0)
    })

    it('of a limit of type User', () => {
      const engine = new ReplayEngine({limits: [limit('User', 1, 2), limit('Namespace', 1, 1)]})
      for (const namespace of ['a', 'a', 'b']) decide(engine, namespace)
      expect(engine.summaries().map(({collateral}) => collateral)).to.deep.equal([1, 0])
    })

    it('but never with a single limit', () => {
      const engine = new ReplayEngine({limits: [limit('Server', 1, 1)]})
      for (const namespace of ['a', 'a', 'b']) decide(engine, namespace)
      expect(engine.collateral).to.equal(0)
    })
  })

  it('reports the keys that are rejected most often', () => {
    const engine = new ReplayEngine({limits: [limit('Namespace', 1, 1)]}, {top: 2})
    for (const namespace of 'abcabcabaz') decide(engine, namespace)
    const [summary] = engine.summaries()
    expect(summary?.top.map(({key, accepted, refused}) => [key, accepted, refused])).to.deep.equal([['a', 1, 3], ['b', 1, 2]])
    expect(summary?.isIncomplete).to.equal(false)
  })
})

describe('TopKeys', () => {
  const reject = (keys: TopKeys, key: string): void => {
    const tally = keys.tallyOf(key, undefined)
    tally.refused++
    if (!tally.isKept) keys.keep(tally)
  }

  it('returns the most rejected keys of more keys than it keeps', () => {
    const keys = new TopKeys(2, false)
    for (let i = 0; i < 10_000; i++) {
      reject(keys, `rare-${i}`)
      if (i % 3 === 0) reject(keys, 'often')
      if (i % 5 === 0) reject(keys, 'now and then')
    }
    expect(keys.top().map(({key, refused}) => [key, refused])).to.deep.equal([['often', 3334], ['now and then', 2000]])
    expect(keys.isIncomplete).to.equal(true)
  })

  it('shares one tally of a key between several counters', () => {
    const keys = new TopKeys(5, true)
    const [mine, yours] = [keys.tallyOf('a', undefined), keys.tallyOf('a', undefined)]
    mine.refused++
    keys.keep(mine)
    yours.accepted++
    expect(keys.tallyOf('a', yours)).to.equal(mine)
    const late = {key: 'a', accepted: 2, refused: 1, isKept: false}
    expect(keys.keep(late)).to.equal(mine)
    expect(keys.top()).to.deep.equal([{key: 'a', accepted: 3, refused: 2, isKept: true}])
  })

  it('returns no keys with size 0', () => {
    const keys = new TopKeys(0, false)
    reject(keys, 'a')
    expect(keys.top()).to.deep.equal([])
  })
})

describe('Recent', () => {
  it('keeps at least the given number of entries, and at most twice as many', () => {
    const recent = new Recent<string, number>(3)
    for (let i = 0; i < 10; i++) recent.put(`${i}`, i)
    expect([7, 8, 9].map((i) => recent.get(`${i}`))).to.deep.equal([7, 8, 9])
    expect(Array.from({length: 10}, (_, i) => recent.get(`${i}`)).filter((value) => value !== undefined)).to.have.length.at.most(6)
  })

  it('keeps the same entries as RecentByHash', () => {
    const hash = fc.oneof(fc.integer({min: 1, max: 20}), fc.constantFrom(16, 32, 2 ** 33, 2 ** 52 + 16, 2 ** 53 - 1))
    fc.assert(fc.property(fc.array(fc.record({hash, isPut: fc.boolean(), value: fc.constantFrom(null, 'a', 'b')}), {maxLength: 200}), (steps) => {
      const [recent, byHash] = [new Recent<number, string | null>(4), new RecentByHash<string | null>(4)]
      for (const {hash: key, isPut, value} of steps) {
        if (isPut) for (const one of [recent, byHash]) one.put(key, value)
        expect(byHash.get(key)).to.equal(recent.get(key))
      }
    }))
  })

  it('distinguishes a null value from a missing key', () => {
    const recent = new Recent<string, null>(2)
    recent.put('a', null)
    expect(recent.get('a')).to.equal(null)
    expect(recent.get('b')).to.equal(undefined)
  })

  it('stores a detached copy equal to the original text @slow', () => {
    fc.assert(fc.property(fc.string({unit: 'binary', maxLength: 40}), (text) => copyOfText(text) === text))
  })
})
