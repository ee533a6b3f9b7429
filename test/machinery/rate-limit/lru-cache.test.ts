import {expect} from 'chai'
import fc from 'fast-check'

import {LruCache} from '../../../src/machinery/rate-limit/lru-cache.js'
import {within} from '../../helpers/cpu-time.js'

/** The keys in the order of the lookups, with `!` after those that were not in the cache. */
function misses(size: number, keys: readonly string[], areRenewed = false): string {
  let made = 0
  const cache = new LruCache(size, () => ++made, areRenewed ? () => made++ : undefined)
  return keys.map((key) => {
    const before = made
    cache.get(key)
    return made > before ? `${key}!` : key
  }).join(' ')
}

describe('LruCache', () => {
  it('returns the same value for a key', () => {
    const cache = new LruCache(2, () => ({}))
    const value = cache.get('a')
    expect(cache.get('b')).not.to.equal(value)
    expect(cache.get('a')).to.equal(value)
    expect(cache.get('a')).to.equal(value)
  })

  it('evicts the least recently used key', () => {
    expect(misses(2, ['a', 'a', 'b', 'a', 'c', 'a', 'b', 'c'])).to.equal('a! a b! a c! a b! c!')
    expect(misses(1, ['a', 'a', 'b', 'a'])).to.equal('a! a b! a!')
    expect(misses(3, ['a', 'b', 'c', 'd', 'a', 'c', 'd'])).to.equal('a! b! c! d! a! c d')
  })

  it('uses an evicted entry again only for its new key', () => {
    const cache = new LruCache(1, () => ({value: 0}), (entry) => entry.value = 0)
    const first = cache.entryOf('a')
    first.value.value = 5
    expect(cache.entryOf('a', first).value).to.deep.equal({value: 5})
    const second = cache.entryOf('b', first)
    expect(second).to.equal(first).and.to.deep.include({key: 'b', value: {value: 0}})
    second.value.value = 7
    expect(cache.entryOf('a', first).value).to.deep.equal({value: 0})
  })

  it('accepts any key', () => {
    expect(misses(3, ['', '__proto__', 'constructor', '', '__proto__'])).to.equal('! __proto__! constructor!  __proto__')
  })

  it('behaves like a simple list', () => {
    fc.assert(fc.property(fc.integer({min: 1, max: 5}), fc.array(fc.constantFrom(...'abcdefgh'), {maxLength: 80}), (size, keys) => {
      const known: string[] = []
      const expected = keys.map((key) => {
        const at = known.indexOf(key)
        if (at !== -1) known.splice(at, 1)
        known.push(key)
        if (known.length > size) known.shift()
        return at === -1 ? `${key}!` : key
      })
      expect(misses(size, keys)).to.equal(expected.join(' '))
      expect(misses(size, keys, true)).to.equal(expected.join(' '))
    }), {numRuns: 1000})
  })

  it('is fast with many keys @slow', within(5, () => {
    const cache = new LruCache(4096, () => 0)
    for (let i = 0; i < 1_000_000; i++) cache.get(String(i % 5000))
  }))
})
